package command

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gamed/arena/train"
)

var trainCommand = command{
	name: "train", args: "GAME", about: "train the weights of the learned bots by self-play",
	more: `The same GAME, games, generations and seed give the same weights, to the last
byte on one kind of processor. A training that is interrupted goes on from its
last whole generation when the same command is given again. Beside the weights a
plot of the losses and matches is written, as SVG.

  gamed train elements --games 20000 --generations 4 --out elements.net

The weights in the program are those in ai/learned/weights; each file begins with
the command that makes it again.`,
	setup: func(flags *flag.FlagSet) action {
		var o trainOptions
		flags.IntVar(&o.games, "games", 20_000, "play `N` games each generation, 20 or more")
		flags.IntVar(&o.generations, "generations", 4, "train `N` generations")
		flags.Uint64Var(&o.seed, "seed", 1, "`N` from which all chance comes")
		flags.StringVar(&o.out, "out", "", "write the weights to `FILE`; GAME.net unless said")
		return func(ctx context.Context, env environ, args []string) error { return trainNet(ctx, env, args, o) }
	},
}

type trainOptions struct {
	games, generations int
	seed               uint64
	out                string
}

func trainNet(ctx context.Context, env environ, args []string, o trainOptions) error {
	if err := arguments(args, 1, 1, "a GAME, see gamed rules"); err != nil {
		return err
	}
	switch {
	case o.games < train.MinGames:
		return usagef("--games %d: play at least %d", o.games, train.MinGames)
	case o.generations < 1:
		return usagef("--generations %d: train at least 1", o.generations)
	}
	rules, err := env.games.find(args[0])
	if err != nil {
		return err
	}
	game := rules.Info().Name
	plan := train.PlanFor(game)
	if plan == nil {
		return usagef("%s has no features to learn from: %s can be trained", game, strings.Join(train.Trained(), " and "))
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
	file, err := result.Net.Append(nil)
	if err != nil {
		return err
	}
	plot := strings.TrimSuffix(o.out, filepath.Ext(o.out)) + ".svg"
	for _, f := range []struct {
		path string
		text []byte
	}{{o.out, file}, {plot, []byte(result.Plot())}} {
		if err := os.WriteFile(f.path, f.text, 0o644); err != nil {
			return fmt.Errorf("writing the weights: %w", err)
		}
	}
	if err := os.Remove(options.Checkpoint); err != nil {
		return fmt.Errorf("the training is done, but its checkpoint remains: %w", err)
	}
	fmt.Fprintf(env.out, "%s: %s weights, SHA-256 %s\n", o.out, thousands(len(result.Net.Weights)), result.Net.Hash)
	return nil
}
