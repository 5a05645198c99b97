package dominion

import "gamed/state"

// value estimates how seat stands against the best of the others, in
// thousandths. It grows fastest where the game is open.
func value(s *Position, seat state.Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	left := s.turnsLeft()
	own, best := s.prospect(seat, left), -1<<30
	for ss := s.Playing.Without(seat); ss != 0; ss &= ss - 1 {
		best = max(best, s.prospect(ss.First(), left))
	}
	if best == -1<<30 {
		best = 30_000 // a game alone: what is not bad
	}
	lead := own - best
	return 500 + 499*lead/(max(lead, -lead)+15_000)
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

// prospect estimates the points that seat will have, in thousandths: those it has,
// and 0.65 a turn for each coin that its average hand will be worth. The deck gets
// another card of two coins a turn until then, which is why a Copper makes it
// worse and a Silver better, and why points are worth more than money near the
// end.
func (s *Position) prospect(seat state.Seat, left int) int {
	size := s.size(seat)
	money, terminals, ofTerminals, actions := 0, 0, 0, 1+size/8
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		n := s.owned(seat, p)
		if n == 0 {
			continue
		}
		b := s.brief(p)
		switch {
		case !b.is(Action):
			money += n * b.worth()
		case b.actions == 0:
			terminals += n
			ofTerminals += n * b.worth()
		default:
			money += n * b.worth()
			actions += n * int(b.actions-1)
		}
	}
	if terminals > actions { // some of them meet in a hand, where one can be played
		ofTerminals = ofTerminals * actions / terminals
	}
	money += ofTerminals
	hand := 5000 * (100*money + 2*left) / (1000*size + left)
	return 1000*s.points(seat) + 65*left*hand/100_000
}

// worth is what a card in hand is worth, in tenths of a coin.
func (b *brief) worth() int {
	n := 10*int(b.coins) + 12*int(b.cards) + 3*int(b.buys)
	if !b.simple {
		n += 3 * int(b.cost) // for its code, which is not looked into
	}
	return n
}
