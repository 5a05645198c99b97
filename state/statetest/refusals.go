package statetest

import (
	"errors"
	"slices"
	"testing"

	"gamed/state"
)

// testRefusals sends every kind of wrong request at every step. Each is refused
// for its own reason, changes nothing and logs nothing.
func (k Kit[S]) testRefusals(t *testing.T) {
	for g := range k.games(t, 2) {
		for g.next() {
			good := state.Request{Seat: g.seat, Decision: g.core().Decision(g.seat), Option: g.choice, Salt: 1}
			old, future, illegal := good, good, good
			old.Decision--
			future.Decision++
			illegal.Option = g.unlisted()
			g.refused(old, state.Stale)
			g.refused(future, state.Stale)
			g.refused(illegal, state.Illegal)
			for _, seat := range everySeat {
				other := good
				other.Seat = seat
				switch c := g.core(); {
				case seat >= state.MaxSeats || !c.Playing.Has(seat):
					g.refused(other, state.NoSeat)
					other.Option = state.Option{Do: state.Resign}
					g.refused(other, state.NoSeat)
				case !c.Awaiting.Has(seat):
					g.refused(other, state.NotAsked)
				}
			}
			g.apply(nil)
		}
		for _, seat := range everySeat {
			g.refused(state.Request{Seat: seat, Option: g.choice}, state.GameOver)
			g.refused(state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}, state.GameOver)
		}
	}
}

// everySeat is those there can be and some that there cannot.
var everySeat = []state.Seat{0, 1, 2, 3, 4, 5, state.MaxSeats, 7, 8, 16, 64, 128, 250, state.Watcher, state.Everything}

// unlisted draws an option that is not on the list of the seat at hand; most of
// the time it differs from one that is, by one field.
func (g *game[S]) unlisted() state.Option {
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

// refused checks that q is refused because of why and leaves no trace.
func (g *game[S]) refused(q state.Request, why state.Why) {
	before := g.s
	var log state.Log
	err := g.kit.Rules.Request(&g.s, q, &log)
	var refusal *state.Refusal
	switch {
	case !errors.As(err, &refusal) || refusal.Why != why:
		g.fatal("%+v: %v, which should be refused as %v", q, err, why)
	case refusal.Error() == "" || refusal.Why.String() == "":
		g.fatal("%+v: refused without a word", q)
	case g.s != before:
		g.fatal("%+v: refused, but it changed the position: %s", q, difference(&before, &g.s))
	case len(log.Events) > 0:
		g.fatal("%+v: refused, but it logged %+v", q, log.Events)
	}
}
