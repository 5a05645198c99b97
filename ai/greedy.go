package ai

import "gamed/state"

// greedyWorlds is the number of worlds in which greedy tries each option.
const greedyWorlds = 2

// A greedy is a bot that takes the move with the best position for its seat at the end of the turn.
// It tries all moves in the same sampled worlds.
type greedy[N int | float32] struct {
	evaluate    func(w state.Machine, seat state.Seat) N
	rand        state.Rand
	world       state.Machine // a determinization
	afterOption state.Machine // world after the option being tried
	totals      []N           // by move: sum of the values in all worlds
	moves       []state.Option
	opts        []state.Option
}

// NewGreedyBy returns a bot that maximizes an evaluation function for its seat at the end of the
// turn, averaged over a few determinizations.
func NewGreedyBy[N int | float32](evaluate func(w state.Machine, seat state.Seat) N, seed uint64) Bot {
	return &greedy[N]{evaluate: evaluate, rand: state.NewRand(seed)}
}

func newGreedy(seed uint64) Bot { return NewGreedyBy(Evaluate, seed) }

// NewGreedyOn returns a bot that maximizes a measure of its seat at the end of the
// turn.
func NewGreedyOn(m state.Measure, seed uint64) Bot {
	return NewGreedyBy(func(w state.Machine, seat state.Seat) int { return w.Measure(seat, m) }, seed)
}

// Choose breaks ties in favor of the first option.
func (b *greedy[N]) Choose(a Ask) state.Option {
	if b.moves = a.moves(b.moves[:0]); len(b.moves) == 1 {
		return b.moves[0]
	}
	if b.world == nil {
		b.world, b.afterOption = a.Fork(&b.rand), a.Fork(&b.rand)
	}
	b.totals = b.totals[:0]
	for range b.moves {
		b.totals = append(b.totals, 0)
	}
	for range greedyWorlds {
		a.SetWorld(b.world, &b.rand)
		for i, o := range b.moves {
			b.afterOption.Set(b.world)
			b.afterOption.Apply(request(a.Seat, o), nil)
			b.opts = EndTurn(b.afterOption, b.world.Turn(), b.opts)
			b.totals[i] += b.evaluate(b.afterOption, a.Seat)
		}
	}
	best := 0
	for i, w := range b.totals {
		if w > b.totals[best] {
			best = i
		}
	}
	return b.moves[best]
}
