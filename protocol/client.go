package protocol

// Hello is the first message of a client.
type Hello struct {
	Protocol int `json:"protocol"` // the version of the protocol that the client speaks
	// Name is what it wants to be called at the table: up to 60 bytes on one
	// line.
	Name    string `json:"name,omitempty"`
	Author  string `json:"author,omitempty"`  // whose bot it is: up to 60 bytes
	Version string `json:"version,omitempty"` // which version of the bot it is: up to 60 bytes
	// Repeats is a bot's claim that it answers alike whenever the seed of its
	// game and all that it is sent are alike.
	Repeats bool `json:"repeats,omitempty"`
}

// Join takes a seat, or comes back to it.
type Join struct {
	Game string `json:"game"`                                            // the id of the game
	Seat *int   `json:"seat,omitempty" jsonschema:"minimum=0,maximum=5"` // which seat; any open one if absent
	Key  string `json:"key,omitempty"`                                   // of a seat that has been taken, to come back to it
	// Claim is a key of the client's own making. It takes an open seat and, sent once
	// more, comes back to that seat: use it to try again when no answer has come.
	Claim string `json:"claim,omitempty" jsonschema:"minLength=22,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
	// After asks for the events that follow this number. Without it the client
	// gets the current view alone.
	After *uint64 `json:"after,omitempty"`
	// Nonce is something random of the client's own, which is mixed into the chance of
	// the game before it is dealt. See "Fair chance".
	Nonce string `json:"nonce,omitempty" jsonschema:"minLength=1,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
	// Deck is the name of a ready deck or the text of a deck file, up to 8 KiB, for a seat
	// whose deck is left to its player.
	Deck string `json:"deck,omitempty"`
}

// Watch follows a game without a seat.
type Watch struct {
	Game string `json:"game"` // the id of the game
}

// Choose answers a decision.
type Choose struct {
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
	// Info is what a bot has to say of its choice, up to 4 KiB of text or of JSON as
	// text. Nobody but its owner sees it before the end of the game.
	Info string `json:"info,omitempty"`
}

// Chat says something to the table. It does nothing to the game.
type Chat struct {
	Text string `json:"text"` // up to 500 bytes, not blank; line breaks are its only control characters
}

// Resign leaves the game for good.
type Resign struct {
}

// Fork draws a world that looks to the seat as the game does now, or copies one.
// It is answered by a World. The seat must be asked, and worlds are forgotten
// when its decision changes.
type Fork struct {
	// From is the world to copy; without it, what the seat cannot know is drawn.
	From *uint32 `json:"from,omitempty"`
	// Seed is where all chance comes from in what is drawn: equal seeds draw equal
	// worlds. A copy has the chance of what it was copied from.
	Seed uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	View bool   `json:"view,omitempty"` // whether the answer is to have the view
}

// Apply takes an option for the seat that is asked in a world. It is answered by
// a World.
type Apply struct {
	Fork   uint32 `json:"fork"`                          // the id of the world
	Option int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
	// Seed is mixed into the world's chance first, unless it is 0.
	Seed uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	View bool   `json:"view,omitempty"` // whether the answer is to have the view
}

// Release forgets a world, which makes room for another. It is not answered.
type Release struct {
	Fork uint32 `json:"fork"` // the id of the world
}

// Ping asks for a Pong, from either side.
type Ping struct {
	T int64 `json:"t"` // comes back as it is
}

// Bye ends the connection, from either side. A seat stays taken.
type Bye struct {
	Reason string `json:"reason,omitempty"` // why, in words
}
