package ai

import "gamed/state"

// greedyWorlds is how many worlds the options are tried in.
const greedyWorlds = 2

// A greedy takes the option after which its seat stands best if nobody does
// anything more this turn. All options are tried in the same few worlds.
type greedy[N int | float32] struct {
	stands func(w state.Machine, seat state.Seat) N
	rand   state.Rand
	world  state.Machine // a world that looks like the game
	tried  state.Machine // what becomes of it with an option
	worths []N           // of the options, summed over the worlds
	opts   []state.Option
}

// NewGreedyBy returns a bot that takes the option after whose turn stands is highest
// for its seat, in a few worlds that look to it like the game.
func NewGreedyBy[N int | float32](stands func(w state.Machine, seat state.Seat) N, seed uint64) Bot {
	return &greedy[N]{stands: stands, rand: state.NewRand(seed)}
}

// NewGreedyOn returns a bot that takes the option after whose turn a measure is
// highest for its seat, whatever else comes of it.
func NewGreedyOn(m state.Measure, seed uint64) Bot {
	return NewGreedyBy(func(w state.Machine, seat state.Seat) int { return w.Measure(seat, m) }, seed)
}

// Choose gives a tie to the first option.
func (b *greedy[N]) Choose(a Ask) state.Option {
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	if b.world == nil {
		b.world, b.tried = a.Fork(&b.rand), a.Fork(&b.rand)
	}
	b.worths = b.worths[:0]
	for range a.Options {
		b.worths = append(b.worths, 0)
	}
	for range greedyWorlds {
		a.World(b.world, &b.rand)
		for i, o := range a.Options {
			b.tried.Set(b.world)
			b.tried.Apply(request(a.Seat, o), nil)
			b.opts = EndTurn(b.tried, b.world.Turn(), b.opts)
			b.worths[i] += b.stands(b.tried, a.Seat)
		}
	}
	best := 0
	for i, w := range b.worths {
		if w > b.worths[best] {
			best = i
		}
	}
	return a.Options[best]
}
