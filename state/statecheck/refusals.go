package statecheck

import (
	"bytes"
	"errors"
	"slices"

	"gamed/state"
)

// checkRefusals checks that every kind of illegal request is refused at every step.
func checkRefusals(g *Game) {
	before := g.Machine.Fork()
	var a, b []byte
	// refused checks that the game refuses q for the given reason and does not change.
	refused := func(q state.Request, why state.RefusalReason) {
		err := g.Machine.Check(q)
		var refusal *state.Refusal
		switch {
		case !errors.As(err, &refusal) || refusal.Reason != why:
			g.Fail("%+v: %v instead of the refusal %v", q, err, why)
		case refusal.Error() == "" || refusal.Reason.String() == "":
			g.Fail("%+v: refused without a text", q)
		}
		if b = g.Machine.AppendState(b[:0]); !bytes.Equal(a, b) {
			g.Fail("%+v: refused, but it changed the position: %s", q, g.Difference(before, g.Machine))
		}
	}
	g.play(func(over bool) {
		before.Set(g.Machine)
		a = before.AppendState(a[:0])
		if over {
			for _, seat := range everySeat {
				refused(state.Request{Seat: seat, Option: g.Pending.Option}, state.GameOver)
				refused(state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}, state.GameOver)
			}
			return
		}
		old, future, illegal := g.Pending, g.Pending, g.Pending
		old.Decision--
		future.Decision++
		illegal.Option = g.unlisted()
		refused(old, state.Stale)
		refused(future, state.Stale)
		refused(illegal, state.Illegal)
		for _, seat := range everySeat {
			other := g.Pending
			other.Seat = seat
			switch {
			case seat >= state.MaxSeats || !g.Machine.Playing().Has(seat):
				refused(other, state.NoSeat)
				other.Option = state.Option{Do: state.Resign}
				refused(other, state.NoSeat)
			case !g.Machine.Awaiting().Has(seat):
				refused(other, state.NotAsked)
			}
		}
	})
}

// everySeat holds valid and invalid seat numbers.
var everySeat = []state.Seat{0, 1, 2, 3, 4, 5, state.MaxSeats, 7, 8, 16, 64, 128, 250, state.Watcher, state.Everything}

// unlisted returns a random option that is not listed. The option usually differs from a listed
// option in one field.
func (g *Game) unlisted() state.Option {
	for {
		o := g.Options[g.Rand.N(len(g.Options))]
		switch g.Rand.N(5) {
		case 0:
			o.Do++
		case 1:
			o.Card++
		case 2:
			o.Target += state.Card(g.Rand.N(256))
		case 3:
			o.SecondTarget++
		case 4:
			n := g.Rand.Uint64()
			o = state.Option{Do: state.Do(n), Card: state.Card(n >> 8), Target: state.Card(n >> 16), SecondTarget: state.Card(n >> 24)}
		}
		if o != (state.Option{Do: state.Resign}) && !slices.Contains(g.Options, o) {
			return o
		}
	}
}
