package learned

import (
	"gamed/ai"
	"gamed/state"
)

// NewValue returns what net thinks of positions, for a search. The function has a
// buffer of its own, so it is for one goroutine. The games that it is given must be
// a [state.Featured] with the layout that the net is for.
func NewValue(net *Net) ai.Value {
	features := make([]float32, 0, net.Inputs)
	return func(w state.Machine, seat state.Seat) float32 {
		features = w.(state.Featured).AppendFeatures(features[:0], seat)
		return net.Value(features)
	}
}

// worth returns how seat stands in w, from 0, lost, to 1, won, by value if the game
// is not over. A shared win and a draw are worth a share.
func worth(w state.Machine, seat state.Seat, value ai.Value) float32 {
	over, won := w.Result()
	switch {
	case !over:
		return value(w, seat)
	case won == 0:
		return 1 / float32(w.Seats())
	case won.Has(seat):
		return 1 / float32(won.Len())
	}
	return 0
}

// NewSearch returns a bot that searches with net as the value of the leaves.
func NewSearch(net *Net, s ai.Search, seed uint64) ai.Bot {
	s.Value = NewValue(net)
	return s.New(seed)
}

// maxTurn bounds how many requests the rest of a turn may take.
const maxTurn = 64

// endTurn plays w on by the defaults while it is that turn. It uses buf and returns it
// for the next call.
func endTurn(w state.Machine, turn int, buf []state.Option) []state.Option {
	for range maxTurn {
		if w.Awaiting() == 0 || w.Turn() != turn {
			break
		}
		seat := w.Next()
		buf = w.Options(seat, buf[:0])
		w.Apply(state.Request{Seat: seat, Option: buf[0]}, nil)
	}
	return buf
}
