package protocol

import (
	"encoding/json"

	"gamed/state"
)

// Welcome answers a Hello.
type Welcome struct {
	Protocol int    `json:"protocol"` // the version of the protocol that the server speaks
	Server   string `json:"server"`   // name and version of the program
}

// Joined answers a Join or a Watch. The first Update follows when the game has
// begun, at once if it has.
type Joined struct {
	Game  string `json:"game"`            // the id of the game
	Rules string `json:"rules"`           // the name of the ruleset
	Seat  int    `json:"seat"`            // -1 for a spectator
	Key   string `json:"key,omitempty"`   // what to come back with; given once, when the seat is taken without a claim
	Seats []Seat `json:"seats"`           // by number
	Clock *Clock `json:"clock,omitempty"` // absent when nobody is timed
	// Delay is how old is all that a spectator of this table is told, in milliseconds.
	Delay int64 `json:"delay_ms,omitempty"`
	// Commit is the SHA-256 of the key from which all chance of the game comes and of a
	// salt, in hexadecimal digits. Over tells both: see "Fair chance".
	Commit string `json:"commit,omitempty"`
	// Seed is what a bot draws its own chance from, so that a match repeats.
	// The arena gives one, and a server to the bots that it runs from commands.
	Seed *uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	// Budget bounds the forward model; absent when there is none.
	Budget *Budget `json:"budget,omitempty"`
}

// Budget bounds what a seat may do with Fork and Apply.
type Budget struct {
	Worlds int `json:"worlds"` // how many it may hold at once
	Steps  int `json:"steps"`  // forks and applies together, for each decision
}

// A Seat is a place at the table and who sits there.
type Seat struct {
	Seat int    `json:"seat"`                                             // its number
	Kind string `json:"kind" jsonschema:"enum=open,enum=person,enum=bot"` // who may sit or sits there
	Name string `json:"name,omitempty"`                                   // of the person or the bot
	Here bool   `json:"here"`                                             // somebody is connected
	// Asked is for how many milliseconds the game has waited for the seat's answer, in
	// whole seconds.
	Asked int64 `json:"asked_ms,omitempty"`
	// Away is for how many milliseconds nobody has been connected, of a person's seat, in
	// whole seconds.
	Away int64 `json:"away_ms,omitempty"`
	// Exit is in how many milliseconds the others may ask for an Exit, if nothing changes
	// until then; absent if the game does not wait for a person in this seat.
	Exit *int64 `json:"exit_ms,omitempty"`
}

// Clock is how a seat is timed, in milliseconds. While a seat is asked, first
// the time per decision runs down, then its bank. Each of its answers adds the
// increment to the bank. When both are empty the default is played for it.
type Clock struct {
	Bank        int64 `json:"bank_ms"`         // at the start
	PerDecision int64 `json:"per_decision_ms"` // time for each decision before the bank is touched
	Increment   int64 `json:"increment_ms"`    // what an answer adds to the bank
	// Absent is what happens to a seat after three expiries in a row: it
	// resigns, a bot plays until it is back, or the game waits for it.
	Absent string `json:"absent" jsonschema:"enum=forfeit,enum=bot,enum=wait"`
}

// What becomes of a seat whose clock has run out three times in a row.
const (
	AbsentForfeit = "forfeit" // it resigns
	AbsentBot     = "bot"     // a bot plays until it is back
	AbsentWait    = "wait"    // the game waits until it is back
)

// The kinds of a [Seat].
const (
	SeatOpen   = "open"
	SeatPerson = "person"
	SeatBot    = "bot"
)

// Table tells who sits where, whenever that has changed, what is offered, and whether
// the game is held.
type Table struct {
	Game  string `json:"game"`  // the id of the game
	Seats []Seat `json:"seats"` // by number
	// Held is whether the game waits for the server's store, which does not answer:
	// nobody's time runs, and nothing happens until it does.
	Held   bool      `json:"held,omitempty"`
	Offers []Offered `json:"offers,omitempty"` // those that are open
	// Next is the id of the game that follows this one. It is told once, when there is one.
	Next string `json:"next,omitempty"`
}

// An Update tells a seat or a spectator what has happened, what there is to
// see, and what it is asked. The newest one is all there is to know.
type Update struct {
	Game     string          `json:"game"`               // the id of the game
	N        uint64          `json:"n"`                  // the number of the latest event
	Turn     int             `json:"turn"`               // the number of the turn, from 1; 0 before the first
	Awaiting []int           `json:"awaiting"`           // the seats that are asked, in turn order
	View     json.RawMessage `json:"view"`               // what the receiver may see: an object of the ruleset's own
	Events   []Event         `json:"events"`             // since the last update, or since the after of a join
	Gap      bool            `json:"gap,omitempty"`      // some events before these are left out
	Decision *Decision       `json:"decision,omitempty"` // what this seat is asked, if it is
	Left     []int64         `json:"left_ms,omitempty"`  // what each seat's bank holds

	encoded []byte
}

