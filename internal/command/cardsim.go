package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"gamed/rules"
	"gamed/rules/cardsim/check"
	"gamed/rules/cardsim/story"
)

var cardsimCommand = command{
	name: "cardsim", args: "check|repeat|schema [GAME|FILE.yaml]", about: "check a decision game",
	more: `check plays GAMES random games, and then guided games towards unreached cards,
options and endings. It reports how often each card, option and ending occurred,
the range of each stat, and findings: errors, unreachable cards and options, and
positions without an option. The exit code is 1 if there is a finding. repeat
replays a game from its seed and its choices. schema prints the JSON Schema of
game files, for editors.

  gamed cardsim check polity -n 5000
  gamed cardsim check my-game.yaml --json
  gamed cardsim repeat my-game.yaml --seed 3039768041 2 1 4
  gamed cardsim schema`,
	setup: func(flags *flag.FlagSet) action {
		games := flags.Int("n", 1000, "check with `GAMES` random games")
		seed := flags.Uint64("seed", 1, "`N` from which all chance comes")
		asJSON := flags.Bool("json", false, "check prints one JSON object")
		return func(ctx context.Context, env environ, args []string) error {
			if len(args) == 0 {
				return usagef("missing argument: check, repeat or schema")
			}
			switch word, args := args[0], args[1:]; word {
			case "check":
				return checkGame(ctx, env, args, check.Config{Games: *games, Seed: *seed}, *asJSON)
			case "repeat":
				return repeatGame(env, args, *seed)
			case "schema":
				return printStorySchema(env.out, args)
			default:
				return unknown("word", word, []string{"check", "repeat", "schema"})
			}
		}
	},
}

// findDecisions returns a game of package cardsim by its name or its file.
func (g games) findDecisions(name string) (*rules.Decisions, error) {
	r, err := g.find(name)
	if err != nil {
		return nil, err
	}
	if r.Decisions == nil {
		return nil, usagef("%s is no decision game", name)
	}
	return r.Decisions, nil
}

func checkGame(ctx context.Context, env environ, args []string, config check.Config, asJSON bool) error {
	if err := arguments(args, 1, 1, "one GAME, see gamed rules, or FILE.yaml"); err != nil {
		return err
	}
	if config.Games < 1 {
		return usagef("-n %d: play at least 1 game", config.Games)
	}
	game, err := env.games.findDecisions(args[0])
	if err != nil {
		return err
	}
	bar := newProgress(env.err, 2*config.Games)
	config.Progress = func(done, _ int) bool {
		bar.set(done)
		return ctx.Err() == nil
	}
	report := game.Check(config)
	bar.finish()
	if asJSON {
		out := json.NewEncoder(env.out)
		out.SetIndent("", "  ")
		err = out.Encode(report)
	} else {
		_, err = fmt.Fprint(env.out, report)
	}
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

func repeatGame(env environ, args []string, seed uint64) error {
	if err := arguments(args, 1, len(args)+1, "one GAME, see gamed rules, or FILE.yaml, and its choices"); err != nil {
		return err
	}
	game, err := env.games.findDecisions(args[0])
	if err != nil {
		return err
	}
	var choices []int
	for _, text := range args[1:] {
		n, err := strconv.Atoi(text)
		if err != nil {
			return usagef("choice %q: it is the number of an option, from 1", text)
		}
		choices = append(choices, n)
	}
	log, err := game.Repeat(seed, choices)
	for _, line := range log {
		if _, failed := fmt.Fprintln(env.out, line); failed != nil {
			return errors.Join(err, failed)
		}
	}
	return err
}

func printStorySchema(w io.Writer, args []string) error {
	if err := arguments(args, 0, 0, "schema takes none"); err != nil {
		return err
	}
	schema, err := story.Schema()
	if err != nil {
		return err
	}
	_, err = w.Write(schema)
	return err
}
