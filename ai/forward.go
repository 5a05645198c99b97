package ai

import "gamed/state"

// maxForward bounds how many requests the rest of a turn may take, for rulesets
// with long turns.
const maxForward = 64

// A forward plays worlds on, with a buffer of its own.
type forward struct{ opts []state.Option }

// endTurn plays w on while it is that turn. Everybody takes the default.
func (f *forward) endTurn(w state.Machine, turn int) {
	for range maxForward {
		if w.Awaiting() == 0 || w.Turn() != turn {
			return
		}
		seat := w.Next()
		f.opts = w.Options(seat, f.opts[:0])
		w.Apply(request(seat, f.opts[0]), nil)
	}
}

// worth returns how seat stands in w, from 0, lost, to 1000, won. A draw is
// worth a half. A seat that plays alone cannot draw: what it has come to is what
// the ruleset says that it is worth, so that a loss is never liked better than to
// play on.
func worth(w state.Machine, seat state.Seat) int {
	over, won := w.Result()
	switch {
	case !over, w.Seats() == 1:
		return w.Value(seat)
	case won == 0:
		return 500
	case won.Has(seat):
		return 1000
	}
	return 0
}

// request is an option as a search applies it: nobody checks it, and the world
// has its own chance.
func request(seat state.Seat, o state.Option) state.Request {
	return state.Request{Seat: seat, Option: o}
}
