package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"gamed/arena"
	"gamed/arena/stats"
)

var matchCommand = command{
	name: "match", args: "GAME|FILE.yaml BOT BOT… [-- COMMAND]", about: "let bots play each other and sum up",
	more: `Games come in pairs: the same deal twice with swapped seats; more than two bots
rotate. Only complete pairs count. --no-swap gives the first bot seat 0 in every
game, and each game its own deal. The digest covers all final positions. It depends
on the bots, the number of games, the seed, the decks and the table, but not on
--parallel or --lane.

--sprt stops the match when it accepts ELO0 or ELO1 for the first bot: 0,10 tests
for a gain, 0,30 for a large gain, -10,0 for no loss. -n is then the maximum number
of games, by default 1,000,000.

A bot may be a program in any language: cmd:COMMAND, or for the last bot the command
after --. ws:NAME is a bot that connects to --listen with a token, which the match
prints. A bot loses a game with a fault unless --on-fault says otherwise; --faults
keeps the log of the game and the bot's stderr.

--out keeps the games. The same command with the same file resumes an interrupted
match and gives the same results. --report writes a page about them.

--nats plays the games on gamed workers on other machines, with the same results. A
list of the workers follows, on stderr with --json.

The kingdom of Dominion has the cards in the bots' rules and is filled up from the
first game's kingdom, unless --kingdom names the cards: first is the first game's
kingdom, random draws one for each deal. For one bot alone the match reports the
turn of each Province. A decision game, such as polity, is played by one bot; the
match reports endings, cards and stats.

  gamed match elements greedy random -n 1000
  gamed match elements ismcts greedy --sprt 0,30 --out games.jsonl
  gamed match elements greedy random --decks all -n 6000 --report decks.html
  gamed match elements random "cmd:node my-bot.js" --move 100ms
  gamed match elements random -- python3 bots/python/random_bot.py
  gamed match dominion bigmoney buy:my-rules.txt -n 10000 --no-swap
  gamed match polity greedy:treasury -n 1000
  gamed match my-game.yaml random
  gamed match elements ismcts:2000 greedy -n 10000 --nats nats://10.0.0.5:4222
  gamed match dominion smithy doublewitch --table colony=yes,kingdom=Smithy,Witch`,
	setup: func(flags *flag.FlagSet) action {
		var o matchOptions
		o.shared(flags)
		flags.BoolVar(&o.noSwap, "no-swap", false, "keep each bot at its seat")
		flags.StringVar(&o.sprt, "sprt", "", "stop as soon as it is decided between `ELO0,ELO1`")
		flags.Float64Var(&o.alpha, "alpha", .05, "how often --sprt may accept ELO1 where ELO0 is true: `P`")
		flags.Float64Var(&o.beta, "beta", .05, "how often --sprt may accept ELO0 where ELO1 is true: `P`")
		flags.StringVar(&o.model, "model", "normalized", "the `ELO` of --sprt, normalized or logistic")
		flags.BoolVar(&o.strict, "strict", false, "exit code 1 if a bot has failed, --sprt has not decided or a worker differs")
		o.cluster.flags(flags, "have the games played by the workers of the NATS servers `URL,URL…`, see gamed help worker")
		return func(ctx context.Context, env environ, args []string) error {
			// What follows "--" is what flags has left.
			o.command = flags.Args()
			args = args[:len(args)-len(o.command)]
			o.line = commandLine(flags, args, o.command)
			flags.Visit(func(f *flag.Flag) { o.gamesSaid = o.gamesSaid || f.Name == "n" })
			return match(ctx, env, args, o)
		}
	},
}

type matchOptions struct {
	games, parallel, limit int
	gamesSaid              bool // or the default
	seed                   uint64
	decks, lane            string
	out, report            string
	kingdom, table         string
	sprt, model            string
	alpha, beta            float64
	onFault, faults        string
	noSwap, json, strict   bool
	outside                outside
	cluster                cluster
	command                []string // the last bot's, after "--"
	line                   string   // the command line that plays the same again
}

