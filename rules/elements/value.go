package elements

import "gamed/state"

// value compares the strength of the seat with that of its strongest opponent. The value is 500 for
// equal strength, and 0 for a seat that has left the game. The weights were chosen by hand. No test
// checks the weights directly. Matches test the bots that use these weights.
func value(s *Position, seat state.Seat) int {
	if !s.Playing.Has(seat) {
		return 0
	}
	mine, best := s.strength(seat), -1<<30
	for ss := s.Playing.Without(seat); ss != 0; ss &= ss - 1 {
		best = max(best, s.strength(ss.First()))
	}
	lead := mine - best
	return 500 + 499*lead/(max(lead, -lead)+800)
}

// strength rates the position of a seat on a scale on which one life counts 100.
func (s *Position) strength(seat state.Seat) int {
	side := &s.Sides[seat]
	n := 100*int(side.Life) + 40*int(side.NHand) + 45*int(side.Karma[Any]) + 6*int(side.Active[Any])
	karma := pack(&side.Karma)
	for _, k := range side.Hand[:side.NHand] {
		if !karma.covers(statsOf(k).cost) {
			n -= 10 * side.missingElements(&cards[k].Cost)
		}
	}
	if side.Life <= 3 {
		n -= 60 * (4 - int(side.Life))
	}
	if side.NFuture < 4 {
		n -= 100 * (4 - int(side.NFuture))
	}
	for ts := s.Present[seat]; ts != 0; ts &= ts - 1 {
		t := &s.Tokens[ts.first()]
		d := t.def()
		if d.Type == Item {
			n += 40 + 25*int(d.Cost.total())
			continue
		}
		n += 50 + 55*(int(d.Attack)+int(t.Attack)+int(t.AttackUntilSunset)) + 30*t.health()
		if len(d.Use.Do) > 0 || len(d.Sunrise.Do) > 0 {
			n += 40
		}
		if t.is(awake) {
			n += 12
		}
	}
	return n
}

// missingElements returns how many of the elements that c names are missing from the side's karma.
// If [value] ignored this number, a search at sunrise would rate all elements equally.
func (side *Side) missingElements(c *Cost) (n int) {
	for e := White; e < nElements; e++ {
		n += max(0, int(c[e])-int(side.Karma[e]))
	}
	return n
}
