package protocol

// Error says why a message was not heeded. Nothing has changed.
type Error struct {
	Code Code   `json:"code"` // for programs
	Text string `json:"text"` // for people: what is wrong and what to do
	// Field is the field of the message that is wrong, if it is one.
	Field string `json:"field,omitempty"`
	// Decision is the seat's open decision, for requests that answered another.
	Decision uint32 `json:"decision,omitempty"`
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Text }

// A Code is a kind of error. The list only grows.
type Code string

const (
	TooBig      Code = "too_big"      // more bytes than a message may have
	Malformed   Code = "malformed"    // not one JSON object in UTF-8 without duplicate names
	UnknownType Code = "unknown_type" // no such message
	BadField    Code = "bad_field"    // a field that is unknown, missing, or of the wrong type or range
	BadVersion  Code = "bad_version"  // the server does not speak that version
	OutOfTurn   Code = "out_of_turn"  // the message does not belong here: a second hello, a choice before joining
	NoGame      Code = "no_game"      // no such game, or it is over and forgotten
	NoSeat      Code = "no_seat"      // the seat is taken, or there is none
	BadKey      Code = "bad_key"      // not the key of a seat of that game
	Illegal     Code = "illegal"      // not among the options
	NotAsked    Code = "not_asked"    // the game waits for somebody else
	Stale       Code = "stale"        // answers an older decision; the open one is in the field decision
	GameOver    Code = "game_over"    // the game has ended
	NotNow      Code = "not_now"      // that cannot be offered, answered or claimed as things stand: the text says why
	Busy        Code = "busy"         // the game's queue is full: send it again
	Unavailable Code = "unavailable"  // the server cannot store the request now: send it again
	NoWorld     Code = "no_world"     // no such world: it was released, or its decision has changed
	OverBudget  Code = "over_budget"  // more worlds at once, or more steps for a decision, than the budget has
	TooFast     Code = "too_fast"     // more messages than the rate allows: it was not read
	SlowReader  Code = "slow_reader"  // messages are not read as fast as they come
	NotAllowed  Code = "not_allowed"  // the token does not allow it
	Revoked     Code = "revoked"      // the session or the token of the connection has ended
	Internal    Code = "internal"     // a fault of the server; the game may have been set aside
)
