package ai

import "gamed/state"

// maxForward bounds the requests in the rest of a turn.
const maxForward = 64

// EndTurn plays the default options in w until the turn ends. It uses buf for the
// options and returns it for reuse.
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

// Worth returns the standing of seat in w, from 0 (lost) to 1000 (won). A draw is
// worth 500. A solo seat has no draw and always gets the ruleset's value, so that
// a finished loss never beats playing on.
func Worth(w state.Machine, seat state.Seat) int {
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

// request returns an option as a search applies it, without a salt: the world
// carries its own chance.
func request(seat state.Seat, o state.Option) state.Request {
	return state.Request{Seat: seat, Option: o}
}
