package protocol

// Error rejects a message. The message has had no effect.
type Error struct {
	Code Code   `json:"code"` // for programs
	Text string `json:"text"` // for people: the problem and what to do about it
	// Field is the invalid field of the message, if a single field is invalid.
	Field string `json:"field,omitempty"`
	// Decision is the seat's open decision, if the message answers a different one.
	Decision uint32 `json:"decision,omitempty"`
	// Message is the type of the rejected message, if the server could read it.
	Message string `json:"message,omitempty"`
	// Answers is the decision that the rejected message answers.
	Answers uint32 `json:"answers,omitempty"`
	// ID is the id of the rejected message, if it has one.
	ID string `json:"id,omitempty"`
	// Retry is present if the same message may succeed later. It is the time to wait before
	// sending it again, in milliseconds.
	Retry int64 `json:"retry_ms,omitempty"`
}

// About returns a copy of e that names the rejected message m, which may be nil. About sets Retry
// for the codes of temporary errors.
func (e *Error) About(m ClientMessage) *Error {
	about := *e
	if about.Retry == 0 {
		about.Retry = retryAfter[e.Code]
	}
	if m == nil {
		return &about
	}
	about.Message, about.ID = m.kind(), m.id()
	switch m := m.(type) {
	case *Choose:
		about.Answers = m.Decision
	case *Pick:
		about.Answers = m.Decision
	case *Always:
		about.Answers = m.Decision
	}
	return &about
}

// retryAfter maps the codes of temporary errors to the time before a retry makes sense, in
// milliseconds.
var retryAfter = map[Code]int64{Busy: 100, Unavailable: 500, TooFast: 100}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Text }

// A Code classifies an error. Later versions may add codes.
type Code string

const (
	TooBig      Code = "too_big"      // the message has more bytes than allowed
	Malformed   Code = "malformed"    // the message is not one JSON object, is not UTF-8, or has duplicate names
	UnknownType Code = "unknown_type" // the message type is unknown
	BadField    Code = "bad_field"    // a field is unknown or missing, or has the wrong type or an invalid value
	BadVersion  Code = "bad_version"  // the server does not support that protocol version
	OutOfTurn   Code = "out_of_turn"  // the message is not expected now, such as a second hello or a choice before joining
	NoGame      Code = "no_game"      // the game does not exist, was deleted, or was set aside
	NoSeat      Code = "no_seat"      // the seat is taken, is reserved, has left the game or does not exist, or this client may not join, watch or do this
	BadKey      Code = "bad_key"      // the key belongs to no seat in that game, or to another seat than the join names
	Illegal     Code = "illegal"      // the option does not exist, or the cards are not a legal pick
	NotAsked    Code = "not_asked"    // the game is not waiting for this seat
	Stale       Code = "stale"        // the answer is to an older decision; the field decision has the open one
	GameOver    Code = "game_over"    // the game has ended or was set aside
	NotNow      Code = "not_now"      // the offer, response, exit or settings are not allowed now; the text gives the reason
	Busy        Code = "busy"         // the game's queue is full, or the game has too many spectators; send the message again
	Unavailable Code = "unavailable"  // the server is full or stopping, or cannot store or read the game now; send the message again
	NoWorld     Code = "no_world"     // the world does not exist: it was released, or its decision has closed
	NoForks     Code = "no_forks"     // the bot needs the forward model, and the game has none
	OverBudget  Code = "over_budget"  // the budget allows no more worlds, no more steps for this decision, or no rollout of over 10,000 steps, or the game has no forward model
	TooFast     Code = "too_fast"     // the client exceeds the message rate; this message was ignored
	SlowReader  Code = "slow_reader"  // the client does not read its messages fast enough
	NotAllowed  Code = "not_allowed"  // the token does not permit this, or the operator has banned the client
	Revoked     Code = "revoked"      // the session or token of the connection is no longer valid
	Internal    Code = "internal"     // an internal server error, after which the server may have stopped the game
)
