package dominion

import "gamed/state"

// value estimates how seat stands: its points against the best of the others,
// and what its deck is still worth, which counts less the nearer the end is.
func value(s *Position, seat state.Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	own, best := s.standing(seat), -1<<30
	for ss := s.Playing.Without(seat); ss != 0; ss &= ss - 1 {
		best = max(best, s.standing(ss.First()))
	}
	if best == -1<<30 {
		best = 0
	}
	return max(1, min(500+(own-best)/20, 999))
}

// standing is points and the strength of a deck in thousandths of a point.
func (s *Position) standing(seat state.Seat) int {
	money, size := 0, max(s.size(seat), 1)
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		if n := s.owned(seat, p); n > 0 {
			money += n * s.brief(p).strength()
		}
	}
	// left is the share of Provinces that is still to be had.
	provinces := s.pileOf(Province)
	left := 1000 * int(s.Supply[provinces]) / int(pileSize(Province, int(s.Seats)))
	return 1000*s.points(seat) + 30*money*left/size
}

// strength is what a card adds to a deck, in tenths of a coin.
func (b *brief) strength() int {
	n := 10*int(b.coins) + 10*int(b.cards) + 3*int(b.actions) + 3*int(b.buys)
	if b.is(Action) || b.is(Treasure) {
		n += 2 * int(b.cost)
	}
	return n
}
