package elements

import (
	"math/bits"

	"gamed/state"
)

// Rules of the game in numbers, and limits that bound the position.
const (
	MinDeck    = 21  // cards in a deck, at least
	MaxCopies  = 3   // of a card in a deck
	MaxTurns   = 200 // a longer game is a draw, unless the table says otherwise
	MaxDeck    = 30  // cards in a deck, at most
	MaxPresent = 8   // tokens of a seat; a card that finds no room goes to the Past
	StartLife  = 7
	StartHand  = 3

	maxSeats = 4
	slots    = 4*MaxPresent + 8 // slot 0 is no token; the spare ones are explained at freeSlot
	maxLife  = 99
	maxStat  = 99 // of attack, health and their boosts
)

// An Element is one of the seven, or Any in a cost.
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

// Zones, as events and picks name them.
const (
	Nowhere state.Zone = iota
	Future             // the face-down deck
	Hand
	Present // tokens in play
	Past    // used cards, face up
	Karma   // the elements a seat has created
)

// A Position is everything there is to know of a game at one moment.
type Position struct {
	state.Core
	Present [maxSeats]Tokens // the tokens that each seat controls
	Users   Tokens           // those with an activated power
	Reach   [maxSeats]packed // what the cheapest Spells of each deck ask for
	Sides   [maxSeats]Side
	Tokens  [slots]Token
}

// A Side is what belongs to one seat. The hand is kept in order of kind; the
// top of the Future and of the Past is last. Cards out of play have a kind and
// no identity, so nothing tells two copies apart.
type Side struct {
	Active     [nElements]uint8 // active karma; at Any their sum
	Karma      [nElements]uint8 // karma, active or spent; at Any their sum
	Future     [MaxDeck]state.Kind
	FutureSeen [MaxDeck]state.Seats // who knows the card at that place
	Hand       [MaxDeck]state.Kind
	HandSeen   [MaxDeck]state.Seats // who knows it besides the owner
	Past       [MaxDeck]state.Kind
	NFuture    uint8
	NHand      uint8
	NPast      uint8
	Life       int8
	Skip       uint8 // phases to be skipped when they come next, a bit each
	Lost       bool  // had to draw from an empty Future
}

// A Token is a Being or Item in play. The zero Token is an empty slot.
type Token struct {
	Kind      state.Kind
	Owner     state.Seat // whose Past it goes to
	Flags     flags
	Hurt      int8 // damage that has not been healed
	Attack    int8 // lasting boosts, on top of what is printed
	Health    int8
	AttackNow int8 // boosts until sunset, on top of these
	HealthNow int8
	Seat      state.Seat // who controls it
}

type flags uint8

const (
	awake       flags = 1 << iota
	cardless          // a copy or a created token: it ceases to exist when it leaves
	untouchable       // until sunset
	borrowed          // goes back to its owner at sunset
)

// Tokens is a set of tokens, by slot.
type Tokens uint64

func (ts Tokens) len() int          { return bits.OnesCount64(uint64(ts)) }
func (ts Tokens) first() state.Card { return state.Card(bits.TrailingZeros64(uint64(ts))) }

func (t *Token) def() *Def       { return &cards[t.Kind] }
func (t *Token) is(f flags) bool { return t.Flags&f != 0 }

// health returns how much more damage the token takes before it dies.
func (t *Token) health() int {
	return int(statsOf(t.Kind).health) + int(t.Health) + int(t.HealthNow) - int(t.Hurt)
}

// attack returns the damage that token c deals in combat, its seat's banners
// included.
func (s *Position) attack(c state.Card) int {
	t := &s.Tokens[c]
	n := int(statsOf(t.Kind).attack) + int(t.Attack) + int(t.AttackNow)
	for ts := s.Present[t.Seat] &^ (1 << c); ts != 0; ts &= ts - 1 {
		n += int(statsOf(s.Tokens[ts.first()].Kind).banner)
	}
	return max(n, 0)
}

// seen reports whether a card with that mask is known to seat. The top bit
// stands for everybody, spectators too.
func seen(mask state.Seats, seat state.Seat) bool {
	return mask&everybody != 0 || mask.Has(seat)
}

const everybody state.Seats = 1 << 7

// publicSeen is the mask of a card that all have seen.
const publicSeen = state.Seats(0xFF)
