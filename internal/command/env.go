package command

import (
	"context"
	"flag"

	"gamed/arena/vector"
	"gamed/state"
)

var envCommand = command{
	name: "env", args: "GAME|FILE.yaml", takes: oneGame, about: "step many games at once, for programs that learn",
	details: `A program starts gamed env as a child process and plays all seats of all games. It sends
an action for each game in one message, and receives the next decision of each. An
action is the index of an option. In Python, gamed.vector.VectorEnv does so.

The first line of the output is JSON and describes the games and the arrays of an
answer. All further messages are binary: see the package comment of arena/vector. The
command ends with its standard input.

A seat with one option is not asked. A finished game is replaced by its next deal. A
game of --limit choices is cut off. The same --seed and actions give the same games,
whatever --parallel is.

  gamed env elements --games 1024 --seed 7
  gamed env dominion --games 256 --seats 4 --kingdom random --illegal mask`,
	setup: func(flags *flag.FlagSet) action {
		var o envOptions
		flags.IntVar(&o.Games, "games", 1024, "step `N` games")
		between(flags, &o.Games, "games", 1, 100_000)
		flags.IntVar(&o.seats, "seats", 0, "`N`: seats of a game; 0 means 2, or as many as the rules allow")
		flags.Uint64Var(&o.Seed, "seed", 1, "`N`: random seed")
		flags.StringVar(&o.decks, "decks", "", "`A,B`: ready decks or deck files by seat")
		o.table.flags(flags)
		countFlag(flags, &o.Limit, "limit", 10_000, 1, "cut off a game after `N` choices, those without an alternative included")
		flags.IntVar(&o.Actions, "actions", 128, "`N`: actions of a decision; further options cannot be chosen")
		between(flags, &o.Actions, "actions", 2, 1<<16)
		flags.StringVar(&o.illegal, "illegal", "raise", "`POLICY` for an illegal action: raise refuses the message, mask takes option 0")
		noFeatures := flags.Bool("no-features", false, "send no numbers that describe the position")
		flags.BoolVar(&o.FinalFeatures, "final", false, "send the numbers that describe the last position of each ended game, for every seat")
		parallelFlag(flags, &o.Parallel)
		return func(ctx context.Context, env environ, args []string) error {
			o.Features = !*noFeatures
			return serveEnv(ctx, env, args[0], o)
		}
	},
}

// envOptions holds the flags of gamed env.
type envOptions struct {
	vector.Config
	seats          int
	decks, illegal string
	table          tableOptions
}

func serveEnv(ctx context.Context, env environ, name string, o envOptions) error {
	rules, err := env.game(name)
	if err != nil {
		return err
	}
	info := rules.Info()
	if o.seats == 0 {
		o.seats = min(max(2, info.MinSeats), info.MaxSeats)
	}
	if err := info.CheckSeats(o.seats); err != nil {
		return usagef("--seats: %w", err)
	}
	if o.illegal != "raise" && o.illegal != "mask" {
		return usagef("--illegal: %w", unknownName("policy", o.illegal, []string{"raise", "mask"}))
	}
	o.Rules, o.ReplaceIllegal, o.Setup = rules, o.illegal == "mask", state.Setup{Seats: o.seats}
	if o.Setup.Decks, err = rules.decks(o.decks); err != nil {
		return err
	}
	if o.Setup.Table, err = o.table.forBots(rules, nil); err != nil {
		return err
	}
	if _, err := rules.Deal(o.Setup); err != nil {
		return &usageError{err}
	}
	games, err := vector.New(o.Config)
	if err != nil {
		return err
	}
	// A read from standard input cannot be interrupted, so the goroutine runs until the process
	// exits.
	done := make(chan error, 1)
	go func() { done <- games.Serve(env.in, env.out) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
