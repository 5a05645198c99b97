package protocol

import (
	"encoding/json"

	"gamed/state"
)

// Welcome answers a Hello.
type Welcome struct {
	Protocol int    `json:"protocol"` // the protocol version of the server
	Server   string `json:"server"`   // the name and version of the program
}

// Joined answers a Join or a Watch. The first Update follows once the game has begun.
type Joined struct {
	Game  string `json:"game"`            // the id of the game
	Rules string `json:"rules"`           // the name of the ruleset
	Seat  int    `json:"seat"`            // -1 for a spectator
	Key   string `json:"key,omitempty"`   // the key to come back with; sent once, to a client that takes a seat without a claim
	Seats []Seat `json:"seats"`           // by number
	Clock *Clock `json:"clock,omitempty"` // absent in a game without a clock
	// Chat lists the latest messages at the table, oldest first, without those of muted
	// senders.
	Chat []Said `json:"chat,omitempty"`
	// Delay is how late spectators of this table see the game, in milliseconds.
	Delay int64 `json:"delay_ms,omitempty"`
	// Commit is the SHA-256 of a salt and the key that all chance of the game comes from, in
	// hexadecimal digits. Over reveals both. See "Fair chance".
	Commit string `json:"commit,omitempty"`
	// Seed is the seed for a bot's own random numbers, so that a match can be repeated. The
	// arena sends one, and so does a server to the bots that it starts.
	Seed *uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	// Budget limits the forward model; absent when there is none.
	Budget *Budget `json:"budget,omitempty"`
}

// Budget limits a seat's use of Fork and Apply.
type Budget struct {
	Worlds int `json:"worlds"` // worlds held at the same time
	Steps  int `json:"steps"`  // forks and applies per decision
}

// A Seat is a place at the table and its player.
type Seat struct {
	Seat int    `json:"seat"`                                             // its number
	Kind string `json:"kind" jsonschema:"enum=open,enum=person,enum=bot"` // whether it is open or taken by a person or a bot
	Name string `json:"name,omitempty"`                                   // of the person or the bot
	Here bool   `json:"here"`                                             // whether a client is connected
	// Asked is how long the game has waited for this seat's answer: whole seconds, in
	// milliseconds.
	Asked int64 `json:"asked_ms,omitempty"`
	// Away is how long a person has been disconnected: whole seconds, in milliseconds.
	Away int64 `json:"away_ms,omitempty"`
	// Exit is how many milliseconds remain until other players may send an Exit, if nothing
	// changes. It is absent unless the game waits for a person in this seat.
	Exit *int64 `json:"exit_ms,omitempty"`
}

// The kinds of a [Seat].
const (
	SeatOpen   = "open"
	SeatPerson = "person"
	SeatBot    = "bot"
)

// Clock is the time control, in milliseconds. A seat's decision first uses up the time per
// decision, then its bank. Each answer adds the increment to the bank. When both are empty,
// the server plays the default option.
type Clock struct {
	Bank        int64 `json:"bank_ms"`         // at the start
	PerDecision int64 `json:"per_decision_ms"` // the time for each decision before the bank is used
	Increment   int64 `json:"increment_ms"`    // added to the bank by each answer
	// Absent is the action after three expiries in a row: the seat resigns, a bot plays until
	// the player returns, or the game waits for the player.
	Absent string `json:"absent" jsonschema:"enum=forfeit,enum=bot,enum=wait"`
}

// The values of the Absent of a [Clock].
const (
	AbsentForfeit = "forfeit" // the seat resigns
	AbsentBot     = "bot"     // a bot plays until the player returns
	AbsentWait    = "wait"    // the game waits until the player returns
)

// Table announces a change of the seats, the offers, or the game's state of waiting.
type Table struct {
	Game  string `json:"game"`  // the id of the game
	Seats []Seat `json:"seats"` // by number
	// Held reports that the server's storage does not respond. The game waits, and no clock
	// runs.
	Held   bool      `json:"held,omitempty"`
	Offers []Offered `json:"offers,omitempty"` // the open offers
	// Next is the id of the game that follows this one. It is sent once.
	Next string `json:"next,omitempty"`
}

// Offered is an open offer.
type Offered struct {
	Kind     string `json:"kind" jsonschema:"enum=draw,enum=undo"` // as in Offer
	Seat     int    `json:"seat"`                                  // the seat that made it
	Accepted []int  `json:"accepted"`                              // the seats that have accepted
	Asked    []int  `json:"asked"`                                 // the seats that have yet to answer
}

// Update tells a seat or a spectator the latest events, the current view, and the open
// decision. The newest update replaces all earlier ones.
type Update struct {
	Game     string          `json:"game"`               // the id of the game
	N        uint64          `json:"n"`                  // the number of the latest event
	Turn     int             `json:"turn"`               // the number of the turn, from 1; 0 before the first
	Awaiting []int           `json:"awaiting"`           // the seats to decide, in turn order
	View     json.RawMessage `json:"view"`               // the game as the receiver may see it: an object defined by the ruleset
	Events   []Event         `json:"events"`             // since the last update, or since the after of a join
	Gap      bool            `json:"gap,omitempty"`      // some events before these are left out
	Decision *Decision       `json:"decision,omitempty"` // the seat's open decision
	Left     []int64         `json:"left_ms,omitempty"`  // the bank of each seat

	encoded []byte
}

