package protocol

// Error refuses a message. The message has had no effect.
type Error struct {
	Code Code   `json:"code"` // for programs
	Text string `json:"text"` // for people: the problem and what to do
	// Field is the wrong field of the message, if a single field is wrong.
	Field string `json:"field,omitempty"`
	// Decision is the seat's open decision, when the message answers another one.
	Decision uint32 `json:"decision,omitempty"`
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Text }

// A Code is a kind of error. The list only grows.
type Code string

const (
	TooBig      Code = "too_big"      // more bytes than a message may have
	Malformed   Code = "malformed"    // not one JSON object in UTF-8 without duplicate names
	UnknownType Code = "unknown_type" // no such message
	BadField    Code = "bad_field"    // a field is unknown, missing, or of the wrong type or range
	BadVersion  Code = "bad_version"  // the server does not support that version
	OutOfTurn   Code = "out_of_turn"  // the message is not expected now: a second hello, a choice before joining
	NoGame      Code = "no_game"      // no such game, or it is over and deleted
	NoSeat      Code = "no_seat"      // the seat is taken or does not exist
	BadKey      Code = "bad_key"      // not the key of a seat of that game
	Illegal     Code = "illegal"      // not among the options
	NotAsked    Code = "not_asked"    // the game does not wait for this seat
	Stale       Code = "stale"        // the answer is to an older decision; the field decision has the open one
	GameOver    Code = "game_over"    // the game has ended
	NotNow      Code = "not_now"      // that cannot be offered, answered or claimed now; the text says why
	Busy        Code = "busy"         // the game's queue is full; send the message again
	Unavailable Code = "unavailable"  // the server cannot store the message now; send it again
	NoWorld     Code = "no_world"     // no such world: it was released, or its decision is over
	OverBudget  Code = "over_budget"  // more worlds, or more steps for the decision, than the budget allows
	TooFast     Code = "too_fast"     // more messages than the rate allows; this one was not read
	SlowReader  Code = "slow_reader"  // the client does not read its messages fast enough
	NotAllowed  Code = "not_allowed"  // the token does not allow it
	Revoked     Code = "revoked"      // the session or the token of the connection has ended
	Internal    Code = "internal"     // a fault of the server, which may have set the game aside
)
