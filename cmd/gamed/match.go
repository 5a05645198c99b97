package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"gamed/arena"
	"gamed/state"
)

var matchCommand = command{
	name: "match", args: "GAME BOT BOT…", about: "let bots play each other and sum up",
	more: `Games come in pairs: the same deal twice, with the seats swapped. The digest
covers all final positions; it depends on the bots, the number of games, the
seed and the decks, and neither on --parallel nor on --lane.

  gamed match elements greedy random -n 1000
  gamed match elements ismcts:500 greedy --seed 7 --decks A,B --out games.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		var o matchOptions
		flags.IntVar(&o.games, "n", 100, "play `GAMES` games")
		flags.Uint64Var(&o.seed, "seed", 1, "`N` from which all chance comes")
		flags.StringVar(&o.decks, "decks", "", "decks by seat, ready ones or files: `A,B`")
		flags.IntVar(&o.parallel, "parallel", 0, "play `N` games at once; 0 is one a core")
		flags.StringVar(&o.lane, "lane", "direct", "`LANE` direct, a plain loop, or actor, as games are served")
		flags.BoolVar(&o.json, "json", false, "print one JSON object")
		flags.StringVar(&o.out, "out", "", "write a line of JSON for each game to `FILE`")
		return func(ctx context.Context, std stdio, args []string) error { return match(ctx, std, args, o) }
	},
}

type matchOptions struct {
	games, parallel  int
	seed             uint64
	decks, lane, out string
	json             bool
}

func match(ctx context.Context, std stdio, args []string, o matchOptions) (err error) {
	m, err := o.match(args)
	if err != nil {
		return err
	}
	if o.out != "" {
		file, failed := os.Create(o.out)
		if failed != nil {
			return usagef("--out: %w", failed)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		m.Out = file
	}
	bar := newProgress(std.err, m.Games)
	m.Progress = bar.set
	result, err := m.Run(ctx)
	bar.finish()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	// A match that was interrupted is summed up as far as it went.
	if o.json {
		out := json.NewEncoder(std.out)
		out.SetIndent("", "  ")
		return errors.Join(out.Encode(result), err)
	}
	_, printed := fmt.Fprint(std.out, result)
	return errors.Join(printed, err)
}

// match checks the command line and returns what is to be played.
func (o matchOptions) match(args []string) (arena.Match, error) {
	m := arena.Match{Games: o.games, Seed: o.seed, Parallel: o.parallel}
	switch {
	case len(args) == 0:
		return m, usagef("missing argument: a GAME, see gamed rules, and its bots")
	case o.games < 1:
		return m, usagef("-n %d: play at least 1 game", o.games)
	case o.parallel < 0:
		return m, usagef("--parallel %d: it is 1 or more, or 0 for one a core", o.parallel)
	}
	rules, err := findRules(args[0])
	if err != nil {
		return m, err
	}
	m.Rules = rules
	if info := rules.Info(); len(args)-1 < info.MinSeats || len(args)-1 > info.MaxSeats {
		return m, usagef("%s: %s is played by %d to %d, see gamed bots", plural(len(args)-1, "bot"), info.Name, info.MinSeats, info.MaxSeats)
	}
	for _, name := range args[1:] {
		bot, err := findBot(name)
		if err != nil {
			return m, err
		}
		m.Bots = append(m.Bots, bot)
	}
	if m.Decks, err = rules.decks(o.decks); err != nil {
		return m, err
	}
	if m.Lane, err = arena.ParseLane(o.lane); err != nil {
		return m, unknown("lane", o.lane, []string{"direct", "actor"})
	}
	if _, err := rules.Deal(state.Setup{Seats: len(m.Bots), Decks: m.Decks}); err != nil {
		return m, &usageError{err}
	}
	return m, nil
}