// An Event is something that happened, as far as the receiver may know it. References are
// as in the view.
type Event struct {
	N      uint64 `json:"n"`                // counts all events of the game from 1
	What   string `json:"what"`             // the ruleset's name for the event
	Text   string `json:"text"`             // the event in words
	Seat   int    `json:"seat"`             // the seat concerned
	Card   string `json:"card,omitempty"`   // name of the card, unless it is hidden
	By     string `json:"by,omitempty"`     // reference to the acting object
	On     string `json:"on,omitempty"`     // reference to the target
	Amount int    `json:"amount,omitempty"` // how much or how many
	// Depth is how many phases were waiting on the stack at that time. The consequences of a
	// play are deeper than the play.
	Depth int `json:"depth,omitempty"`
}

// EventOf converts event number n of a ruleset.
func EventOf(n uint64, t state.Told) Event {
	return Event{N: n, What: t.What, Text: t.Text, Seat: t.Seat, Card: t.Card, By: t.By, On: t.On, Amount: t.N, Depth: t.Depth}
}

// A Decision is a question to a seat. It stays open, under the same id, until the seat has
// answered or the situation has changed.
type Decision struct {
	ID      uint32   `json:"id"`      // the id to answer with
	Options []Option `json:"options"` // every legal answer; option 0 is the default
	// Pick is present when a card asks for cards. A client may then send a Pick with all of
	// them, or answer card by card with the options. An option takes one card, and may leave
	// out cards that could be taken before it.
	Pick *Selection `json:"pick,omitempty"`
	Ends *int64     `json:"ends_ms,omitempty"` // milliseconds from now until the default is played
}

// A Selection is a card's question for cards.
type Selection struct {
	Min     int      `json:"min"`               // the fewest cards to pick
	Max     int      `json:"max"`               // the most cards to pick
	Does    string   `json:"does"`              // what happens to the cards, such as "discard" or "put on the deck"
	From    string   `json:"from"`              // the zone of the cards, such as "hand"
	Ordered bool     `json:"ordered,omitempty"` // whether the order of the picks counts
	Cards   []Option `json:"cards"`             // one entry for each card; copies of a card have the same text
}

// An Option is a legal answer. References are as in the view.
type Option struct {
	ID   int    `json:"id"`             // its place on the list
	Do   string `json:"do"`             // the ruleset's name for it: play, attack, pass, …
	Text string `json:"text"`           // the option in words, unique on the list
	Card string `json:"card,omitempty"` // name of the card
	By   string `json:"by,omitempty"`   // reference to the acting object
	On   string `json:"on,omitempty"`   // reference to the target
	Also string `json:"also,omitempty"` // reference to the second target
}

// OptionOf converts option number id of a ruleset.
func OptionOf(id int, l state.Label) Option {
	return Option{ID: id, Do: l.Do, Text: l.Text, Card: l.Card, By: l.By, On: l.On, Also: l.Also}
}

// Said is a line of chat.
type Said struct {
	Game string `json:"game"`           // the id of the game
	Seat int    `json:"seat"`           // the speaker; -1 for a spectator
	Name string `json:"name,omitempty"` // of the seat's player
	Text string `json:"text"`           // the line
}

// Kept lists your seat's settings. The server sends it to your seat only, when you come back
// and after each change.
type Kept struct {
	Until  string   `json:"until" jsonschema:"enum=off,enum=stack,enum=turn,enum=something"` // see Settings
	Alone  bool     `json:"alone"`                                                           // see Settings
	Always []string `json:"always"`                                                          // the texts of the options chosen with Always, oldest first
	Muted  []int    `json:"muted"`                                                           // the muted seats; -1 for all spectators
}

// Over ends a game.
type Over struct {
	Game string `json:"game"` // the id of the game
	N    uint64 `json:"n"`    // the number of the latest event
	Won  []int  `json:"won"`  // the winning seats
	Draw bool   `json:"draw"` // the game reached its end without a winner
	// Reason is the cause: the rules; an agreed draw; a draw agreed by the players present
	// while the others were away for long; a game that does not end; a game that all players
	// left; a fault of the server.
	Reason string `json:"reason" jsonschema:"enum=end,enum=agreed,enum=claimed,enum=loop,enum=abandoned,enum=fault"`
	Key    string `json:"key,omitempty"`  // the source of all chance of the game: see the commit of Joined
	Salt   string `json:"salt,omitempty"` // of the commit
}

// The reasons of an [Over].
const (
	ReasonEnd       = "end"       // the rules ended it
	ReasonAgreed    = "agreed"    // the players agreed on a draw
	ReasonClaimed   = "claimed"   // the players present agreed on a draw, the others were away for long
	ReasonLoop      = "loop"      // one turn had more requests than any game needs: a draw
	ReasonAbandoned = "abandoned" // all players left for long: no winner
	ReasonFault     = "fault"     // the server cannot continue the game
)

// A World is the result of a Fork or an Apply. It is consistent with what the seat may
// know; hidden information in it is a guess.
type World struct {
	Fork uint32 `json:"fork"` // its id, counted from 1 for each decision
	Turn int    `json:"turn"` // the number of the turn
	Seat int    `json:"seat"` // the first seat to decide; -1 when the game is over
	// Options lists the choices of that seat, option 0 being the default.
	Options []Option `json:"options"`
	// Values estimate the standing of each seat, from 0, lost, to 1000, won.
	Values []int           `json:"values"`
	Over   bool            `json:"over"`           // whether the game is over in this world
	Won    []int           `json:"won"`            // the seats that have won it
	View   json.RawMessage `json:"view,omitempty"` // the world as the bot's seat would see it, on request
}

// Pong answers a Ping.
type Pong struct {
	T int64 `json:"t"` // copied from the Ping
}
