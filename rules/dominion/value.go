package dominion

import "gamed/state"

// value estimates how seat stands against the best of the others, in thousandths:
// by the points that it is ahead, and by those that it will gain on the other.
// What was chosen by hand here was chosen by matches: bots that search with it
// beat those that buy Treasures by simple rules.
func value(s *Position, seat state.Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	left := s.turnsLeft()
	points, strength := 1000*s.points(seat), s.strength(seat)
	lead := 1 << 30 // in thousandths of a point
	for ss := s.Playing.Without(seat); ss != 0; ss &= ss - 1 {
		other := ss.First()
		lead = min(lead, points-1000*s.points(other)+gains(strength-s.strength(other), left))
	}
	if lead == 1<<30 { // a game alone
		lead = points + gains(strength, left) - 30_000
	}
	return 500 + 499*lead/(max(lead, -lead)+9000)
}

// turnsLeft estimates how many turns each seat still has, in thousandths: one,
// and thirteen more while all Provinces are there.
func (s *Position) turnsLeft() int {
	share := 1000 * int(s.Supply[s.pileOf(Province)]) / int(pileSize(Province, int(s.Seats)))
	if p := s.pileOf(Colony); p != 0 {
		share = min(share, 1000*int(s.Supply[p])/int(pileSize(Colony, int(s.Seats))))
	}
	return 1000 + 13*share
}

// gains is what a deck that is stronger gains on another one in the turns that are
// left: an eighth of a point a turn for each coin. So a Gold is better than a Duchy
// until half of the Provinces are gone, and a Silver than an Estate until few are
// left. It is 20 points at most: whoever is that far ahead is to turn it into
// points, and not to put the end off.
func gains(strength, left int) int { return max(-20_000, min(strength*left/80, 20_000)) }

// strength adds up how many tenths of a coin each card of seat is worth more than
// a Copper. Points make it less. How many cards there are does not count: else most
// of what a search plays at random would look worse than to do nothing.
//
// One Action in twenty cards counts, for more of them meet in one hand.
func (s *Position) strength(seat state.Seat) (n int) {
	actions, ofActions := 0, 0
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		owned := s.owned(seat, p)
		if owned == 0 {
			continue
		}
		b := s.stats(p)
		more := owned * (b.worth() - 10)
		if b.is(Action) {
			actions += owned
			ofActions += more
		} else {
			n += more
		}
	}
	if some := s.size(seat) / 20; actions > some {
		ofActions = ofActions * some / actions
	}
	return n + ofActions
}

// worth is what a card in hand is worth, in tenths of a coin. Code is not looked
// into but taken at the card's cost. An Action comes before a Copper and after a
// Silver: a bot that looks no further than the turn sees little of what it does.
func (b *cardStats) worth() int {
	n := 10*int(b.coins) + 7*int(b.cards) + 3*int(b.buys) + 2*int(b.actions)
	switch {
	case b.is(Action) && b.simple:
		return max(12, min(n, 19))
	case b.is(Action):
		return max(12, min(n+2*int(b.cost), 19))
	case !b.simple:
		return max(n, 4*int(b.cost))
	}
	return n
}
