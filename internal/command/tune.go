package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/tune"
	"gamed/internal/columns"
	"gamed/state"
)

var tuneCommand = command{
	name: "tune", args: "GAME|FILE.yaml BOT", takes: arity{2, 2, "give a GAME, see gamed rules, and a BOT"}, about: "find the parameter values that make a bot strongest",
	details: `A point has one value for each parameter and plays a few games at a time. NTBEA picks
the next point from the scores of values, of pairs of values and of points so far.
The point with the highest estimate then plays --confirm new games against the
unchanged bot. A table shows the score of each value over all points.

--over names the parameters: NAME=LOW..HIGH tries up to seven numbers, NAME=VALUE|VALUE
tries the listed values. Other parameters keep their values in BOT. Without --over
the command lists the parameters of BOT.

--out keeps the scores. The same command with the same file, or with a larger -n,
resumes the tuning.

  gamed tune elements ismcts:200 --over 'c=0.1..2,final=visits|reward' -n 2000
  gamed tune dominion ismcts:200 --over 'worlds=1..20,leaf=turn|history' --kingdom random --out tuning.jsonl`,
	setup: func(flags *flag.FlagSet) action {
		var o tuneOptions
		flags.StringVar(&o.over, "over", "", "`NAME=VALUES,…`: parameters to tune")
		flags.IntVar(&o.games, "n", 1000, "play `GAMES` games in the search")
		countFlag(flags, &o.each, "each", 10, 2, "`NUMBER`: games per visit to a point, an even number")
		countFlag(flags, &o.confirm, "confirm", 400, 2, "play `GAMES` games with the best point")
		flags.StringVar(&o.against, "against", "", "`BOT`: opponent of the points; default the unchanged bot")
		flags.Uint64Var(&o.seed, "seed", 1, "`N`: random seed")
		o.table.flags(flags)
		parallelFlag(flags, &o.parallel)
		flags.BoolVar(&o.json, "json", false, "print one JSON object")
		flags.StringVar(&o.out, "out", "", "append a line of JSON per point to `FILE`; resume after the points in it")
		return func(ctx context.Context, env environ, args []string) error { return tuneBot(ctx, env, args, o) }
	},
}

type tuneOptions struct {
	over, against, out             string
	games, each, confirm, parallel int
	seed                           uint64
	json                           bool
	table                          tableOptions
}

func tuneBot(ctx context.Context, env environ, args []string, o tuneOptions) (err error) {
	if o.over == "" {
		return listParameters(env, args)
	}
	t, err := o.tuning(env, args)
	if err != nil {
		return err
	}
	if o.out != "" {
		log, closeLog, failed := tune.OpenLog(o.out)
		if failed != nil {
			return usagef("--out: %w", failed)
		}
		defer func() { err = errors.Join(err, closeLog()) }()
		t.Log = log
	}
	onTerminal := isTerminal(env.err)
	t.Progress = func(games int, best string) {
		if onTerminal {
			fmt.Fprintf(env.err, "\r\x1b[K%d of %d games, best so far %s", games, o.games, best)
		}
	}
	report, err := t.Run(ctx)
	if onTerminal {
		fmt.Fprint(env.err, "\r\x1b[K")
	}
	if err != nil {
		return err
	}
	return writeResult(env.out, report, o.json)
}

// tuning builds a tuning from the command line.
func (o tuneOptions) tuning(env environ, args []string) (t tune.Tuning, err error) {
	rules, parameters, err := tunableBot(env, args)
	switch {
	case err != nil:
		return t, err
	case o.each%2 != 0:
		return t, usagef("--each %d: use an even number", o.each)
	case o.games < o.each:
		return t, usagef("-n %d: use %d or more, the games of --each", o.games, o.each)
	}
	t = tune.Tuning{
		Rules: rules, Bot: args[1], Against: cmp.Or(o.against, args[1]), Player: rules.bot,
		Games: o.games, EvaluationGames: o.each, ConfirmGames: o.confirm, Seed: o.seed, Parallel: o.parallel,
	}
	var bots []arena.Player
	for _, name := range []string{t.Bot, t.Against} {
		bot, err := rules.bot(name)
		if err != nil {
			return t, err
		}
		bots = append(bots, bot)
	}
	if t.Space, err = tune.ParseSpace(o.over, parameters); err != nil {
		return t, usagef("--over: %w", err)
	}
	// An error means that the bot's name already contains a parameter that the tuning would add.
	if _, err := rules.bot(t.Space.BotName(t.Bot, make(tune.Point, len(t.Space)))); err != nil {
		return t, err
	}
	if t.Table, err = o.table.forBots(rules, bots); err != nil {
		return t, err
	}
	if _, err := rules.Deal(state.Setup{Seats: rules.Info().MinSeats, Table: t.Table}); err != nil {
		return t, &usageError{err}
	}
	return t, nil
}

// tunableBot returns the game and the bot's parameters. The arguments name the game and the bot.
func tunableBot(env environ, args []string) (ruleset, []ai.Parameter, error) {
	rules, err := env.game(args[0])
	if err != nil {
		return rules, nil, err
	}
	if _, err := rules.bot(args[1]); err != nil {
		return rules, nil, err
	}
	parameters := rules.roster.Parameters(rules.Info().Name, args[1])
	if parameters == nil {
		return rules, nil, usagef("bot %q has no parameters to tune", args[1])
	}
	return rules, parameters, nil
}

// listParameters lists the parameters that --over accepts.
func listParameters(env environ, args []string) error {
	_, parameters, err := tunableBot(env, args)
	if err != nil {
		return err
	}
	var list columns.Table
	for _, p := range parameters {
		list.Row(p.Name, p.Allowed(), p.About)
	}
	return write(env.out, list, "")
}
