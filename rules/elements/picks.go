package elements

import "gamed/state"

// tokensOf returns the tokens in play that match the filter, from the seat's point of view.
func (s *Position) tokensOf(seat state.Seat, which state.Filter) (ts Tokens) {
	for p := range state.Seat(s.Seats) {
		if which.Whose == Yours && p != seat || which.Whose == Others && p == seat {
			continue
		}
		for here := s.Present[p]; here != 0; here &= here - 1 {
			if suits(s.Tokens[here.first()].Kind, which) {
				ts |= 1 << here.first()
			}
		}
	}
	return ts
}

// suits reports whether the filter allows the type of kind k.
func suits(k state.Kind, which state.Filter) bool {
	return which.Types == 0 || statsOf(k).typ&which.Types != 0
}

// candidates returns the cards that the actor of f may pick for op. They are either tokens that are
// not about to die, or kinds in hand.
func candidates(s *Position, f *state.Frame, op *state.Op) (can state.Set) {
	if op.Zone == Present {
		for ts := s.tokensOf(f.Actor, op.Filter); ts != 0; ts &= ts - 1 {
			if t := &s.Tokens[ts.first()]; statsOf(t.Kind).typ != Being || t.health() > 0 {
				can = can.With(ts.first())
			}
		}
		return can
	}
	side := &s.Sides[f.Actor]
	for _, k := range side.Hand[:side.NHand] {
		if suits(k, op.Filter) {
			can = can.With(state.Card(k))
		}
	}
	return can
}

// copies returns how many more times c may be picked. A token may be picked once, and a kind once
// per copy in hand.
func copies(s *Position, f *state.Frame, op *state.Op, c state.Card) (n int) {
	if op.Zone == Present {
		if f.X > 0 && c == f.Picked {
			return 0
		}
		return 1
	}
	side := &s.Sides[f.Actor]
	for _, k := range side.Hand[:side.NHand] {
		if k == state.Kind(c) {
			n++
		}
	}
	return n
}

// quantity returns the value of a named quantity for the actor of f.
func quantity(s *Position, f *state.Frame, base state.Num) int {
	switch base {
	case MyItems:
		return s.tokensOf(f.Actor, state.Filter{Types: Item, Whose: Yours}).len()
	case MyBeings:
		return s.tokensOf(f.Actor, beings(Yours)).len()
	}
	return int(s.Sides[f.Actor].NPast)
}
