package client

import (
	"context"
	"errors"

	"gamed/protocol"
)

// Random chooses an option at random, or random cards if the decision asks for cards.
func Random(_ context.Context, d *Decision) (int, error) {
	if p := d.Pick; p != nil {
		return d.Cards(d.Rand.Perm(len(p.Cards))[:p.Min+d.Rand.IntN(p.Max-p.Min+1)]...)
	}
	return d.Rand.IntN(len(d.Options)), nil
}

const (
	greedyWorlds = 2       // worlds per option
	greedyTurn   = 64      // maximum number of answers per option and world
	maxSeed      = 1 << 53 // seeds in messages are below maxSeed
)

// Greedy chooses the option with the best value for the deciding seat. The value is that of the
// position at the end of the turn, or after 64 answers in a long turn. Greedy assumes that all
// seats choose the first option until then. It chooses the first option in a tie, and in a game
// without a forward model.
func Greedy(ctx context.Context, d *Decision) (int, error) {
	if len(d.Options) == 1 || d.Game.Budget == nil {
		return 0, nil
	}
	sums := make([]int, len(d.Options))
	for range greedyWorlds {
		values, err := tryAll(ctx, d)
		if refused := (*protocol.Error)(nil); errors.As(err, &refused) {
			break // the budget is exhausted or the decision has closed
		}
		if err != nil {
			return 0, err
		}
		for i, value := range values {
			sums[i] += value
		}
	}
	best := 0
	for i, value := range sums {
		if value > sums[best] {
			best = i
		}
	}
	return best, nil
}

// tryAll returns the value of each option for the seat, measured in one world.
func tryAll(ctx context.Context, d *Decision) ([]int, error) {
	world, err := d.Fork(ctx, protocol.Fork{Seed: d.Rand.Uint64N(maxSeed)})
	if err != nil {
		return nil, err
	}
	values := make([]int, len(d.Options))
	for i := range d.Options {
		w, err := d.Fork(ctx, protocol.Fork{From: &world.WorldID})
		if err != nil {
			return nil, err
		}
		turn, option := w.Turn, i
		for range greedyTurn {
			if w, err = d.Apply(ctx, protocol.Apply{WorldID: w.WorldID, Option: option}); err != nil {
				return nil, err
			}
			if option = 0; w.Over || w.Turn != turn {
				break
			}
		}
		values[i] = w.Values[d.Game.Seat]
		if err := d.Release(ctx, w.WorldID); err != nil {
			return nil, err
		}
	}
	return values, d.Release(ctx, world.WorldID)
}
