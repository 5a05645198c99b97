package dominion

// A View is what a seat may know of a position, as it goes over the wire.
// appendView writes it without reflection; a test holds the two together.
type View struct {
	Turn    int         `json:"turn"`              // counts all turns of the game
	Active  int         `json:"active"`            // the seat whose turn it is
	Decider int         `json:"decider"`           // who decides for that seat: another one possesses it
	Seat    int         `json:"seat"`              // the seat that sees this; -1 is a spectator, -2 sees all
	Stack   []FrameView `json:"stack"`             // what is happening, the current phase last
	Asks    string      `json:"asks"`              // what the seats that are asked are to do, in words
	Actions int         `json:"actions"`           // that are left this turn
	Buys    int         `json:"buys"`              // the same
	Coins   int         `json:"coins"`             // to spend
	Potions int         `json:"potions,omitempty"` // to spend
	// How much less all cards cost this turn; the costs of the supply have it in
	// already.
	Cheaper  int        `json:"cheaper,omitempty"`
	Supply   []PileView `json:"supply"`                  // the basic cards first
	Trash    CardCounts `json:"trash"`                   // all see it
	Revealed CardCounts `json:"revealed,omitzero"`       // turned up or set aside by the card that is played
	Looking  int        `json:"looking,omitempty"`       // how many cards the turn's player looks at
	Looked   CardCounts `json:"looked_at,omitzero"`      // those of them that the viewer knows
	Return   CardCounts `json:"to_be_returned,omitzero"` // trashed by the possessed seat, which gets them back
	Sides    []SideView `json:"sides"`                   // by seat
}

// CardCounts is a number for each card, by its name, in the order of the supply.
type CardCounts map[string]int

// A PileView is a pile of the supply.
type PileView struct {
	Card    string `json:"card"`
	Cost    int    `json:"cost"`              // in coins, as it is now
	Potion  bool   `json:"potion,omitempty"`  // it costs a Potion as well
	Left    int    `json:"left"`              // cards in the pile
	Kingdom bool   `json:"kingdom,omitempty"` // it is a kingdom card
	Banned  bool   `json:"banned,omitempty"`  // it may not be bought this turn
}

// A FrameView is a phase of the stack.
type FrameView struct {
	Phase string `json:"phase"`           // start, action, treasure, buy, clean-up, play, effect, react, gain, shuffle, choice or ask
	Seat  int    `json:"seat"`            // whose it is
	Actor int    `json:"actor"`           // who is acted upon, or asked
	Card  string `json:"card,omitempty"`  // the card that is played, gained, reacted to or takes effect
	Hook  string `json:"hook,omitempty"`  // what is reacted to, or why the card takes effect
	Plays int    `json:"plays,omitempty"` // how often the card is still played, this time included
}

// A SideView is what a seat has. Of a hidden zone it has the number of cards and
// those that the viewer sees.
type SideView struct {
	Seat        int        `json:"seat"`
	Out         bool       `json:"out,omitempty"`            // no longer playing
	Points      int        `json:"points"`                   // of all its cards, wherever they are
	Turns       int        `json:"turns"`                    // had so far, extra turns not counted
	Extra       int        `json:"extra_turns,omitempty"`    // still to be had with a neighbour's cards
	Tokens      int        `json:"tokens,omitempty"`         // coin tokens
	Hand        int        `json:"hand"`                     // how many cards
	HandCards   CardCounts `json:"hand_cards"`               // those that the viewer sees
	Deck        int        `json:"deck"`                     // how many cards
	Top         []string   `json:"top"`                      // the cards of the deck from the top down, "" where not known, as far down as one is
	Stashes     []int      `json:"stashes,omitempty"`        // how deep the Stashes that are not among these lie in the deck; 1 is the top card
	Rest        CardCounts `json:"rest,omitzero"`            // the cards of the deck whose place the viewer does not know, if it sees what the seat sees
	Discard     int        `json:"discard"`                  // how many cards
	Discarded   CardCounts `json:"discarded"`                // those that the viewer has seen; the others lie face down
	Play        CardCounts `json:"play"`                     // cards in play
	Stays       CardCounts `json:"stays,omitzero"`           // those of play that stay there at clean-up
	NextTurn    CardCounts `json:"next_turn,omitzero"`       // how often each card takes effect when the next turn starts
	Island      CardCounts `json:"island,omitzero"`          // on the Island mat
	Native      int        `json:"native_village,omitempty"` // cards on the mat
	NativeCards CardCounts `json:"native_village_cards,omitzero"`
	Haven       int        `json:"haven,omitempty"` // cards set aside until the next turn
	HavenCards  CardCounts `json:"haven_cards,omitzero"`
	Horses      int        `json:"horse_traders,omitempty"` // how many are set aside until the next turn
}
