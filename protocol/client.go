package protocol

// A ClientMessage is a message that a client may send: [*Hello], [*Join],
// [*Watch], [*Choose], [*Chat], [*Resign], [*Ping] or [*Bye].
type ClientMessage interface {
	// set sets a field to what has come, or says why not.
	set(f field) error
}

// Hello is the first message of a client.
type Hello struct {
	Type     string `json:"type" jsonschema:"enum=hello"`
	Protocol int    `json:"protocol"` // the version of the protocol that the client speaks
	// Name is what it wants to be called at the table: up to 60 bytes on one
	// line.
	Name string `json:"name,omitempty"`
}

// Join takes a seat, or comes back to it.
type Join struct {
	Type string `json:"type" jsonschema:"enum=join"`
	Game string `json:"game"`                                            // the id of the game
	Seat *int   `json:"seat,omitempty" jsonschema:"minimum=0,maximum=5"` // which seat; any open one if absent
	Key  string `json:"key,omitempty"`                                   // of a seat that has been taken, to come back to it
	// After asks for the events that follow this number. Without it the client
	// gets the current view alone.
	After *uint64 `json:"after,omitempty"`
}

// Watch follows a game without a seat.
type Watch struct {
	Type string `json:"type" jsonschema:"enum=watch"`
	Game string `json:"game"` // the id of the game
}

// Choose answers a decision.
type Choose struct {
	Type     string `json:"type" jsonschema:"enum=choose"`
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
}

// Chat says something to the table. It does nothing to the game.
type Chat struct {
	Type string `json:"type" jsonschema:"enum=chat"`
	Text string `json:"text"` // up to 500 bytes, not blank; line breaks are its only control characters
}

// Resign leaves the game for good.
type Resign struct {
	Type string `json:"type" jsonschema:"enum=resign"`
}

// Ping asks for a Pong.
type Ping struct {
	Type string `json:"type" jsonschema:"enum=ping"`
	T    int64  `json:"t"` // comes back as it is
}

// Bye ends the connection, from either side. A seat stays taken.
type Bye struct {
	Type   string `json:"type" jsonschema:"enum=bye"`
	Reason string `json:"reason,omitempty"` // why, in words
}
