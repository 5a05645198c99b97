package learned

import (
	"gamed/ai"
	"gamed/state"
)

// greedyWorlds is how many worlds the options are tried in.
const greedyWorlds = 2

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
	b.sums = b.sums[:0]
	for range a.Options {
		b.sums = append(b.sums, 0)
	}
	for range greedyWorlds {
		a.World(b.world, &b.rand)
		for i, o := range a.Options {
			b.tried.Set(b.world)
			b.tried.Apply(state.Request{Seat: a.Seat, Option: o}, nil)
			b.opts = endTurn(b.tried, b.world.Turn(), b.opts)
			b.sums[i] += worth(b.tried, a.Seat, b.value)
		}
	}
	best := 0
	for i, sum := range b.sums {
		if sum > b.sums[best] {
			best = i
		}
	}
	return a.Options[best]
}

// stream returns the random source of a bot. Seeds that are near each other give
// sources that are not.
func stream(seed uint64) state.Rand {
	r := state.Rand(seed)
	return state.Rand(r.Uint64())
}
