package dominion

import "gamed/state"

// What a card costs depends on where the question is asked: outside a game it is
// what is printed, in a game the phase and what has been played this turn count.
// This file is the one place that answers.

// Price is what a card costs: coins, and maybe a Potion.
type Price struct {
	Coins  int
	Potion bool
}

// PriceOf returns what a card costs outside any game: 8 for Peddler.
func PriceOf(k state.Kind) Price { return Price{int(cards[k].Cost), cards[k].Potion} }

// cost returns what the cards of a pile cost now, in coins, wherever they are: in
// the supply, in a hand, in a deck.
func (s *Position) cost(p pile) int {
	b := s.brief(p)
	n := int(b.cost) - int(s.Bridges)
	if b.special&cheaperInBuy != 0 && s.inBuy() {
		n -= 2 * s.inPlay(s.Active, Action)
	}
	return max(n, 0)
}

// inBuy reports whether the turn is where Peddler is cheap: treasure and buy are
// one phase in the printed rules.
func (s *Position) inBuy() bool {
	ph := s.Stack.F[0].Phase
	return ph == TreasurePhase || ph == BuyPhase
}

// inPlay counts the cards of one of the types that seat has in play: cards, not
// plays.
func (s *Position) inPlay(seat state.Seat, types uint8) (n int) {
	for p, k := range s.Sides[seat].Play.Of {
		if k > 0 && s.brief(pile(p)).is(types) {
			n += int(k)
		}
	}
	return n
}

// mayBuy reports whether the turn's player may buy of a pile now.
func (s *Position) mayBuy(p pile) bool {
	b := s.brief(p)
	switch {
	case s.Supply[p] == 0 || s.Banned>>p&1 != 0:
		return false
	case s.cost(p) > int(s.Coins) || b.potion > s.Potions:
		return false
	case b.special&notByCopper != 0 && s.Sides[s.Active].Play.has(s.pileOf(Copper)):
		return false
	}
	return true
}

// within reports whether a pile costs at most the given coins, and no Potion
// unless one is allowed.
func (s *Position) within(p pile, coins int, potion bool) bool {
	return s.cost(p) <= coins && (potion || s.brief(p).potion == 0)
}
