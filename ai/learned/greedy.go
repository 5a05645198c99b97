package learned

import (
	"gamed/ai"
	"gamed/state"
)

const (
	// greedyWorlds is how many worlds the options are tried in.
	greedyWorlds = 2
	// maxForward bounds how many requests the rest of a turn may take.
	maxForward = 64
)

// A greedy takes the option after which its net thinks best of its seat if nobody
// does anything more this turn, in a few worlds that look like the game.
type greedy struct {
	value        ai.Value
	rand         state.Rand
	world, tried state.Machine
	sums         []float32
	opts         []state.Option
}

// NewGreedy returns a bot that looks one decision ahead with net, in any ruleset.
func NewGreedy(net *Net, seed uint64) ai.Bot {
	return &greedy{value: NewValue(net), rand: stream(seed)}
}

// Choose gives a tie to the first option.
func (b *greedy) Choose(a ai.Ask) state.Option {
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	if b.world == nil {
		b.world, b.tried = a.Fork(&b.rand), a.Fork(&b.rand)
	}
	b.sums = zeros(b.sums, len(a.Options))
	for range greedyWorlds {
		a.World(b.world, &b.rand)
		for i, o := range a.Options {
			b.tried.Set(b.world)
			b.tried.Apply(state.Request{Seat: a.Seat, Option: o}, nil)
			b.endTurn()
			b.sums[i] += worth(b.tried, a.Seat, b.value)
		}
	}
	return a.Options[highest(b.sums)]
}

// endTurn plays b.tried on by the defaults until another turn begins.
func (b *greedy) endTurn() {
	w := b.tried
	turn := w.Turn()
	for range maxForward {
		if w.Awaiting() == 0 || w.Turn() != turn {
			return
		}
		seat := w.Next()
		b.opts = w.Options(seat, b.opts[:0])
		w.Apply(state.Request{Seat: seat, Option: b.opts[0]}, nil)
	}
}

// stream returns the random source of a bot. Seeds that are near each other give
// sources that are not.
func stream(seed uint64) state.Rand {
	r := state.Rand(seed)
	return state.Rand(r.Uint64())
}

// zeros returns n zeros, in the place of sums if there is room.
func zeros(sums []float32, n int) []float32 {
	sums = sums[:0]
	for range n {
		sums = append(sums, 0)
	}
	return sums
}

// highest returns the place of the highest sum, the first one on a tie.
func highest(sums []float32) (best int) {
	for i, sum := range sums {
		if sum > sums[best] {
			best = i
		}
	}
	return best
}
