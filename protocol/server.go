package protocol

import (
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"gamed/state"
)

// Welcome answers a Hello.
type Welcome struct {
	ID       string `json:"id,omitempty"` // the id of the Hello
	Protocol int    `json:"protocol"`     // the protocol version of the server
	Server   string `json:"server"`       // the name and version of the program
	// Now is the time of a server in milliseconds since 1970. An arena sends none.
	Now int64 `json:"now_ms,omitempty"`
}

// Joined answers a Join or a Watch. The first Update follows once the game has started.
type Joined struct {
	ID    string `json:"id,omitempty"`    // the id of the Join or Watch
	Game  string `json:"game"`            // the id of the game
	Rules string `json:"rules"`           // the name of the ruleset
	Seat  int    `json:"seat"`            // the seat of the client, or -1 for a spectator
	Key   string `json:"key,omitempty"`   // the key to reconnect with; sent once, to a client that takes a seat without a claim
	Seats []Seat `json:"seats"`           // all seats, by number
	Clock *Clock `json:"clock,omitempty"` // the time control; absent in a game without a clock
	// Chat lists the latest messages at the table, oldest first. It omits messages from muted
	// senders.
	Chat []ChatMessage `json:"chat,omitempty"`
	// Delay is the spectators' delay at this table, in milliseconds. Only spectators receive it.
	Delay int64 `json:"delay_ms,omitempty"`
	// Commit is the SHA-256, in hexadecimal digits, of the game's key followed by a salt. The key
	// and the players' nonces determine all randomness in the game. Over reveals the key and the
	// salt. See "Fair chance".
	Commit string `json:"commit,omitempty"`
	// Seed is the seed for a bot's own random numbers, so that a match can be repeated. An arena
	// sends a seed to every bot, and a server only to the bots that it starts.
	Seed *uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	// Decks lists the deck of each seat: the number of copies by the name of the card. It is
	// present once the game has begun, if deck lists are public.
	Decks []map[string]int `json:"decks,omitempty"`
	// Budget limits the forward model. It is absent if the game has no forward model.
	Budget *Budget `json:"budget,omitempty"`
}

// Budget limits a seat's use of Fork, Apply and Rollouts.
type Budget struct {
	Worlds int `json:"worlds" jsonschema:"minimum=1,maximum=64"`    // maximum number of worlds held at the same time
	Steps  int `json:"steps" jsonschema:"minimum=1,maximum=100000"` // maximum number of forks, applies, rollouts, and options in rollouts for one decision
}

// A Seat describes a seat and its player.
type Seat struct {
	Seat int    `json:"seat"`                                             // the number of the seat
	Kind string `json:"kind" jsonschema:"enum=open,enum=person,enum=bot"` // whether the seat is open, taken by a client, or has a bot of the server. A bot that joins as a client is a person
	Name string `json:"name,omitempty"`                                   // the name of the person or bot, or of the person for whom an open seat is reserved
	Face string `json:"face,omitempty"`                                   // the portrait that the person has chosen, such as fox
	Here bool   `json:"here"`                                             // whether the person or the bot of the seat is connected; a stand-in does not count; always false for delayed spectators once the game has begun
	// Asked is how long the game has waited for this seat's answer, in milliseconds rounded
	// down to whole seconds.
	Asked int64 `json:"asked_ms,omitempty"`
	// Away is how long a person has been disconnected, in milliseconds rounded down to whole
	// seconds.
	Away int64 `json:"away_ms,omitempty"`
	// Exit is the number of milliseconds until other players may send an Exit, if nothing
	// changes. It is absent unless the game waits for a person in this seat.
	Exit *int64 `json:"exit_ms,omitempty"`
	// StandIn reports that a bot plays for the person in this seat until the person returns.
	StandIn bool `json:"stand_in,omitempty"`
	// Stopped reports that the clock of the seat has stopped, because the seat's time has run out
	// three times in a row. The clock runs again when the player returns.
	Stopped bool `json:"stopped,omitempty"`
}

// The kinds of [Seat].
const (
	SeatOpen   = "open"
	SeatPerson = "person"
	SeatBot    = "bot"
)

