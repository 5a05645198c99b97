package dominion

import (
	"math/bits"

	"gamed/state"
)

// Limits of the position and constants of the rules.
const (
	maxTop   = 32  // ordered cards in a deck
	maxStash = 10  // Stashes in a game
	maxTurns = 200 // turns per seat, after which the game is scored
	// turnLimitFactor limits the number of turns of a game, including extra turns. The limit is the
	// maximum number of regular turns times turnLimitFactor. Without a limit, two seats could
	// possess each other forever.
	turnLimitFactor = 4
	handSize        = 5
)

// A Position is the complete state of a game.
type Position struct {
	state.Core
	Kinds         [maxPiles]state.Kind // the kind of each pile, ascending
	PrintedCost   Counts               // the printed cost of each pile's cards
	Supply        Counts
	Trash         Bag
	Revealed      Bag // cards revealed or set aside by the current card
	LookedAt      Bag // cards that the active seat looks at
	ToReturn      Bag // cards trashed by a possessed seat, to be returned
	Sides         [state.MaxSeats]Side
	KindBits      [8]uint32             // the kinds of the piles: bit k&31 of word k>>5
	Banned        set                   // piles that cannot be bought this turn
	ByType        [nTypes]set           // piles by type
	ReactionPiles [4]set                // piles with a reaction, by slot from slotAttack
	Coins         uint16                // to spend this turn
	Hooks         uint16                // slots for which some card of the game has code
	Special       properties            // union of the properties of the cards in the game
	ActionsPlayed uint16                // Actions that the active seat has played this turn
	KindsBefore   [8]pile               // for each word of KindBits, the number of the game's kinds in lower words
	MaxTurns      uint8                 // per seat, without extra turns
	ExtraTurns    [state.MaxSeats]uint8 // turns that each seat will take with its neighbour's cards
	ToPass        [state.MaxSeats]pile  // the card in hand that each seat will pass; 0 for none
	Actions       uint8
	Buys          uint8
	Potions       uint8      // to spend this turn
	CostReduction uint8      // reduction of all costs this turn
	Merchants     uint8      // Merchants played this turn
	Silvers       uint8      // Silvers played this turn
	FoolsGolds    uint8      // Fool's Golds played this turn
	EmptyPiles    uint8      // empty supply piles
	Decider       state.Seat // decides for the active seat: itself, or a possessing seat
	LastRegular   state.Seat // the seat of the last regular turn
	Printing      printing
	Derived
}

// A Side holds the cards and counters of one seat.
type Side struct {
	Unordered Bag // the unordered part of the deck, below Top
	Hand      Bag
	Discard   Bag // openly discarded cards
	FaceDown  Bag // cards discarded face down in clean-up
	Play      Bag
	Staying   Bag // the part of Play that stays in play at clean-up
	NextTurn  Bag // effects at the start of the next turn
	Island    Bag // the mats
	Native    Bag
	Haven     Bag             // set aside face down until the next turn
	Top       [maxTop]topCard // the ordered cards of the deck, top card last
	NTop      uint8
	Turns     uint8            // without extra turns
	Tokens    uint8            // coin tokens, for Pirate Ships
	NStash    uint8            // Stashes in Unordered
	Stash     [maxStash]uint16 // the height of each Stash in Unordered; 1 is the bottom card
}

// A topCard is an ordered card in a deck. It holds the card's pile and the seats that know the
// card.
type topCard uint16

func top(p pile, seen state.Seats) topCard { return topCard(p) | topCard(seen)<<8 }

func (t topCard) pile() pile        { return pile(t) }
func (t topCard) seen() state.Seats { return state.Seats(t >> 8) }

// printing selects the version of the cards that exist with two texts.
type printing uint8

const (
	mixed   printing = iota // effects are optional if either text says so; Trader replaces the gain
	of2011                  // as in the 2011 printing
	ofToday                 // as in the current printing
)

// ofType returns the piles whose cards have the given type. It is faster than ofTypes.
func (s *Position) ofType(single uint8) set { return s.ByType[bits.TrailingZeros8(single)] }

// ofTypes returns the piles whose cards have any of the types.
func (s *Position) ofTypes(types uint8) (ps set) {
	for ; types != 0; types &= types - 1 {
		ps |= s.ByType[bits.TrailingZeros8(types)]
	}
	return ps
}

func (s *Position) stats(p pile) *cardStats { return statsOf(s.Kinds[p]) }

// pileOf returns the pile of kind k, or 0 if the game has none. Piles ascend by kind, so pileOf counts
// the game's kinds below k. A table of piles by kind would be faster to read, but would make every
// copy of a position slower.
func (s *Position) pileOf(k state.Kind) pile {
	kinds, bit := s.KindBits[k>>5], uint32(1)<<(k&31)
	if kinds&bit == 0 {
		return 0
	}
	return s.KindsBefore[k>>5] + 1 + pile(bits.OnesCount32(kinds&(bit-1)))
}

// deciderOf returns the seat that makes the decisions of the given seat. This is the possessing
// seat if the given seat is possessed and the possessing seat is still in the game. Otherwise it is
// the given seat itself.
func (s *Position) deciderOf(seat state.Seat) state.Seat {
	if seat == s.Active && s.Playing.Has(s.Decider) {
		return s.Decider
	}
	return seat
}

// viewersOf returns the seats that see the hidden cards of the given seat.
func (s *Position) viewersOf(seat state.Seat) state.Seats {
	return state.Only(seat) | state.Only(s.deciderOf(seat))
}

// possessed reports whether the seat takes a turn in which, by the card Possession, another seat
// decides for it. The other seat may have left the game in the meantime.
func (s *Position) possessed(seat state.Seat) bool { return seat == s.Active && s.Decider != seat }

// hasCode reports whether any card in the game has code in the slot.
func (s *Position) hasCode(slot state.Slot) bool { return s.Hooks>>slot&1 != 0 }
