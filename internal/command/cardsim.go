package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gamed/rules"
	"gamed/rules/cardsim/check"
	"gamed/rules/cardsim/gamefile"
)

var cardsimCommand = command{
	name: "cardsim", args: "check|repeat|schema [GAME|FILE.yaml]", about: "check a decision game",
	takes: anyNumber,
	details: `check plays GAMES random games. Guided games towards unreached cards, options and
endings follow. It reports how often each card, option and ending occurred, the range
of each stat, and findings: errors, unreachable cards and options, and positions
without an option. The exit code is 1 if there is a finding.

repeat replays a game from its --seed and the numbers of its choices. schema prints
the JSON Schema of game files, for editors.

  gamed cardsim check polity -n 5000
  gamed cardsim check my-game.yaml --json
  gamed cardsim repeat my-game.yaml --seed 3039768041 2 1 4
  gamed cardsim schema`,
	setup: func(flags *flag.FlagSet) action {
		var o cardsimOptions
		countFlag(flags, &o.Games, "n", 1000, 1, "check: play `GAMES` random games")
		flags.Uint64Var(&o.Seed, "seed", 1, "`N`: random seed")
		flags.BoolVar(&o.json, "json", false, "check: print one JSON object")
		return chooseSubcommand(
			subcommand{"check", oneGame, o.check},
			subcommand{"repeat", arity{1, many, oneGame.ask}, o.repeat},
			subcommand{"schema", arity{}, printSchemaOfFiles},
		)
	},
}

type cardsimOptions struct {
	check.Config
	json bool
}

// decisionGame returns the decision game with a name or file, as [environ.game] finds it.
func (env environ) decisionGame(name string) (*rules.Decisions, error) {
	r, err := env.game(name)
	if err != nil {
		return nil, err
	}
	if r.Decisions == nil {
		return nil, usagef("%s is not a decision game", name)
	}
	return r.Decisions, nil
}

func (o *cardsimOptions) check(ctx context.Context, env environ, args []string) error {
	game, err := env.decisionGame(args[0])
	if err != nil {
		return err
	}
	bar := newProgress(env.err, 2*o.Games)
	o.Progress = func(done, _ int) bool {
		bar.set(done)
		return ctx.Err() == nil
	}
	report := game.Check(o.Config)
	bar.finish()
	err = writeResult(env.out, report, o.json)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Canceled
	case report.OK():
		return nil
	}
	return fmt.Errorf("%s: %s", args[0], plural(len(report.Findings), "finding"))
}

func (o *cardsimOptions) repeat(_ context.Context, env environ, args []string) error {
	game, err := env.decisionGame(args[0])
	if err != nil {
		return err
	}
	var choices []int
	for _, text := range args[1:] {
		n, err := strconv.Atoi(text)
		if err != nil {
			return usagef("choice %q: use the number of an option, from 1", text)
		}
		choices = append(choices, n)
	}
	log, err := game.Repeat(o.Seed, choices)
	_, failed := io.WriteString(env.out, strings.Join(append(log, ""), "\n"))
	return errors.Join(err, failed)
}

func printSchemaOfFiles(_ context.Context, env environ, _ []string) error {
	schema, err := gamefile.Schema()
	if err != nil {
		return err
	}
	_, err = env.out.Write(schema)
	return err
}
