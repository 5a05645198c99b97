package ai

import "gamed/state"

// greedyWorlds is how many worlds the options are tried in.
const greedyWorlds = 2

// greedy takes the option after which its seat stands best if nobody does
// anything more this turn. All options are tried in the same few worlds.
type greedy struct {
	stands  func(w state.Machine, seat state.Seat) int
	rand    state.Rand
	forward forward
	world   state.Machine // a world that looks like the game
	tried   state.Machine // what becomes of it with an option
	worths  []int         // of the options, summed over the worlds
}

func newGreedy(seed uint64) *greedy { return &greedy{rand: stream(seed), stands: worth} }

// NewGreedyOn returns a bot that takes the option after whose turn a measure is
// highest for its seat, whatever else comes of it.
func NewGreedyOn(m state.Measure, seed uint64) Bot {
	return &greedy{rand: stream(seed), stands: func(w state.Machine, seat state.Seat) int { return w.Measure(seat, m) }}
}

// Choose gives a tie to the first option.
func (b *greedy) Choose(a Ask) state.Option {
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
			b.forward.endTurn(b.tried, b.world.Turn())
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