// Clock is the time control, in milliseconds. A decision first uses the time per decision, then the
// seat's bank. Each answer of the player adds the increment to the bank. When the time per decision
// and the bank are used up, the server plays the default option.
type Clock struct {
	Bank        int64 `json:"bank_ms" jsonschema:"minimum=0,maximum=604800000"`         // the initial bank
	PerDecision int64 `json:"per_decision_ms" jsonschema:"minimum=0,maximum=604800000"` // the time for each decision before the bank is used
	Increment   int64 `json:"increment_ms" jsonschema:"minimum=0,maximum=604800000"`    // added to the bank by each answer of the player
	// Absent is the action after the time of a seat has run out three times in a row. With
	// "forfeit" the seat resigns. With "bot" a bot plays until the player returns. With "wait" the
	// game waits for the player.
	Absent string `json:"absent" jsonschema:"enum=forfeit,enum=bot,enum=wait"`
}

// The values of Absent in [Clock].
const (
	AbsentForfeit = "forfeit" // the seat resigns
	AbsentBot     = "bot"     // a bot plays until the player returns
	AbsentWait    = "wait"    // the game waits until the player returns
)

// Table reports the seats, the open offers and what the game waits for. The server sends it
// after a change and in answer to Who.
type Table struct {
	ID    string `json:"id,omitempty"` // the id of the Who that the table answers
	Game  string `json:"game"`         // the id of the game
	Seats []Seat `json:"seats"`        // all seats, by number
	// Held reports that the server's storage does not respond. The game is paused and no
	// clock runs.
	Held   bool      `json:"held,omitempty"`
	Offers []Offered `json:"offers,omitempty"` // the open offers
	// Declined is an offer that a player has just declined or withdrawn, or an invitation that a
	// spectator has just declined. The server sends it once.
	Declined *Declined `json:"declined,omitempty"`
	// Decks lists the decks, as in Joined. The server sends it once, when the game begins.
	Decks []map[string]int `json:"decks,omitempty"`
	// Next is the id of the game that follows this one. The server sends it once.
	Next string `json:"next,omitempty"`
}

// Offered is an open offer.
type Offered struct {
	Kind     string `json:"kind" jsonschema:"enum=draw,enum=undo"` // as in Offer
	Seat     int    `json:"seat"`                                  // the seat that made the offer
	Accepted []int  `json:"accepted"`                              // the seats that have accepted
	Asked    []int  `json:"asked"`                                 // the seats that have yet to answer
}

// Declined is a declined or withdrawn offer, or a declined invitation.
type Declined struct {
	Kind string `json:"kind" jsonschema:"enum=draw,enum=undo,enum=invitation"` // as in Respond
	Seat int    `json:"seat"`                                                  // the seat that made the offer; -1 for an invitation
	By   int    `json:"by"`                                                    // the seat that declined the offer, or -1 for a spectator; if this is the seat that made the offer, it has withdrawn the offer
}

// Update sends a seat or a spectator the latest events, the current view, and the open
// decision. The newest update replaces all earlier ones.
type Update struct {
	Game     string          `json:"game"`                                    // the id of the game
	N        uint64          `json:"n" jsonschema:"maximum=9007199254740991"` // the number of the latest event
	Turn     int             `json:"turn"`                                    // the turn number, from 1; 0 before the first turn
	Awaiting []int           `json:"awaiting"`                                // the seats that must decide, in turn order
	View     json.RawMessage `json:"view"`                                    // the game as the recipient may see it: an object defined by the ruleset
	Events   []Event         `json:"events"`                                  // the events since the previous update, or, after a Join, the events that the client has missed
	Gap      bool            `json:"gap,omitempty"`                           // whether some events before these are omitted
	Decision *Decision       `json:"decision,omitempty"`                      // the seat's open decision
	Left     []int64         `json:"left_ms,omitempty"`                       // the bank of each seat
	// Ends is the number of milliseconds until the clock answers for each seat, or -1 while the
	// clock of the seat does not run.
	Ends []int64 `json:"ends_ms,omitempty"`
	// Now is the server's time in milliseconds since 1970, in a game with a clock. left_ms and
	// ends_ms are the times at that moment.
	Now int64 `json:"now_ms,omitempty"`

	encoded []byte
}

