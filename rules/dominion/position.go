package dominion

import (
	"math/bits"

	"gamed/state"
)

// Limits that bound the position, and rules of the game in numbers.
const (
	maxTop   = 32  // cards of a deck whose order is known or has been chosen
	maxStash = 10  // Stashes of a game
	maxTurns = 200 // of each seat; a longer game is scored as it stands
	// turnsPerTurn is how many turns there may be, extra ones counted, for each
	// that is not: two seats can possess each other for ever.
	turnsPerTurn = 4
	handSize     = 5
)

// A Position is everything there is to know of a game at one moment.
type Position struct {
	state.Core
	Kinds     [maxPiles]state.Kind // the card of each pile, ascending
	Printed   Counts               // what each pile costs, as printed
	Supply    Counts
	Trash     Bag
	Revealed  Bag // cards that the card at hand has turned up or set aside
	Looked    Bag // cards that the active seat looks at, unseen by others
	Taken     Bag // cards that a possessed seat has trashed and will get back
	Sides     [state.MaxSeats]Side
	Piles     [maxKinds]pile        // of each kind; 0 is no pile of this game
	MaxTurns  uint8                 // of each seat, extra turns not counted
	Coins     uint16                // to spend this turn
	Banned    set                   // piles that may not be bought this turn
	Typed     [nTypes]set           // the piles of each type
	Reacting  [4]set                // the piles with code at each slot of a reaction in hand
	Hooks     uint16                // the slots that some card of the game has code for
	Extra     [state.MaxSeats]uint8 // turns that each seat is still to take with its neighbour's cards
	Actions   uint8
	Buys      uint8
	Potions   uint8 // to spend this turn
	Bridges   uint8 // by how much all cards are cheaper this turn
	Merchants uint8 // played this turn, as are the next two
	Silvers   uint8
	Fools     uint8
	Empty     uint8      // supply piles without a card
	Decider   state.Seat // who decides for the active seat: itself, or who possesses it
	Normal    state.Seat // who had the last turn that was no extra turn
	Printing  printing
	Special   special // what some card of the game does all the time
}

// A Side is what belongs to one seat.
type Side struct {
	Rest    Bag // the cards of the deck below Top, in no order yet
	Hand    Bag
	Discard Bag // the cards of the discard pile that all have seen
	Dark    Bag // the other ones: hands discarded in clean-up
	Play    Bag
	Stay    Bag // those of Play that stay in play at clean-up
	Next    Bag // how often each card has its effect when the next turn starts
	Island  Bag // the mats
	Native  Bag
	Haven   Bag             // set aside face down until the next turn
	Top     [maxTop]topCard // the known cards of the deck, its top card last
	NTop    uint8
	Turns   uint8            // how many it has had, extra turns not counted
	Tokens  uint8            // coin tokens, for Pirate Ships
	NStash  uint8            // Stashes in Rest
	Stash   [maxStash]uint16 // how high each lies in Rest: 1 is the lowest card
}

// A topCard is a card of the deck with a place: its pile, and who knows it.
type topCard uint16

func top(p pile, seen state.Seats) topCard { return topCard(p) | topCard(seen)<<8 }

func (t topCard) pile() pile        { return pile(t) }
func (t topCard) seen() state.Seats { return state.Seats(t >> 8) }

// printing says which text of a card holds where it was printed with two.
type printing uint8

const (
	mixed   printing = iota // what can be declined may be, and Trader replaces the gain
	of2011                  // as printed until 2011
	ofToday                 // as printed today
)

// typed returns the piles of any of the types.
func (s *Position) typed(types uint8) (ps set) {
	for ; types != 0; types &= types - 1 {
		ps |= s.Typed[bits.TrailingZeros8(types)]
	}
	return ps
}

func (s *Position) stats(p pile) *cardStats { return statsOf(s.Kinds[p]) }

// pileOf returns the pile of kind k, 0 if the game has none.
func (s *Position) pileOf(k state.Kind) pile { return s.Piles[k] }

// decides returns who decides for seat.
func (s *Position) decides(seat state.Seat) state.Seat {
	if seat == s.Active && s.Playing.Has(s.Decider) {
		return s.Decider
	}
	return seat
}

// viewersOf returns who sees what seat sees.
func (s *Position) viewersOf(seat state.Seat) state.Seats {
	return state.Only(seat) | state.Only(s.decides(seat))
}

// possessed reports whether seat takes a turn that another one decides for.
func (s *Position) possessed(seat state.Seat) bool { return seat == s.Active && s.Decider != seat }

// hooked reports whether some card of the game has code at slot.
func (s *Position) hooked(slot state.Slot) bool { return s.Hooks>>slot&1 != 0 }