// shared declares the flags that match and tournament have in common.
func (o *matchOptions) shared(flags *flag.FlagSet) {
	flags.IntVar(&o.games, "n", 100, "play `GAMES` games")
	flags.Uint64Var(&o.seed, "seed", 1, "`N` from which all chance comes")
	flags.StringVar(&o.decks, "decks", "", "decks by seat, ready ones or files: `A,B`; all plays every two ready ones against each other")
	flags.StringVar(&o.kingdom, "kingdom", "", "kingdom cards of Dominion, `NAME,NAME…`, first or random")
	flags.StringVar(&o.table, "table", "", "options of the game's table, `KEY=VALUE,…`")
	flags.IntVar(&o.limit, "limit", 0, "a game ends after `TURNS`; 0 leaves that to its rules")
	flags.StringVar(&o.onFault, "on-fault", "lose", "what a fault costs: `POLICY` lose, default (the default option is taken) or strikes:N")
	flags.StringVar(&o.faults, "faults", "", "keep the logs of games with faults in folder `DIR`")
	flags.IntVar(&o.parallel, "parallel", 0, "play `N` games at once; 0 means one per core")
	flags.StringVar(&o.lane, "lane", "direct", "`LANE` direct, a plain loop, or actor, as games are served")
	flags.BoolVar(&o.json, "json", false, "print one JSON object")
	flags.StringVar(&o.out, "out", "", "append a line of JSON per game to `FILE`; resume after the games in it")
	flags.StringVar(&o.report, "report", "", "write a page of HTML with tables and charts into `FILE`")
	o.outside.flags(flags)
}

// mostGames is the default limit of games in an SPRT.
const mostGames = 1_000_000

func match(ctx context.Context, env environ, args []string, o matchOptions) (err error) {
	defer func() { err = errors.Join(err, o.outside.close()) }()
	m, err := o.match(env, args)
	if err != nil {
		return err
	}
	if m.Out, err = o.results(); err != nil {
		return err
	}
	if m.Out != nil {
		defer func() { err = errors.Join(err, m.Out.Close()) }()
	}
	bar := newProgress(env.err, m.Games)
	m.Progress = bar.set
	result, shares, err := o.run(ctx, env, m)
	bar.finish()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	// A match that was interrupted is summed up as far as it went.
	if o.report != "" {
		err = errors.Join(o.tell(ctx, m, result), err)
	}
	if err = errors.Join(o.print(env, result, shares), err); err != nil {
		return err
	}
	err = o.verdict(env, result)
	if o.strict {
		err = errors.Join(err, differing(shares))
	}
	return err
}

// print writes the result of a match or a tournament as text or as JSON. Beside JSON, the
// shares go to the standard error.
func (o *matchOptions) print(env environ, result, shares fmt.Stringer) error {
	if !o.json {
		_, err := fmt.Fprint(env.out, result.String(), shares.String())
		return err
	}
	fmt.Fprint(env.err, shares.String())
	out := json.NewEncoder(env.out)
	out.SetIndent("", "  ")
	return out.Encode(result)
}

// verdict is the error of a match that went on to its end and is no good all the
// same.
func (o *matchOptions) verdict(env environ, r arena.Result) error {
	if r.EngineErrors > 0 {
		fmt.Fprintln(env.err, r.Broken)
		return fmt.Errorf("the rules failed in %s: this is a fault of the game, not of its bots", plural(r.EngineErrors, "game"))
	}
	if !o.strict {
		return nil
	}
	switch {
	case r.Failed() > 0:
		return fmt.Errorf("the bots have failed %d times", r.Failed())
	case r.SPRT != nil && r.SPRT.State == stats.Continue:
		return fmt.Errorf("the SPRT has accepted nothing in %s", plural(r.Games, "game"))
	}
	return nil
}

// test reads --sprt and what belongs to it.
func (o *matchOptions) test() (*stats.SPRT, error) {
	if o.sprt == "" {
		return nil, nil
	}
	t := &stats.SPRT{Alpha: o.alpha, Beta: o.beta, Model: stats.Model(o.model)}
	low, high, ok := strings.Cut(o.sprt, ",")
	for text, bound := range map[string]*float64{low: &t.Elo0, high: &t.Elo1} {
		if n, err := fmt.Sscanf(text+" ", "%g ", bound); n != 1 || err != nil {
			ok = false
		}
	}
	if !ok {
		return nil, usagef("--sprt %q: it is two numbers, as in 0,10", o.sprt)
	}
	if err := t.Validate(); err != nil {
		return nil, &usageError{err}
	}
	return t, nil
}
