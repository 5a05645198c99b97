package elements

import "gamed/state"

// passing configures automatic passing. Only an option to block prevents it. init sets Quiet.
var passing = state.Passing{
	Pass:  "pass",
	Needs: []string{"block"},
}

// concerns reports whether an event targets the seat, one of its tokens or its card on the stack.
func concerns(s *Position, e state.Event, seat state.Seat) bool {
	of := func(c state.Card) bool {
		switch {
		case c == 0:
			return false
		case c < slots:
			return s.Tokens[c].Kind != 0 && s.Tokens[c].Seat == seat
		case isFrame(c):
			return uint8(c-frameRefs) < s.Stack.N && s.Stack.F[c-frameRefs].Seat == seat
		}
		return c == seatRef(seat)
	}
	return of(e.On) || !isSeat(e.On) && of(e.Also)
}
