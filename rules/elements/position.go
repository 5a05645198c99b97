package elements

import (
	"math/bits"

	"gamed/state"
)

// Constants of the rules and limits of the position.
const (
	MinDeck    = 21  // minimum size of a deck
	MaxCopies  = 3   // maximum copies of a card in a deck
	MaxTurns   = 200 // turns after which a game is a draw; the table option "turns" overrides it
	MaxDeck    = 30  // maximum size of a deck
	MaxPresent = 8   // maximum tokens per seat; further cards go to the Past
	StartLife  = 7
	StartHand  = 3
	NewHand    = 2 // cards in hand after a mulligan

	maxSeats = 4
	slots    = 4*MaxPresent + 8 // number of token slots; slot 0 is unused, and freeSlot needs some spare slots
	maxLife  = 99
	maxStat  = 99 // limit of attack, health and their boosts
)

// An Element is one of the seven elements, or Any in a cost.
type Element uint8

const (
	Any Element = iota
	White
	Red
	Yellow
	Green
	Blue
	Violet
	Black
	nElements
)

// The zones that events and picks name.
const (
	Nowhere state.Zone = iota
	Future             // the face-down deck
	Hand
	Present // tokens in play
	Past    // used cards, face up
	Karma   // the created elements of a seat

	// The following zones hold no cards. A pick from Names is a kind, and a pick from Modes is a number.
	Names // the kinds in the decks of other seats, to name a card
	Modes // the modes of a Choose
)

// A Position is the complete state of a game.
type Position struct {
	state.Core
	Present         [maxSeats]Tokens        // tokens by controlling seat
	Activatable     Tokens                  // tokens with an activated power
	Reacting        Tokens                  // tokens that react to a player's actions or make cards cheaper
	FreedSlots      Tokens                  // slots freed by the request with number FreedSeq: see freeSlot
	LeastSpellKarma [maxSeats]elementCounts // karma that a Spell of each deck needs: see Deck.leastSpellKarma
	DeckNeeds       [maxSeats]elementCounts // elements of each deck: see Deck.needs
	FreedSeq        uint32
	TokensCreated   uint32        // number of tokens so far
	TokenNames      [slots]uint16 // t1, t2, … by slot; an empty slot keeps the name of its last token
	Sides           [maxSeats]Side
	Tokens          [slots]Token
	Derived
}

// A Side holds the cards and counters of one seat. Hand is sorted by kind. The top card of Future
// and Past is the last one. Cards that are not in play have no identity, so copies of a card are
// indistinguishable.
type Side struct {
	Active        [nElements]uint8 // active karma, with the sum at Any
	Karma         [nElements]uint8 // active and spent karma, with the sum at Any
	Future        [MaxDeck]state.Kind
	FutureSeen    [MaxDeck]state.Seats // seats that know the card at that index
	Hand          [MaxDeck]state.Kind
	HandSeen      [MaxDeck]state.Seats // seats other than the owner that know the card
	Past          [MaxDeck]state.Kind
	NFuture       uint8 // cards in the Future; NHand and NPast are the same for the other zones
	NHand         uint8
	NPast         uint8
	Life          int8
	SkippedPhases uint8 // phases to skip next, one bit per phase
	RanOut        bool  // whether the seat had to draw from an empty Future
}

// A Token is a Being or Item in play. The zero Token is an empty slot.
type Token struct {
	Kind              state.Kind
	Owner             state.Seat // the card goes to this seat's Past
	Flags             flags
	Damage            int8 // damage not yet healed
	Attack            int8 // lasting boosts
	Health            int8
	AttackUntilSunset int8 // boosts until sunset
	HealthUntilSunset int8
	Controller        state.Seat // the seat that controls the token
}

type flags uint8

const (
	awake       flags = 1 << iota
	cardless          // a copy or created token, which leaves no card behind
	untouchable       // until sunset
	borrowed          // returns to its owner at sunset
)

// Tokens is a set of tokens by slot.
type Tokens uint64

func (ts Tokens) len() int          { return bits.OnesCount64(uint64(ts)) }
func (ts Tokens) first() state.Card { return state.Card(bits.TrailingZeros64(uint64(ts))) }

func (t *Token) def() *Def       { return &cards[t.Kind] }
func (t *Token) is(f flags) bool { return t.Flags&f != 0 }

// health returns the remaining health, which is the damage that kills the token.
func (t *Token) health() int {
	return int(statsOf(t.Kind).health) + int(t.Health) + int(t.HealthUntilSunset) - int(t.Damage)
}

// attack returns the damage that token c deals in combat, including the banner bonuses of its seat.
func (s *Position) attack(c state.Card) int {
	t := &s.Tokens[c]
	n := int(statsOf(t.Kind).attack) + int(t.Attack) + int(t.AttackUntilSunset)
	for ts := s.Present[t.Controller] &^ (1 << c); ts != 0; ts &= ts - 1 {
		n += int(statsOf(s.Tokens[ts.first()].Kind).banner)
	}
	return max(n, 0)
}

// seen reports whether the seat knows a card with this mask. The top bit of a mask stands for
// every viewer, including spectators.
func seen(mask state.Seats, seat state.Seat) bool {
	return mask&everyViewer != 0 || mask.Has(seat)
}

const everyViewer state.Seats = 1 << 7

// viewers returns the seats that know a hidden card of the owner, given the mask of the card. With the
// table option open, all other seats know the card.
func (s *Position) viewers(owner state.Seat, mask state.Seats) state.Seats {
	if s.Open {
		mask |= state.AllSeats(int(s.Seats)).Without(owner)
	}
	return mask
}

// knows reports whether the viewer knows a hidden card of the owner, given the mask of the card.
func (s *Position) knows(viewer, owner state.Seat, mask state.Seats) bool {
	return seen(s.viewers(owner, mask), viewer)
}

// seenByAll is the mask of a card that every viewer knows.
const seenByAll = state.Seats(0xFF)