// An Event is something that happened in the game, limited to what the recipient may know.
// References have the same form as in the view.
type Event struct {
	N      uint64 `json:"n" jsonschema:"maximum=9007199254740991"` // the number of the event in the game, counted from 1
	What   string `json:"what"`                                    // the ruleset's name for the event
	Text   string `json:"text"`                                    // the event in words
	Seat   int    `json:"seat"`                                    // the seat concerned
	Card   string `json:"card,omitempty"`                          // the name of the card, unless it is hidden
	By     string `json:"by,omitempty"`                            // a reference to the acting object
	Target string `json:"on,omitempty"`                            // a reference to the target
	Amount int    `json:"amount,omitempty"`                        // the amount or count
	// Depth is the number of phases on the stack below the phase in which the event happened. The
	// consequences of a play have a greater depth than the play itself.
	Depth int `json:"depth,omitempty"`
}

// EventOf returns the description t of event number n as a part of an update.
func EventOf(n uint64, t state.EventLabel) Event {
	return Event{N: n, What: t.What, Text: t.Text, Seat: t.Seat, Card: t.Card, By: t.By, Target: t.Target, Amount: t.Amount, Depth: t.Depth}
}

// A Decision asks a seat to choose. The decision stays open, under the same id, until the seat has
// answered or the game has changed.
type Decision struct {
	ID      uint32   `json:"id"`      // the id to use in the answer
	Options []Option `json:"options"` // every legal answer; option 0 is the default
	// Pick is present when a card asks for cards. A client may then answer with a Pick that names
	// all picked cards, or card by card with the options. An option takes one card. Afterwards,
	// cards that are listed before the taken card may no longer be options.
	Pick *Selection `json:"pick,omitempty"`
	Ends *int64     `json:"ends_ms,omitempty"` // the number of milliseconds until the default is played
	// Auto is the number of milliseconds until the server answers for you: see Settings. You may
	// answer earlier.
	Auto *int64 `json:"auto_ms,omitempty"`
}

// A Selection is a card's request for a choice of cards.
type Selection struct {
	Min     int      `json:"min"`               // the minimum number of cards to pick
	Max     int      `json:"max"`               // the maximum number of cards to pick
	Does    string   `json:"does"`              // what happens to the cards, such as "discard" or "put on the deck"
	From    string   `json:"from"`              // the zone of the cards, such as "hand"
	Ordered bool     `json:"ordered,omitempty"` // whether the order of the picks counts
	Cards   []Option `json:"cards"`             // one entry per card; copies of a card have the same text
}

// An Option is a legal answer. References have the same form as in the view.
type Option struct {
	ID           int    `json:"id"`             // the index in the list
	Do           string `json:"do"`             // the ruleset's name for the action: play, attack, pass, …
	Text         string `json:"text"`           // the option in words, unique in the list
	Card         string `json:"card,omitempty"` // the name of the card
	By           string `json:"by,omitempty"`   // a reference to the acting object
	Target       string `json:"on,omitempty"`   // a reference to the target
	SecondTarget string `json:"also,omitempty"` // a reference to the second target
}

// OptionOf returns the option with the label l and the index id in its list.
func OptionOf(id int, l state.Label) Option {
	return Option{ID: id, Do: l.Do, Text: l.Text, Card: l.Card, By: l.By, Target: l.Target, SecondTarget: l.SecondTarget}
}

// ChatMessage is a message in the chat of a game.
type ChatMessage struct {
	Game string `json:"game"`           // the id of the game
	Seat int    `json:"seat"`           // the sender's seat, or -1 for a spectator
	Name string `json:"name,omitempty"` // the name of the seat's player
	Text string `json:"text"`           // the text of the message
}

// SeatSettings lists the settings of your seat. The server sends it to your seat only, after each
// change, and when you join a game with automatic passes or a seat with settings.
type SeatSettings struct {
	Stops  []string `json:"stops"`  // the names of the situations in which the server waits for you
	Alone  bool     `json:"alone"`  // see Settings
	Always []string `json:"always"` // the texts of the options chosen with Always, oldest first
	Muted  []int    `json:"muted"`  // the muted seats, with -1 for all spectators
}

