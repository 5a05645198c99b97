package client_test

import (
	"context"
	"errors"
	"log"

	"gamed/agent/client"
	"gamed/protocol"
)

// A bot that takes any option. Built as a program it plays with
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

// A bot that tries each option in one world, and takes the one after which it
// stands best.
func Example_greedy() {
	choose := func(ctx context.Context, d *client.Decision) (int, error) {
		best, most := 0, -1
		for i := range d.Options {
			w, err := d.Fork(ctx, protocol.Fork{Seed: uint64(d.ID)})
			if err != nil {
				return best, err
			}
			if w, err = d.Apply(ctx, protocol.Apply{Fork: w.Fork, Option: i}); err != nil {
				return best, err
			}
			if value := w.Values[d.Game.Seat]; value > most {
				best, most = i, value
			}
			if err := d.Release(ctx, w.Fork); err != nil {
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

// A bot that searches: flat Monte Carlo. Each option is played on at random in
// worlds of its own until the budget is used up, and the one that did best on
// average is taken.
func Example_search() {
	const steps = 40 // of a playout
	playout := func(ctx context.Context, d *client.Decision, option int) (int, error) {
		w, err := d.Fork(ctx, protocol.Fork{Seed: d.Rand.Uint64N(1 << 53)})
		for range steps {
			if err != nil {
				return 0, err
			}
			if w, err = d.Apply(ctx, protocol.Apply{Fork: w.Fork, Option: option}); err != nil {
				return 0, err
			}
			if w.Over {
				break
			}
			option = d.Rand.IntN(len(w.Options))
		}
		return w.Values[d.Game.Seat], d.Release(ctx, w.Fork)
	}
	choose := func(ctx context.Context, d *client.Decision) (int, error) {
		sums, best := make([]int, len(d.Options)), 0
		for { // as many playouts for each
			for i := range d.Options {
				value, err := playout(ctx, d, i)
				if refused := (*protocol.Error)(nil); errors.As(err, &refused) {
					return best, nil // over the budget
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
