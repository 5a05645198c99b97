package dominion

import "gamed/state"

// The measures are numbers that each seat may know, for bots that buy by rules.
// Those that are about a card or a type have it in the low byte.
const (
	// Money is the coins that all of the seat's Treasures print, in total.
	Money       state.Measure = (iota + 1) << 8
	Turn                      // how many turns the seat has had, the current one counted
	CoinsLeft                 // coins to spend this turn
	BuysLeft                  // buys of this turn
	ActionsLeft               // actions of this turn
	leftOfPile
	ownedOfKind
	ownedTypes
	handOfKind
)

// LeftOf is how many cards of kind k the supply has.
func LeftOf(k state.Kind) state.Measure { return leftOfPile | state.Measure(k) }

// OwnedOf is how many cards of kind k the seat has, wherever they are.
func OwnedOf(k state.Kind) state.Measure { return ownedOfKind | state.Measure(k) }

// OwnedTypes is how many cards of any of the given types the seat has.
func OwnedTypes(types uint8) state.Measure { return ownedTypes | state.Measure(types) }

// HandOf is how many cards of kind k the seat has in hand.
func HandOf(k state.Kind) state.Measure { return handOfKind | state.Measure(k) }

func measure(s *Position, seat state.Seat, m state.Measure) (n int) {
	low := uint8(m)
	switch m &^ 0xFF {
	case Money:
		for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
			if b := s.brief(p); b.is(Treasure) && b.coins > 0 {
				n += int(b.coins) * s.owned(seat, p)
			}
		}
	case Turn:
		n = int(s.Sides[seat].Turns)
	case CoinsLeft:
		n = int(s.Coins)
	case BuysLeft:
		n = int(s.Buys)
	case ActionsLeft:
		n = int(s.Actions)
	case leftOfPile:
		n = int(s.Supply[s.pileOf(state.Kind(low))])
	case ownedOfKind:
		if p := s.pileOf(state.Kind(low)); p != 0 {
			n = s.owned(seat, p)
		}
	case ownedTypes:
		for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
			if s.brief(p).is(low) {
				n += s.owned(seat, p)
			}
		}
	case handOfKind:
		if p := s.pileOf(state.Kind(low)); p != 0 {
			n = int(s.Sides[seat].Hand.Of[p])
		}
	}
	return n
}
