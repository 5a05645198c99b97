package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gamed/arena/train"
	"gamed/internal/columns"
)

var trainCommand = command{
	name: "train", args: "GAME", takes: arity{1, 1, "give one GAME, see gamed rules"}, about: "train the weights of the learned bots by self-play",
	details: `On one kind of processor, the same GAME, games, generations and seed give the same
bytes. The same command resumes an interrupted training after its last complete
generation. The command also writes an SVG plot of the losses and matches next to the
weights.

The weights of the program are in ai/learned/weights. Each file begins with the
command that repeats its training.

  gamed train elements --games 20000 --generations 4 --out elements.net`,
	setup: func(flags *flag.FlagSet) action {
		var o trainOptions
		countFlag(flags, &o.games, "games", 20_000, train.MinGames, "play `N` games per generation")
		countFlag(flags, &o.generations, "generations", 4, 1, "train `N` generations")
		flags.Uint64Var(&o.seed, "seed", 1, "`N`: random seed")
		flags.StringVar(&o.out, "out", "", "write the weights to `FILE`; default GAME.net")
		return func(ctx context.Context, env environ, args []string) error { return trainNet(ctx, env, args[0], o) }
	},
}

type trainOptions struct {
	games, generations int
	seed               uint64
	out                string
}

func trainNet(ctx context.Context, env environ, name string, o trainOptions) error {
	rules, err := env.games.find(name)
	if err != nil {
		return err
	}
	game := rules.Info().Name
	plan := train.PlanFor(game)
	if plan == nil {
		return usagef("%s cannot be trained: use %s", game, strings.Join(train.Trainable(), " or "))
	}
	if o.out == "" {
		o.out = game + ".net"
	}
	var bar progress
	generation := 0
	options := train.Options{
		Games: o.games, Generations: o.generations, Seed: o.seed, Report: env.out, Checkpoint: o.out + ".checkpoint",
		Command: fmt.Sprintf("gamed train %s --games %d --generations %d --seed %d", game, o.games, o.generations, o.seed),
		Progress: func(g, done int) {
			if g != generation {
				bar.finish()
				bar, generation = newProgress(env.err, o.games), g
			}
			bar.set(done)
		},
	}
	result, err := plan.Run(ctx, options)
	bar.finish()
	if err != nil {
		return err
	}
	plot := strings.TrimSuffix(o.out, filepath.Ext(o.out)) + ".svg"
	if err := errors.Join(os.WriteFile(o.out, result.Net.Append(nil), 0o644), os.WriteFile(plot, []byte(result.Plot()), 0o644)); err != nil {
		return fmt.Errorf("write the weights and their plot: %w", err)
	}
	if err := os.Remove(options.Checkpoint); err != nil {
		return fmt.Errorf("the weights are complete, but the checkpoint remains: %w", err)
	}
	fmt.Fprintf(env.out, "%s: %s weights, SHA-256 %s\n", o.out, columns.Thousands(len(result.Net.Weights)), result.Net.Hash)
	fmt.Fprintf(env.out, "Measure them with: gamed match %s %q learned --sprt 0,30 -n 400\n", game, "learned:weights="+o.out)
	return nil
}
