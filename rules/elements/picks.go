package elements

import "gamed/state"

// tokensOf returns the tokens in play that match the filter. In the filter, Yours means the side of the
// seat.
func (s *Position) tokensOf(seat state.Seat, which state.Filter) (ts Tokens) {
	for p := range state.Seat(s.Seats) {
		if which.Whose == Yours && p != seat || which.Whose == Others && p == seat {
			continue
		}
		for here := s.Present[p]; here != 0; here &= here - 1 {
			if allowsType(s.Tokens[here.first()].Kind, which) {
				ts |= 1 << here.first()
			}
		}
	}
	return ts
}

// allowsType reports whether the filter allows the type of kind k. A filter with types does not
// allow kind 0, which has no type.
func allowsType(k state.Kind, which state.Filter) bool {
	return which.Types == 0 || statsOf(k).typ&which.Types != 0
}

// candidates returns what the actor of f may pick for op: tokens other than Beings without health, kinds
// in hand, kinds to name, or modes.
func candidates(s *Position, f *state.Frame, op *state.Op) (can state.Set) {
	switch op.Zone {
	case Modes:
		return state.Set{A: 1<<op.Filter.Types - 1}
	case Names:
		return s.nameable(f.Actor)
	case Present:
		for ts := s.tokensOf(f.Actor, op.Filter); ts != 0; ts &= ts - 1 {
			if t := &s.Tokens[ts.first()]; statsOf(t.Kind).typ != Being || t.health() > 0 {
				can = can.With(ts.first())
			}
		}
		return can
	}
	side := &s.Sides[f.Actor]
	for _, k := range side.Hand[:side.NHand] {
		if allowsType(k, op.Filter) {
			can = can.With(state.Card(k))
		}
	}
	return can
}

// nameable returns the kinds in the decks of the other playing seats. Decks are public.
func (s *Position) nameable(seat state.Seat) (can state.Set) {
	add := func(kinds ...state.Kind) {
		for _, k := range kinds {
			can = can.With(state.Card(k))
		}
	}
	others := s.Playing.Without(seat)
	for ss := others; ss != 0; ss &= ss - 1 {
		side := &s.Sides[ss.First()]
		add(side.Future[:side.NFuture]...)
		add(side.Hand[:side.NHand]...)
		add(side.Past[:side.NPast]...)
	}
	for ts := s.inPlay(); ts != 0; ts &= ts - 1 {
		if t := &s.Tokens[ts.first()]; others.Has(t.Owner) && !t.is(cardless) {
			add(t.Kind)
		}
	}
	for i := range s.Stack.Depth {
		if f := &s.Stack.Frames[i]; others.Has(f.Seat) && f.Slot == slotCast && (f.Phase == PlayPhase || f.Phase == Effect) {
			add(f.Kind)
		}
	}
	return can
}

// picksLeft returns how many more times c may be picked. A kind in hand may be picked once per copy. A
// token, a name or a mode may be picked once.
func picksLeft(s *Position, f *state.Frame, op *state.Op, c state.Card) (n int) {
	if op.Zone != Hand {
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

// quantity returns the value of a named quantity, such as MyItems, for the actor of f.
func quantity(s *Position, f *state.Frame, base state.Num) int {
	switch base {
	case MyItems:
		return s.tokensOf(f.Actor, state.Filter{Types: Item, Whose: Yours}).len()
	case MyBeings:
		return s.tokensOf(f.Actor, beings(Yours)).len()
	}
	return int(s.Sides[f.Actor].NPast)
}
