package ai

import "gamed/state"

// playout continues b.world from a leaf for PlayoutTurns turns, with the options that the policy
// Leaf selects.
func (b *ismcts) playout() {
	if b.Leaf == LeafNow {
		return
	}
	w := b.world
	forced := state.ForcedPlay{ByMoves: true, BeforeTurn: w.Turn() + b.PlayoutTurns, BeforeSeq: w.Seq() + uint32(maxTurnRequests*b.PlayoutTurns)}
	for {
		var seat state.Seat
		if seat, b.opts = w.PlayForced(forced, b.opts[:0]); len(b.opts) == 0 {
			return
		}
		option := b.opts[b.policy(seat)]
		b.recordOption(seat, option)
		w.Apply(request(seat, option), nil)
	}
}

// policy returns the index in b.opts of the option that a playout takes for the seat.
func (b *ismcts) policy(seat state.Seat) int {
	switch {
	case b.Leaf == LeafDefaults:
		return 0
	case b.Leaf == LeafTurn, b.rand.N(1000) < int(1000*b.RandomChance):
		return b.rand.N(len(b.opts))
	case b.Leaf == LeafGreedy:
		return b.greedy(seat)
	}
	return b.history.best(seat, b.opts)
}

// greedy returns the index of the option with the highest immediate value for the seat. It
// breaks ties at random.
func (b *ismcts) greedy(seat state.Seat) int {
	best, highest, ties := 0, float32(-1), 0
	for i, o := range b.opts {
		b.afterOption.Set(b.world)
		b.afterOption.Apply(request(seat, o), nil)
		switch worth := b.evaluate(b.afterOption, seat); {
		case worth > highest:
			best, highest, ties = i, worth, 1
		case worth == highest:
			if ties++; b.rand.N(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// evaluate returns the value of w for seat, from 0 (lost) to 1 (won).
func (b *ismcts) evaluate(w state.Machine, seat state.Seat) float32 {
	if b.Value != nil {
		if over, _ := w.Result(); !over {
			return b.Value(w, seat)
		}
	}
	return float32(Evaluate(w, seat)) / 1000
}

// recordOption records an option in the history if playouts use it.
func (b *ismcts) recordOption(seat state.Seat, o state.Option) {
	if b.Leaf == LeafHistory {
		b.history.record(seat, o)
	}
}
