package dominion

// A View is a position as a seat sees it, in the form that the server sends to clients.
// appendView writes it without reflection. A test checks that View and appendView agree.
type View struct {
	Turn    int         `json:"turn"`              // counts all turns of the game
	Active  int         `json:"active"`            // the seat whose turn it is
	Decider int         `json:"decider"`           // the seat that decides for the active seat: itself, or the seat that possesses it
	Seat    int         `json:"seat"`              // the viewer; -1 is a spectator, -2 sees all
	Stack   []FrameView `json:"stack"`             // the phases in progress, the current one last
	Asks    string      `json:"asks"`              // the open decision in words
	Actions int         `json:"actions"`           // left this turn
	Buys    int         `json:"buys"`              // left this turn
	Coins   int         `json:"coins"`             // to spend
	Potions int         `json:"potions,omitempty"` // to spend
	// Cheaper is the reduction of all costs this turn. The costs in the supply already include
	// this reduction.
	Cheaper  int        `json:"cheaper,omitempty"`
	Supply   []PileView `json:"supply"`                  // the basic cards first
	Trash    CardCounts `json:"trash"`                   // public
	Revealed CardCounts `json:"revealed,omitzero"`       // revealed or set aside by the card being played
	Looking  int        `json:"looking,omitempty"`       // number of cards that the active seat looks at
	Looked   CardCounts `json:"looked_at,omitzero"`      // the looked-at cards that the viewer knows
	Return   CardCounts `json:"to_be_returned,omitzero"` // cards that the possessed seat trashed and will get back
	Sides    []SideView `json:"sides"`                   // by seat
}

// CardCounts maps card names to numbers of cards, in the order of the supply.
type CardCounts map[string]int

// A PileView is a supply pile.
type PileView struct {
	Card    string `json:"card"`
	Cost    int    `json:"cost"`              // current cost in coins
	Potion  bool   `json:"potion,omitempty"`  // costs a Potion too
	Left    int    `json:"left"`              // cards in the pile
	Kingdom bool   `json:"kingdom,omitempty"` // a kingdom card
	Banned  bool   `json:"banned,omitempty"`  // cannot be bought this turn
}

// A FrameView shows one frame of the stack.
type FrameView struct {
	Phase string `json:"phase"`           // start, action, treasure, buy, clean-up, play, effect, react, gain, shuffle, choice or ask
	Seat  int    `json:"seat"`            // the owner
	Actor int    `json:"actor"`           // the affected or asked seat
	Card  string `json:"card,omitempty"`  // the card that is played, gained, reacted to or takes effect
	Hook  string `json:"hook,omitempty"`  // the reason for a reaction or effect
	Plays int    `json:"plays,omitempty"` // remaining plays of the card, including this one
}

// A SideView describes the cards and counters of one seat. For a hidden zone, the view has the
// size and the cards that the viewer knows.
type SideView struct {
	Seat        int        `json:"seat"`
	Out         bool       `json:"out,omitempty"`            // no longer playing
	Points      int        `json:"points"`                   // victory points of all its cards
	Turns       int        `json:"turns"`                    // turns so far, without extra turns
	Extra       int        `json:"extra_turns,omitempty"`    // extra turns to come with a neighbour's cards
	Tokens      int        `json:"tokens,omitempty"`         // coin tokens
	Hand        int        `json:"hand"`                     // number of cards
	HandCards   CardCounts `json:"hand_cards"`               // the cards of the hand that the viewer sees
	Deck        int        `json:"deck"`                     // number of cards
	Top         []string   `json:"top"`                      // the deck from the top down to the deepest known card; "" is unknown
	Stashes     []int      `json:"stashes,omitempty"`        // depths of the Stashes not in top; 1 is the top card
	Rest        CardCounts `json:"rest,omitzero"`            // deck cards at unknown positions, if the viewer sees what the seat sees
	Discard     int        `json:"discard"`                  // number of cards
	Discarded   CardCounts `json:"discarded"`                // discarded cards that the viewer has seen; the other cards are face down
	Play        CardCounts `json:"play"`                     // cards in play
	Stays       CardCounts `json:"stays,omitzero"`           // the part of play that stays at clean-up
	NextTurn    CardCounts `json:"next_turn,omitzero"`       // effects at the start of the next turn
	Island      CardCounts `json:"island,omitzero"`          // on the Island mat
	Native      int        `json:"native_village,omitempty"` // cards on the Native Village mat
	NativeCards CardCounts `json:"native_village_cards,omitzero"`
	Haven       int        `json:"haven,omitempty"` // cards set aside until the next turn
	HavenCards  CardCounts `json:"haven_cards,omitzero"`
	Horses      int        `json:"horse_traders,omitempty"` // number of cards set aside until the next turn
}
