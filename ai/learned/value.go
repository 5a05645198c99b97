package learned

import (
	"gamed/ai"
	"gamed/state"
)

// NewValue returns a function that evaluates positions with net. The function reuses one buffer,
// so it is not safe for concurrent use. The machines passed to it must have the layout of net.
func NewValue(net *Net) ai.Value {
	features := make([]float32, 0, net.Inputs())
	return func(w state.Machine, seat state.Seat) float32 {
		features = w.AppendFeatures(features[:0], seat)
		return net.Value(features)
	}
}

// evaluate returns the value of w for seat, from 0 (lost) to 1 (won). It evaluates unfinished games
// with value. The winners share 1 equally, and all seats share it after a draw.
func evaluate(w state.Machine, seat state.Seat, value ai.Value) float32 {
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

// NewSearch returns a bot that evaluates leaves with net.
func NewSearch(net *Net, s ai.Search, seed uint64) ai.Bot {
	s.Value = NewValue(net)
	return s.New(seed)
}

// NewGreedy returns a bot that takes the option for which net gives the highest value at the end of
// the turn.
func NewGreedy(net *Net, seed uint64) ai.Bot {
	value := NewValue(net)
	return ai.NewGreedyBy(func(w state.Machine, seat state.Seat) float32 { return evaluate(w, seat, value) }, seed)
}
