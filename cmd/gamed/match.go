package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"gamed/arena"
	"gamed/state"
)

var matchCommand = command{
	name: "match", args: "GAME|FILE.yaml BOT BOT…", about: "let bots play each other and sum up",
	more: `Games come in pairs: the same deal twice, with the seats swapped. With
--no-swap the first bot has seat 0 in every game, and no deal comes twice. The
digest covers all final positions; it depends on the bots, the number of games,
the seed, the decks and the table, and neither on --parallel nor on --lane.

The kingdom of Dominion has the cards that the bots' rules name and is filled up
from the first game's, unless --kingdom names the cards: first is that of the
first game, random draws one for each deal. A bot by itself is timed: in which
turn it gains each Province. A decision game, such as polity, is played by one bot
and tells how often each ending and card came and how far the stats went.

  gamed match elements greedy random -n 1000
  gamed match elements ismcts:500 greedy --seed 7 --decks A,B --out games.jsonl
  gamed match dominion bigmoney buy:my-rules.txt -n 10000 --no-swap
  gamed match polity greedy:treasury -n 1000
  gamed match my-game.yaml random
  gamed match dominion smithy doublewitch --table colony=yes,kingdom=Smithy,Witch`,
	setup: func(flags *flag.FlagSet) action {
		var o matchOptions
		flags.IntVar(&o.games, "n", 100, "play `GAMES` games")
		flags.Uint64Var(&o.seed, "seed", 1, "`N` from which all chance comes")
		flags.StringVar(&o.decks, "decks", "", "decks by seat, ready ones or files: `A,B`")
		flags.StringVar(&o.kingdom, "kingdom", "", "kingdom cards of Dominion, `NAME,NAME…`, first or random")
		flags.StringVar(&o.table, "table", "", "options of the game's table, `KEY=VALUE,…`")
		flags.BoolVar(&o.noSwap, "no-swap", false, "keep each bot at its seat")
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
	kingdom, table   string
	noSwap, json     bool
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
	m := arena.Match{Games: o.games, Seed: o.seed, Parallel: o.parallel, NoSwap: o.noSwap}
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
		bot, err := rules.bot(name)
		if err != nil {
			return m, err
		}
		m.Bots = append(m.Bots, bot)
	}
	if o.decks != "" && rules.readDeck == nil {
		return m, usagef("--decks: %s has no decks to choose", args[0])
	}
	if m.Decks, err = rules.decks(o.decks); err != nil {
		return m, err
	}
	if m.Table, err = o.tableFor(rules, m.Bots); err != nil {
		return m, err
	}
	if len(m.Bots) == 1 {
		m.Milestone = rules.milestone
	}
	if m.Lane, err = arena.ParseLane(o.lane); err != nil {
		return m, unknown("lane", o.lane, []string{"direct", "actor"})
	}
	machine, err := rules.Deal(state.Setup{Seats: len(m.Bots), Decks: m.Decks, Table: m.Table})
	if err != nil {
		return m, &usageError{err}
	}
	if rules.dealt != nil {
		rules.dealt(machine, m.Table)
	}
	return m, nil
}

// tableFor returns the options of the table.
func (o matchOptions) tableFor(rules ruleset, bots []arena.Player) (map[string]string, error) {
	switch {
	case rules.decisions != nil && o.kingdom == "" && o.table != "":
		return readTable(o.table)
	case rules.forBots == nil && o.table+o.kingdom != "":
		return nil, usagef("--table and --kingdom: %s has no such options", rules.Info().Name)
	case rules.forBots == nil:
		return nil, nil
	}
	options, err := readTable(o.table)
	if err != nil {
		return nil, err
	}
	if o.kingdom != "" {
		if options["kingdom"] != "" {
			return nil, usagef("--kingdom: --table has a kingdom as well")
		}
		options["kingdom"] = o.kingdom
	}
	rules.forBots(bots, options)
	return options, nil
}

// readTable reads KEY=VALUE,KEY=VALUE. What has no = goes on with the value before
// it: kingdom=Village,Smithy is one option.
func readTable(text string) (map[string]string, error) {
	options := make(map[string]string)
	if text == "" {
		return options, nil
	}
	last := ""
	for part := range strings.SplitSeq(text, ",") {
		key, value, given := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		switch {
		case !given && last == "":
			return nil, usagef("--table: %q: it is KEY=VALUE,…, as in colony=yes,kingdom=Village,Smithy", text)
		case !given:
			options[last] += "," + part
		case options[key] != "":
			return nil, usagef("--table: %s is there twice", key)
		default:
			options[key], last = strings.TrimSpace(value), key
		}
	}
	return options, nil
}
