package protocol

// Offer proposes something to the others at the table. People answer with a Respond.
// Bots agree to an undo; to a draw they agree only when nobody else is left to ask. An
// offer of a draw stands for this turn and the next one, that of an undo until
// something happens in the game.
type Offer struct {
	// Kind is what is proposed: that nobody wins, or that your latest choice and all
	// that came after it be taken back. An undo needs nobody's consent in a game that is
	// not rated, if no other seat has acted since, nothing was revealed to anybody and
	// no chance was drawn.
	Kind string `json:"kind" jsonschema:"enum=draw,enum=undo"`
}

// Respond answers an offer of another seat, or takes the own one back.
type Respond struct {
	Kind   string `json:"kind" jsonschema:"enum=draw,enum=undo"` // of the offer
	Accept bool   `json:"accept"`                                // false ends the offer
}

// Exit is the way out of a game that a seat holds up, from when the table says so.
type Exit struct {
	Seat int `json:"seat" jsonschema:"minimum=0,maximum=5"` // who holds the game up
	// Way is what to do: that seat is resigned, a draw is offered to those who are there,
	// or a bot plays for that seat until it is back.
	Way string `json:"way" jsonschema:"enum=win,enum=draw,enum=bot"`
}

// Mute hides from your seat what another one says, or shows it again.
type Mute struct {
	Seat int  `json:"seat" jsonschema:"minimum=-1,maximum=5"` // whom; -1 for all spectators
	On   bool `json:"on"`                                     // whether to hide it
}

// Who asks for a Table: who owes what, and since when.
type Who struct {
}

// What an [Offer] proposes.
const (
	OfferDraw = "draw"
	OfferUndo = "undo"
)

// The ways of an [Exit].
const (
	ExitWin  = "win"  // the seat is resigned
	ExitDraw = "draw" // nobody wins
	ExitBot  = "bot"  // a bot plays for it
)

// Offered is an offer that is open.
type Offered struct {
	Kind     string `json:"kind" jsonschema:"enum=draw,enum=undo"` // as in Offer
	Seat     int    `json:"seat"`                                  // who has made it
	Accepted []int  `json:"accepted"`                              // the seats that have agreed
	Asked    []int  `json:"asked"`                                 // those that have not answered yet
}