// An Event is something that happened, as the receiver may know it. References
// are those of the view.
type Event struct {
	N      uint64 `json:"n"`                // counts all events of the game from 1
	What   string `json:"what"`             // the ruleset's word for it
	Text   string `json:"text"`             // the event in words
	Seat   int    `json:"seat"`             // whom it is about
	Card   string `json:"card,omitempty"`   // name of the card, unless it is hidden
	By     string `json:"by,omitempty"`     // reference to the object that acts
	On     string `json:"on,omitempty"`     // reference to what it is aimed at
	Amount int    `json:"amount,omitempty"` // how much or how many
	// Depth is how many phases waited, on the stack of the view, for the one in which it
	// happened: what a play has led to is deeper than the play.
	Depth int `json:"depth,omitempty"`
}

// EventOf returns what a ruleset tells as event number n.
func EventOf(n uint64, t state.Told) Event {
	return Event{N: n, What: t.What, Text: t.Text, Seat: t.Seat, Card: t.Card, By: t.By, On: t.On, Amount: t.N, Depth: t.Depth}
}

// A Decision is a question to a seat. It stays open, under the same id, until
// the seat has answered or the situation has changed.
type Decision struct {
	ID      uint32   `json:"id"`                // what an answer names
	Options []Option `json:"options"`           // every legal answer; option 0 is the default
	Ends    *int64   `json:"ends_ms,omitempty"` // milliseconds from now until the default is played
}

// An Option is a legal answer. References are those of the view.
type Option struct {
	ID   int    `json:"id"`             // its place on the list
	Do   string `json:"do"`             // the ruleset's word for it: play, attack, pass, …
	Text string `json:"text"`           // the whole option in words, unlike all others on the list
	Card string `json:"card,omitempty"` // name of the card
	By   string `json:"by,omitempty"`   // reference to the object that acts
	On   string `json:"on,omitempty"`   // reference to what it is aimed at
	Also string `json:"also,omitempty"` // reference to the second aim
}

// OptionOf returns what a ruleset labels as option number id.
func OptionOf(id int, l state.Label) Option {
	return Option{ID: id, Do: l.Do, Text: l.Text, Card: l.Card, By: l.By, On: l.On, Also: l.Also}
}

// Said is what somebody has said at the table.
type Said struct {
	Game string `json:"game"`           // the id of the game
	Seat int    `json:"seat"`           // who; -1 for a spectator
	Name string `json:"name,omitempty"` // of who sits there
	Text string `json:"text"`           // what was said
}

// Over tells the end of a game.
type Over struct {
	Game string `json:"game"` // the id of the game
	N    uint64 `json:"n"`    // the number of the latest event
	Won  []int  `json:"won"`  // the seats that have won
	Draw bool   `json:"draw"` // the game has come to its end and nobody has won
	// Reason is why: by the rules; the players have agreed; those who were there have,
	// and the others had been away for long; the game did not come to an end; everybody had
	// left it for long; the server could not go on.
	Reason string `json:"reason" jsonschema:"enum=end,enum=agreed,enum=claimed,enum=loop,enum=abandoned,enum=fault"`
	Key    string `json:"key,omitempty"`  // of all chance of the game: see the commit of Joined
	Salt   string `json:"salt,omitempty"` // of the commit
}

// The reasons of an [Over].
const (
	ReasonEnd       = "end"       // the rules ended it
	ReasonAgreed    = "agreed"    // the players have agreed on a draw
	ReasonClaimed   = "claimed"   // they have, but for those who had been away for long
	ReasonLoop      = "loop"      // one turn had more requests than any game needs: nobody wins
	ReasonAbandoned = "abandoned" // everybody had left it for long: nobody wins
	ReasonFault     = "fault"     // the server could not go on with it
)

// A World is what a Fork or an Apply has come to. It is made up from what the
// seat may know: what it shows of other seats is a guess.
type World struct {
	Fork uint32 `json:"fork"` // its id, counted from 1 for each decision
	Turn int    `json:"turn"` // the number of the turn
	Seat int    `json:"seat"` // who is asked first; -1 when it is over
	// Options is what that seat may say there, option 0 being the default.
	Options []Option `json:"options"`
	// Values estimate how each seat stands, from 0, lost, to 1000, won.
	Values []int           `json:"values"`
	Over   bool            `json:"over"`           // the game is over there
	Won    []int           `json:"won"`            // the seats that have won it
	View   json.RawMessage `json:"view,omitempty"` // what the bot's seat would see, if it was asked for
}

// Pong answers a Ping.
type Pong struct {
	T int64 `json:"t"` // that of the Ping
}