// Over announces the end of a game.
type Over struct {
	Game string `json:"game"`                                    // the id of the game
	N    uint64 `json:"n" jsonschema:"maximum=9007199254740991"` // the number of the latest event
	Won  []int  `json:"won"`                                     // the winning seats
	Draw bool   `json:"draw"`                                    // whether the game reached its end without a winner
	// Reason is the cause of the end. "end": the rules ended the game. "agreed": the players agreed
	// on a draw. "claimed": the players present agreed on a draw while others were away for long.
	// "loop": one turn had too many requests. "abandoned": all players were away for long. "rules":
	// the rules changed during the game. "fault": the rules failed, and the server set the game
	// aside.
	Reason   string     `json:"reason" jsonschema:"enum=end,enum=agreed,enum=claimed,enum=loop,enum=abandoned,enum=rules,enum=fault"`
	Resigned []Resigned `json:"resigned,omitempty"` // the resignations in order, each with its cause
	Key      string     `json:"key,omitempty"`      // the game's key. See "Fair chance".
	Salt     string     `json:"salt,omitempty"`     // the salt of the commitment in Joined
}

// Resigned is the resignation of a seat.
type Resigned struct {
	Seat int `json:"seat"` // the seat that resigned
	// By is absent if the player resigned. "clock": the seat's time has run out. "exit": another player
	// sent an Exit, because the seat delayed the game.
	By string `json:"by,omitempty" jsonschema:"enum=clock,enum=exit"`
}

// The values of Reason in [Over].
const (
	ReasonEnd       = "end"       // the rules ended the game
	ReasonAgreed    = "agreed"    // the players agreed on a draw
	ReasonClaimed   = "claimed"   // the players present agreed on a draw while the others were away for long
	ReasonLoop      = "loop"      // one turn had more requests than any game needs, which is a draw
	ReasonAbandoned = "abandoned" // all players were away for long, so no player wins
	ReasonRules     = "rules"     // the server has newer rules and cannot continue the game, so no player wins
	ReasonFault     = "fault"     // the rules panicked, so the server set the game aside
)

// Patch replaces an [Update] for a client whose Hello accepts patches. The patch describes how
// to build the text of the update from the text of the previous update. See "Patches".
type Patch struct {
	// Ops build the text of the update. An op that is a string appends that string to the text.
	// Two integers append a copy of a part of the text so far, which begins with the text of the
	// previous update. The first integer is the number of bytes to skip after the end of the
	// previous copy, and is negative to go back. The second is the number of bytes to copy. Both
	// count bytes of UTF-8.
	Ops []Op `json:"ops"`
}

// An Op is a string or an integer of a [Patch].
type Op struct{ jsontext.Value }

// Done answers an accepted message that has an id, unless another message answers it with that id. The
// server sends Done after all messages that the accepted message has caused.
type Done struct {
	ID string `json:"id"` // the id of the accepted message
}

// A World is the result of a Fork or an Apply. A world agrees with all that the seat may know.
// The hidden information in a world is drawn at random.
type World struct {
	ID      string `json:"id,omitempty"` // the id of the Fork or Apply
	WorldID uint32 `json:"fork"`         // the id of the world, counted from 1 for each decision
	Turn    int    `json:"turn"`         // the turn number
	// Seat is the seat that must decide, or -1 when the game is over. It is your own seat until you
	// have answered the decision in this world, and then the first awaited seat in turn order.
	Seat int `json:"seat"`
	// Options lists the options of that seat. Option 0 is the default.
	Options []Option `json:"options"`
	// Values has an estimate by seat, from 0 for a loss to 1000 for a win.
	Values []int           `json:"values"`
	Over   bool            `json:"over"`           // whether the game is over in this world
	Won    []int           `json:"won"`            // the winning seats
	View   json.RawMessage `json:"view,omitempty"` // the world as the bot's seat would see it, on request
}

// Values is the result of Rollouts.
type Values struct {
	ID string `json:"id,omitempty"` // the id of the Rollouts
	// Values has an entry for each rollout, in the order of the seeds and then of the paths. An
	// entry has an estimate by seat at the end of the rollout, as in a World. The last entries are
	// missing if the budget is spent, or if the rollouts have taken 10,000 steps.
	Values [][]int `json:"values"`
	Steps  int     `json:"steps" jsonschema:"minimum=1,maximum=100000"` // the steps used: one for each rollout, and one for each option
}

// Pong answers a Ping.
type Pong struct {
	messageID
	T int64 `json:"t" jsonschema:"maximum=9007199254740991"` // copied from the Ping
}
