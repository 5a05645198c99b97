package protocol

// Hello is the first message of a client.
type Hello struct {
	Protocol int    `json:"protocol"`          // the protocol version of the client
	Name     string `json:"name,omitempty"`    // the name to show at the table: up to 60 bytes on one line
	Author   string `json:"author,omitempty"`  // the author of the bot: up to 60 bytes
	Version  string `json:"version,omitempty"` // the version of the bot: up to 60 bytes
	// Repeats is a bot's claim to be deterministic: the same seed and the same messages
	// lead to the same answers.
	Repeats bool `json:"repeats,omitempty"`
}

// Join takes a seat, or comes back to it.
type Join struct {
	Game string `json:"game"`                                            // the id of the game
	Seat *int   `json:"seat,omitempty" jsonschema:"minimum=0,maximum=5"` // the seat; any open one if absent
	Key  string `json:"key,omitempty"`                                   // the key of a seat to come back to
	// Claim is a random string of the client's own. It takes an open seat, and brings the
	// client back to that seat when it is sent again. Use it to retry when no answer arrives.
	Claim string `json:"claim,omitempty" jsonschema:"minLength=22,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
	// After is the number of the last event that the client has. Without it the client
	// receives all events so far, at most the latest 2,000.
	After *uint64 `json:"after,omitempty"`
	// Nonce is a random string of the client's own. The server mixes it into the chance of
	// the game before the deal. See "Fair chance".
	Nonce string `json:"nonce,omitempty" jsonschema:"minLength=1,maxLength=64,pattern=^[A-Za-z0-9_-]*$"`
	// Deck is the name of a ready deck or the text of a deck file, up to 8 KiB, for a seat
	// whose player chooses the deck.
	Deck string `json:"deck,omitempty"`
}

// Watch follows a game as a spectator.
type Watch struct {
	Game string `json:"game"` // the id of the game
}

// Choose answers a decision.
type Choose struct {
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
	// Info is a bot's note on its choice, up to 4 KiB of text, or of JSON as text. Until the
	// game is over, only the bot's owner sees it.
	Info string `json:"info,omitempty"`
}

// Pick answers a decision that asks for cards with all of them at once.
type Pick struct {
	Decision uint32 `json:"decision"` // the id of the decision
	// Cards are the ids of the cards on the decision's pick, each at most once. Their order
	// counts if the pick is ordered.
	Cards []int `json:"cards"`
	// Info is a bot's note, as in Choose.
	Info string `json:"info,omitempty"`
}

// Always answers a decision as Choose does, and answers every later decision with the same
// options in the same way until Settings with forget.
type Always struct {
	Decision uint32 `json:"decision"`                      // the id of the decision
	Option   int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
}

// Settings sets which decisions the server answers for your seat. Absent fields keep their
// values; at first everything is off. The server answers without delay, so the other
// players can tell.
type Settings struct {
	// Until passes for you until the stack is empty, until your turn, or until another player
	// acts; "off" asks you again. Passing also stops when something happens to you, when you
	// have a choice that should not be missed, and when you choose.
	Until string `json:"until,omitempty" jsonschema:"enum=off,enum=stack,enum=turn,enum=something"`
	// Alone passes for you whenever you have no other choice. Other players may infer your
	// hand from that.
	Alone *bool `json:"alone,omitempty"`
	// Forget cancels all answers given with Always.
	Forget bool `json:"forget,omitempty"`
}

// The values of the Until of [Settings].
const (
	UntilOff       = "off"       // do not pass
	UntilStack     = "stack"     // pass until the stack is empty
	UntilTurn      = "turn"      // pass until the seat's turn
	UntilSomething = "something" // pass until another player acts
)

// Chat sends a line to the table. It does not affect the game.
type Chat struct {
	Text string `json:"text"` // up to 500 bytes, not blank; the only control character allowed is the line break
}

// Mute hides the chat of another seat from yours, or shows it again.
type Mute struct {
	Seat int  `json:"seat" jsonschema:"minimum=-1,maximum=5"` // the seat; -1 for all spectators
	On   bool `json:"on"`                                     // whether to hide it
}

// Resign leaves the game for good.
type Resign struct{}

// Offer proposes a draw or an undo to the other players, who answer with a Respond. Bots
// accept an undo; they accept a draw only when no person is left to ask. An offer of a draw
// lasts for this turn and the next, an offer of an undo until the game changes.
type Offer struct {
	// Kind is the proposal: to end the game without a winner, or to take back your latest
	// choice and everything after it. An undo needs no consent if the game is not rated, no
	// other seat has acted since, and neither hidden information nor chance is involved.
	Kind string `json:"kind" jsonschema:"enum=draw,enum=undo"`
}

// Respond answers another seat's offer, or withdraws your own.
type Respond struct {
	Kind   string `json:"kind" jsonschema:"enum=draw,enum=undo"` // of the offer
	Accept bool   `json:"accept"`                                // false ends the offer
}

// The kinds of an [Offer].
const (
	OfferDraw = "draw"
	OfferUndo = "undo"
)

// Exit ends the wait for a seat that holds up the game. It is allowed from the time that
// the table's exit_ms announces.
type Exit struct {
	Seat int `json:"seat" jsonschema:"minimum=0,maximum=5"` // the seat that holds up the game
	// Way selects the action: resign that seat, offer a draw to the players who are present, or let
	// a bot play for the seat until its player returns.
	Way string `json:"way" jsonschema:"enum=win,enum=draw,enum=bot"`
}

// The ways of an [Exit].
const (
	ExitWin  = "win"  // the seat resigns
	ExitDraw = "draw" // offer a draw
	ExitBot  = "bot"  // a bot plays for the seat
)

// Who requests a Table: which seats the game waits for, and since when.
type Who struct{}

// Fork draws a world, or copies one. To your seat a drawn world looks exactly like the game.
// The answer is a World. Your seat must have an open decision; its worlds end with it.
type Fork struct {
	// From is the world to copy. Without it, everything that the seat cannot know is drawn at
	// random.
	From *uint32 `json:"from,omitempty"`
	// Seed determines the random draw: equal seeds draw equal worlds. A copy keeps the
	// randomness of its original.
	Seed uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	View bool   `json:"view,omitempty"` // whether to include the view in the answer
}

// Apply takes an option for the seat to decide in a world. The answer is a World.
type Apply struct {
	Fork   uint32 `json:"fork"`                          // the id of the world
	Option int    `json:"option" jsonschema:"minimum=0"` // the id of one of its options
	// Seed is mixed into the world's randomness first, unless it is 0.
	Seed uint64 `json:"seed,omitempty" jsonschema:"maximum=9007199254740991"`
	View bool   `json:"view,omitempty"` // whether to include the view in the answer
}

// Release discards a world to make room for another. It has no answer.
type Release struct {
	Fork uint32 `json:"fork"` // the id of the world
}

// Ping asks for a Pong. Either side may send it.
type Ping struct {
	T int64 `json:"t"` // returned unchanged
}

// Bye ends the connection. Either side may send it. A seat stays taken.
type Bye struct {
	Reason string `json:"reason,omitempty"` // the reason in words
}
