package dominion

import "gamed/state"

// value estimates how seat stands: by how many points it will be ahead of the best
// of the others, if all go on as their decks promise now. What a deck promises is
// the odds to buy a Province in a turn, times the turns that the Provinces last at
// the odds of all. With it greedy, which plays no Actions for a later turn's sake,
// plays about as well as bigmoney-ultimate, and a search better.
func value(s *Position, seat state.Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	var odds [state.MaxSeats]int
	total := 1
	for ss := s.Playing; ss != 0; ss &= ss - 1 {
		odds[ss.First()] = s.odds(ss.First())
		total += odds[ss.First()]
	}
	const longest = 25 // turns that it looks ahead
	provinces := 1000 * int(s.Supply[s.pileOf(Province)])
	own, best, others := 0, 0, s.Playing.Without(seat)
	for ss := s.Playing; ss != 0; ss &= ss - 1 {
		p := ss.First()
		gains := odds[p] * min(provinces, longest*total) / total // in thousandths of a Province
		n := 1000*s.points(p) + 6*gains
		switch {
		case p == seat:
			own = n
		case p == others.First() || n > best:
			best = n
		}
	}
	lead := own - best
	return 500 + 499*lead/(max(lead, -lead)+20_000) // 20 points are half of the way
}

// odds returns how likely it is, in thousandths, that seat can buy a Province in a
// turn: a straight line in the coins of an average hand, from 3.5 to 8.
func (s *Position) odds(seat state.Seat) int {
	coins := 0
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		coins += s.owned(seat, p) * s.brief(p).strength()
	}
	hand := handSize * 10 * coins / max(s.size(seat), handSize) // in hundredths
	return max(hand/30, min(2*(hand-350), 900))
}

// strength is what a card adds to a hand, in tenths of a coin. An Action is
// reckoned as worth less than it may be: it needs an action, and somebody who plays
// it well.
func (b *brief) strength() int {
	switch {
	case b.is(Treasure):
		return 10 * int(max(b.coins, 1))
	case b.is(Action):
		return 2 * int(b.cost)
	}
	return 0
}
