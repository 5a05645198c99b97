package client_test

import (
	"context"
	"errors"
	"log"

	"gamed/agent/client"
	"gamed/protocol"
)

// A bot that plays at random. Run it as a program with
//
//	gamed match elements "bot: -- ./random" greedy
func Example() {
	bot := client.Bot{
		Hello: protocol.Hello{Name: "random", Repeats: true},
		Choose: func(_ context.Context, d *client.Decision) (int, error) {
			return d.Rand.IntN(len(d.Options)), nil
		},
	}
	if err := bot.Run(context.Background(), client.Stdio()); err != nil {
		log.Fatal(err)
	}
}

// A bot that tries each option in one world and chooses the one with the best value.
func Example_greedy() {
	choose := func(ctx context.Context, d *client.Decision) (int, error) {
		best, most := 0, -1
		for i := range d.Options {
			w, err := d.Fork(ctx, protocol.Fork{Seed: uint64(d.ID)})
			if err != nil {
				return best, err
			}
			if w, err = d.Apply(ctx, protocol.Apply{WorldID: w.WorldID, Option: i}); err != nil {
				return best, err
			}
			if value := w.Values[d.Game.Seat]; value > most {
				best, most = i, value
			}
			if err := d.Release(ctx, w.WorldID); err != nil {
				return best, err
			}
		}
		return best, nil
	}
	bot := client.Bot{Hello: protocol.Hello{Name: "greedy", Repeats: true}, Choose: choose}
	if err := bot.Run(context.Background(), client.Stdio()); err != nil {
		log.Fatal(err)
	}
}

// A bot that uses flat Monte Carlo search. It spends its budget on random rollouts of each
// option and chooses the option with the best average value.
func Example_search() {
	const steps = 40 // per rollout
	playout := func(ctx context.Context, d *client.Decision, option int) (int, error) {
		w, err := d.Fork(ctx, protocol.Fork{Seed: d.Rand.Uint64N(1 << 53)})
		for range steps {
			if err != nil {
				return 0, err
			}
			if w, err = d.Apply(ctx, protocol.Apply{WorldID: w.WorldID, Option: option}); err != nil {
				return 0, err
			}
			if w.Over {
				break
			}
			option = d.Rand.IntN(len(w.Options))
		}
		return w.Values[d.Game.Seat], d.Release(ctx, w.WorldID)
	}
	choose := func(ctx context.Context, d *client.Decision) (int, error) {
		sums, best := make([]int, len(d.Options)), 0
		for { // one rollout per option in each round
			for i := range d.Options {
				value, err := playout(ctx, d, i)
				if refused := (*protocol.Error)(nil); errors.As(err, &refused) {
					return best, nil // the budget is exhausted
				}
				if err != nil {
					return best, err
				}
				sums[i] += value
			}
			for i, sum := range sums {
				if sum > sums[best] {
					best = i
				}
			}
		}
	}
	bot := client.Bot{Hello: protocol.Hello{Name: "flat", Repeats: true}, Choose: choose}
	if err := bot.Run(context.Background(), client.Stdio()); err != nil {
		log.Fatal(err)
	}
}
