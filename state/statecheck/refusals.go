package statecheck

import (
	"errors"
	"slices"

	"gamed/state"
)

// checkRefusals sends every kind of illegal request at every step.
func checkRefusals(g *game) {
	g.play(func(over bool) {
		if over {
			for _, seat := range everySeat {
				g.refused(state.Request{Seat: seat, Option: g.q.Option}, state.GameOver)
				g.refused(state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}, state.GameOver)
			}
			return
		}
		old, future, illegal := g.q, g.q, g.q
		old.Decision--
		future.Decision++
		illegal.Option = g.unlisted()
		g.refused(old, state.Stale)
		g.refused(future, state.Stale)
		g.refused(illegal, state.Illegal)
		for _, seat := range everySeat {
			other := g.q
			other.Seat = seat
			switch {
			case seat >= state.MaxSeats || !g.m.Playing().Has(seat):
				g.refused(other, state.NoSeat)
				other.Option = state.Option{Do: state.Resign}
				g.refused(other, state.NoSeat)
			case !g.m.Awaiting().Has(seat):
				g.refused(other, state.NotAsked)
			}
		}
	})
}

// everySeat holds possible and impossible seats.
var everySeat = []state.Seat{0, 1, 2, 3, 4, 5, state.MaxSeats, 7, 8, 16, 64, 128, 250, state.Watcher, state.Everything}

// unlisted draws an option that is not listed. It usually differs from a listed one in one field.
func (g *game) unlisted() state.Option {
	for {
		o := g.options[g.rand.N(len(g.options))]
		switch g.rand.N(5) {
		case 0:
			o.Do++
		case 1:
			o.Card++
		case 2:
			o.On += state.Card(g.rand.N(256))
		case 3:
			o.Also++
		case 4:
			n := g.rand.Uint64()
			o = state.Option{Do: state.Do(n), Card: state.Card(n >> 8), On: state.Card(n >> 16), Also: state.Card(n >> 24)}
		}
		if o != (state.Option{Do: state.Resign}) && !slices.Contains(g.options, o) {
			return o
		}
	}
}

// refused checks that q is refused for the reason why and changes nothing.
func (g *game) refused(q state.Request, why state.Why) {
	before := g.m.Fork()
	err := g.m.Check(q)
	var refusal *state.Refusal
	switch {
	case !errors.As(err, &refusal) || refusal.Why != why:
		g.fail("%+v: %v instead of the refusal %v", q, err, why)
	case refusal.Error() == "" || refusal.Why.String() == "":
		g.fail("%+v: refused without a text", q)
	case !same(g.m, before):
		g.fail("%+v: refused, but it changed the position: %s", q, g.difference(before, g.m))
	}
}
