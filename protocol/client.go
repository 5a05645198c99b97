package protocol

// A ClientMessage is a message that a client may send: [*Hello], [*Join],
// [*Watch], [*Choose], [*Chat], [*Resign], [*Ping] or [*Bye].
type ClientMessage interface{ client() }

// Hello is the first message of a client.
type Hello struct {
	Type     string `json:"type" jsonschema:"const=hello"`
	Protocol int    `json:"protocol"`       // the Version that the client speaks
	Name     string `json:"name,omitempty"` // what it wants to be called at the table
}

// Join takes a seat, or comes back to it.
type Join struct {
	Type string `json:"type" jsonschema:"const=join"`
	Game string `json:"game"`
	Seat *int   `json:"seat,omitempty"` // which seat; any open one if absent
	Key  string `json:"key,omitempty"`  // of a seat that has been taken, to come back to it
	// After asks for the events that follow this number. Without it, or when
	// they are no longer kept, the client gets the current view alone.
	After *uint64 `json:"after,omitempty"`
}

// Watch follows a game without a seat.
type Watch struct {
	Type string `json:"type" jsonschema:"const=watch"`
	Game string `json:"game"`
}

// Choose answers a decision.
type Choose struct {
	Type     string `json:"type" jsonschema:"const=choose"`
	Decision uint32 `json:"decision"` // the id of the decision
	Option   int    `json:"option"`   // the id of one of its options
}

// Chat says something to the table. It does nothing to the game.
type Chat struct {
	Type string `json:"type" jsonschema:"const=chat"`
	Text string `json:"text"`
}

// Resign leaves the game for good.
type Resign struct {
	Type string `json:"type" jsonschema:"const=resign"`
}

// Ping asks for a Pong.
type Ping struct {
	Type string `json:"type" jsonschema:"const=ping"`
	T    int64  `json:"t"` // comes back as it is
}

// Bye ends the connection, from either side. A seat stays taken.
type Bye struct {
	Type   string `json:"type" jsonschema:"const=bye"`
	Reason string `json:"reason,omitempty"`
}

func (*Hello) client()  {}
func (*Join) client()   {}
func (*Watch) client()  {}
func (*Choose) client() {}
func (*Chat) client()   {}
func (*Resign) client() {}
func (*Ping) client()   {}
func (*Bye) client()    {}
