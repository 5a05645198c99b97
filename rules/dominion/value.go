package dominion

import "gamed/state"

// value compares the seat with its best rival by points and by the expected gains of their decks. In a
// game of one seat, it compares the seat with 30 points. The constants were tuned in matches against
// bots that follow simple buy rules.
func value(s *Position, seat state.Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	left := s.turnsLeft()
	points, strength := 1000*s.points(seat), s.strength(seat)
	lead := 1 << 30 // in thousandths of a point
	for ss := s.Playing.Without(seat); ss != 0; ss &= ss - 1 {
		other := ss.First()
		lead = min(lead, points-1000*s.points(other)+expectedGain(strength-s.strength(other), left))
	}
	if lead == 1<<30 { // a solo game
		lead = points + expectedGain(strength, left) - 30_000
	}
	return 500 + 499*lead/(max(lead, -lead)+9000)
}

// turnsLeft estimates the remaining turns per seat, in thousandths. The estimate falls from
// fourteen turns with all Provinces left to one turn with none. If a smaller share of the Colonies
// is left, this share counts instead.
func (s *Position) turnsLeft() int {
	share := 1000 * int(s.Supply[s.pileOf(Province)]) / int(pileSize(Province, int(s.Seats)))
	if p := s.pileOf(Colony); p != 0 {
		share = min(share, 1000*int(s.Supply[p])/int(pileSize(Colony, int(s.Seats))))
	}
	return 1000 + 13*share
}

// expectedGain estimates how much a deck of higher strength gains over another deck in the turns left, in
// thousandths of a point. Each additional coin gains an eighth of a point per turn. So a Gold is better
// than a Duchy until half of the Provinces are gone. The limit of 20 points makes a leader take points
// instead of delaying the end.
func expectedGain(strength, left int) int { return max(-20_000, min(strength*left/80, 20_000)) }

// strength rates the seat's deck, in tenths of a coin. It sums how much more each card is worth
// than a Copper. Victory cards lower the sum. The result is the sum and not an average per card,
// because with an average most random purchases in a search would look worse than none.
//
// Only one Action per twenty cards counts, because a seat with more could often not play all
// Actions in its hand.
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

// worth rates the play of a card, in tenths of a coin, by its plain bonuses. For a card with code, a
// higher cost raises the rating. Actions rank between Copper and Silver, because a search of one turn
// sees little of their effect.
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
