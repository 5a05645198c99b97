package protocol

import (
	"encoding/json"

	"gamed/state"
)

// Welcome answers a Hello.
type Welcome struct {
	Type     string `json:"type" jsonschema:"const=welcome"`
	Protocol int    `json:"protocol"`
	Server   string `json:"server"` // name and version of the program
}

// Joined answers a Join or a Watch. The first Update follows when the game has
// begun, at once if it has.
type Joined struct {
	Type  string `json:"type" jsonschema:"const=joined"`
	Game  string `json:"game"`
	Rules string `json:"rules"`
	Seat  int    `json:"seat"`          // -1 for a spectator
	Key   string `json:"key,omitempty"` // what to come back with; given once, when the seat is taken
	Seats []Seat `json:"seats"`
	Clock *Clock `json:"clock,omitempty"` // absent when nobody is timed
}

// A Seat is a place at the table and who sits there.
type Seat struct {
	Seat int    `json:"seat"`
	Kind string `json:"kind" jsonschema:"enum=open,enum=person,enum=bot"`
	Name string `json:"name,omitempty"`
	Here bool   `json:"here"` // connected
}

// Clock is how a seat is timed, in milliseconds. While a seat is asked, first
// PerDecision runs down, then its bank. Each of its answers adds Increment to
// the bank. When both are empty the default is played for it.
type Clock struct {
	Bank        int64  `json:"bank_ms"`
	PerDecision int64  `json:"per_decision_ms"`
	Increment   int64  `json:"increment_ms"`
	Absent      string `json:"absent" jsonschema:"enum=forfeit,enum=bot,enum=wait"` // what happens to a seat after three expiries in a row
}

// Table tells who sits where, whenever that has changed.
type Table struct {
	Type  string `json:"type" jsonschema:"const=table"`
	Game  string `json:"game"`
	Seats []Seat `json:"seats"`
}

// An Update tells a seat or a spectator what has happened, what there is to
// see, and what it is asked. The newest one is all there is to know.
type Update struct {
	Type     string          `json:"type" jsonschema:"const=update"`
	Game     string          `json:"game"`
	N        uint64          `json:"n"` // the number of the latest event
	Turn     int             `json:"turn"`
	Awaiting []int           `json:"awaiting"`           // the seats that are asked, in turn order
	View     json.RawMessage `json:"view"`               // the ruleset's own: gamed schema has each
	Events   []Event         `json:"events"`             // since the last Update, or since After
	Gap      bool            `json:"gap,omitempty"`      // events before these are no longer kept
	Decision *Decision       `json:"decision,omitempty"` // what this seat is asked, if it is
	Left     []int64         `json:"left_ms,omitempty"`  // what each seat's bank holds

	// World is a game that looks like this one to the seat, for bots in this
	// process. It is nil for everybody else, and the bot's own once sent.
	World state.Machine `json:"-"`

	encoded []byte
}

// An Event is something that happened, as the receiver may know it. Numbers
// have no gaps.
type Event struct {
	N uint64 `json:"n"`
	state.Told
}

// A Decision is a question to a seat. It stays open, under the same id, until
// the seat has answered or the situation has changed.
type Decision struct {
	ID      uint32   `json:"id"`
	Options []Option `json:"options"`           // option 0 is the default
	Ends    *int64   `json:"ends_ms,omitempty"` // milliseconds from now until the default is played
}

// An Option is a legal answer.
type Option struct {
	ID int `json:"id"`
	state.Label
}

// Error says why a message was not heeded. Nothing has changed.
type Error struct {
	Type string `json:"type" jsonschema:"const=error"`
	Code Code   `json:"code"`
	Text string `json:"text"`
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
	Stale       Code = "stale"        // answers an older decision; the current one is in Decision
	GameOver    Code = "game_over"
	Busy        Code = "busy"        // the game's queue is full: send it again
	Unavailable Code = "unavailable" // the server cannot store the request now: send it again
	TooFast     Code = "too_fast"    // more messages than the rate allows: it was not read
	SlowReader  Code = "slow_reader" // messages are not read as fast as they come
	Internal    Code = "internal"    // a fault of the server; the game may have been set aside
)

// Said is what somebody has said at the table.
type Said struct {
	Type string `json:"type" jsonschema:"const=chat"`
	Game string `json:"game"`
	Seat int    `json:"seat"` // -1 for a spectator
	Name string `json:"name,omitempty"`
	Text string `json:"text"`
}

// Over tells the end of a game.
type Over struct {
	Type   string `json:"type" jsonschema:"const=over"`
	Game   string `json:"game"`
	N      uint64 `json:"n"`
	Won    []int  `json:"won"` // seats; nobody is a draw
	Draw   bool   `json:"draw"`
	Reason string `json:"reason"` // "end" or, when the game was set aside, "fault"
}

// Pong answers a Ping.
type Pong struct {
	Type string `json:"type" jsonschema:"const=pong"`
	T    int64  `json:"t"`
}
