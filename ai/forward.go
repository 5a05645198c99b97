package ai

import "gamed/state"

// maxForward bounds how many requests the rest of a turn may take, for rulesets
// with long turns.
const maxForward = 64

// EndTurn plays w on while it is that turn. Everybody takes the default. It uses
// buf for the options, and returns it for the next call.
func EndTurn(w state.Machine, turn int, buf []state.Option) []state.Option {
	for range maxForward {
		if w.Awaiting() == 0 || w.Turn() != turn {
			break
		}
		seat := w.Next()
		buf = w.Options(seat, buf[:0])
		w.Apply(request(seat, buf[0]), nil)
	}
	return buf
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
