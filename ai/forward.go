package ai

import "gamed/state"

// maxTurnRequests limits the requests that a search applies to finish a turn, because a turn may be
// endless.
const maxTurnRequests = 64

// EndTurn plays the default options in w until the given turn ends, but at most 64 of them. It uses buf
// for the options and returns it for reuse.
func EndTurn(w state.Machine, turn int, buf []state.Option) []state.Option {
	for range maxTurnRequests {
		if w.Awaiting() == 0 || w.Turn() != turn {
			break
		}
		seat := w.Next()
		buf = w.Options(seat, buf[:0])
		w.Apply(request(seat, buf[0]), nil)
	}
	return buf
}

// Evaluate returns the value of w for seat, from 0 (lost) to 1000 (won), and 500 for a draw. For an
// unfinished game, it returns the estimate of the ruleset. It also does so for a finished solo
// game, because a loss without a winner would otherwise score as a draw.
func Evaluate(w state.Machine, seat state.Seat) int {
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

// request returns the request for an option in a search. It has no salt because the world has
// its own random state.
func request(seat state.Seat, o state.Option) state.Request {
	return state.Request{Seat: seat, Option: o}
}
