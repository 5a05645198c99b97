package command

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"gamed/arena"
	"gamed/arena/farm"
	"gamed/arena/report"
	"gamed/arena/stats"
)

var matchCommand = command{
	name: "match", args: "GAME|FILE.yaml BOT BOT… [-- COMMAND]", about: "play bots against each other and count their results",
	takes: arity{1, many, "give a GAME, see gamed rules, and its bots, see gamed bots"},
	details: `Games come in pairs: the same deal twice, with swapped seats. More than two bots
rotate. -n must be a whole number of pairs or rotations. --no-swap keeps the first
bot at seat 0 and deals each game anew. The digest covers all final positions. It
does not depend on --parallel or --lane.

--sprt stops the match when a sequential test accepts ELO0 or ELO1 for the first bot:
0,10 tests for a gain, 0,30 for a large gain, -10,0 for no loss. -n is then the
maximum number of games, by default 1,000,000.

A bot can be a program in any language: cmd:COMMAND, or for the last bot the command
after --. NAME=BOT gives a bot a name, as in old=ismcts:100 new=ismcts:200. A repeated
name gets a number: random, random#2. ws:NAME is a bot that connects to --listen
with a token, which the match prints. A bot that makes a fault loses the game, unless
--on-fault sets another policy. --faults keeps the log of the game and the bot's stderr.

--out keeps the results. The same command with the same file resumes an interrupted
match and gives the same results. With a larger -n it plays further games. --games also
keeps the log of every game, about 3 KB each: gamed replay --number N FILE shows game N,
and gamed verify FILE checks all games. --report writes a page about them. It also counts
decisions, comebacks, redrawn hands and the use of each card, and prints a summary.

--nats lets gamed workers on other machines play the games, with the same results.
The command lists the workers at the end, on stderr with --json.

The kingdom of a Dominion match contains the cards that the bots' rules name. Cards
of the first game's kingdom fill it up. --kingdom NAME,NAME… names the cards instead,
--kingdom first plays the first game's kingdom, and --kingdom random draws a kingdom
for each deal. With a single bot the match reports the turn of each Province. A
decision game, such as polity, takes a single bot. The match then reports endings,
cards and stats.

` + matchCodes + `

  gamed match elements greedy random -n 1000
  gamed match elements ismcts greedy --sprt 0,30 --out games.jsonl
  gamed match elements ismcts:200 ismcts:200 --decks all -n 6000 --report decks.html
  gamed match elements random "cmd:node my-bot.js" --move 100ms
  gamed match elements greedy random --out games.jsonl --games games.gz
  gamed match elements random -- python3 bots/python/random_bot.py
  gamed match dominion bigmoney buy:my-rules.txt -n 10000 --no-swap
  gamed match polity greedy:treasury -n 1000
  gamed match my-game.yaml random
  gamed match elements ismcts:2000 greedy -n 10000 --nats nats://10.0.0.5:4222
  gamed match dominion smithy doublewitch --table colony=yes,kingdom=Smithy,Witch`,
	setup: func(flags *flag.FlagSet) action {
		var o matchOptions
		o.flags(flags)
		flags.StringVar(&o.gameLogs, "games", "", "keep the log of every game in `FILE`, for gamed replay and gamed verify")
		flags.BoolVar(&o.noSwap, "no-swap", false, "keep each bot at its seat")
		flags.StringVar(&o.sprt, "sprt", "", "`ELO0,ELO1`: stop when a sequential test decides between the two")
		flags.Float64Var(&o.alpha, "alpha", .05, "`P`: probability that --sprt accepts ELO1 when ELO0 is true")
		flags.Float64Var(&o.beta, "beta", .05, "`P`: probability that --sprt accepts ELO0 when ELO1 is true")
		flags.StringVar(&o.model, "model", "normalized", "`ELO`: scale of --sprt: normalized or logistic")
		return func(ctx context.Context, env environ, args []string) error {
			return match(ctx, env, o.readCommandLine(flags, args), o)
		}
	},
}

// matchCodes lists the exit codes of match and tournament for help.
const matchCodes = `Exit codes:
  0  all games are played, or --sprt has ended the match
  1  it was interrupted, a file or the cluster failed, the rules failed in a game,
     --strict found a fault, or a bot cannot play: it does not start, or it ended
     before its first answer in three games running
  2  the command line is invalid`

// matchOptions holds the flags of gamed match. gamed tournament shares most of them.
type matchOptions struct {
	games, parallel, limit int
	gamesGiven             bool // with -n
	seed                   uint64
	decks, lane            string
	out, report, gameLogs  string
	table                  tableOptions
	sprt, model            string
	alpha, beta            float64
	onFault, faults        string
	noSwap, json, strict   bool
	times                  bool // add the measured times to the JSON
	externalBots           externalBotOptions
	cluster                clusterOptions
	botCommand             []string // of the last bot, after "--"
	commandLine            string   // the command line that repeats the games
}

// flags declares the flags that match and tournament share.
func (o *matchOptions) flags(flags *flag.FlagSet) {
	countFlag(flags, &o.games, "n", 100, 1, "play `GAMES` games")
	flags.Uint64Var(&o.seed, "seed", 1, "`N`: random seed")
	flags.StringVar(&o.decks, "decks", "", "`A,B`: ready decks or deck files by seat; all plays every two ready decks against each other")
	o.table.flags(flags)
	countFlag(flags, &o.limit, "limit", 0, 0, "end each game after `TURNS`; 0 leaves the end to the rules")
	flags.StringVar(&o.onFault, "on-fault", "lose", "`POLICY`: what a fault costs: lose, default (the default option is taken) or strikes:N")
	flags.StringVar(&o.faults, "faults", "", "keep the logs of games with faults in folder `DIR`")
	parallelFlag(flags, &o.parallel)
	flags.StringVar(&o.lane, "lane", "direct", "`LANE`: how to play: direct, in a plain loop, or actor, as a server does")
	flags.BoolVar(&o.json, "json", false, "print one JSON object")
	flags.BoolVar(&o.times, "times", false, "add the decision times of each bot to --json; they differ between runs")
	flags.StringVar(&o.out, "out", "", "append a line of JSON per game to `FILE`; resume after the games in it")
	flags.StringVar(&o.report, "report", "", "write a page of HTML with tables and charts to `FILE`")
	flags.BoolVar(&o.strict, "strict", false, "exit with code 1 if a bot fails, workers disagree, --sprt is undecided or a bot has no rating")
	o.externalBots.flags(flags)
	o.cluster.flags(flags, "`URL,URL…`: NATS servers whose workers play the games; see gamed help worker")
}

func parallelFlag(flags *flag.FlagSet, parallel *int) {
	countFlag(flags, parallel, "parallel", 0, 0, "play `N` games at once; 0 means one per core")
}

func match(ctx context.Context, env environ, args []string, o matchOptions) error {
	m, err := o.match(env, args)
	if err != nil {
		return err
	}
	return o.play(ctx, env, m.Games, func(out *os.File, progress func(arena.Progress)) (outcome, error) {
		m.Out, m.Progress = out, progress
		if o.gameLogs != "" {
			logs, err := os.OpenFile(o.gameLogs, os.O_RDWR|os.O_CREATE, 0o644)
			if err != nil {
				return outcome{}, usagef("--games: %w", err)
			}
			defer func() { _ = logs.Close() }() // Run has flushed it
			m.Logs = logs
		}
		if o.report != "" {
			m.Results = &arena.Results{Header: m.Header()}
		}
		var r arena.Result
		shares, err := o.withWorkers(ctx, env, false, m.Rules, m.Bots, func(run *farm.Run) (err error) {
			if run == nil {
				r, err = m.Run(ctx)
			} else {
				r, err = run.Play(ctx, m, nil)
			}
			return err
		})
		all := outcome{
			result: r, shares: shares, games: r.Games, brokenGames: r.EngineErrors, firstFailure: r.FirstPanic, botFaults: r.FaultCount(),
			match: func(int) arena.Match { return m },
		}
		if o.report != "" {
			all.page = report.MatchPage(m.Results)
			all.page.CardsWithoutDeck = m.CardsWithoutDeck()
			all.page.Digest = r.Digest
		}
		if r.SPRT != nil && r.SPRT.State == stats.Continue {
			all.undecided = fmt.Sprintf("the SPRT is undecided after %s", plural(r.Games, "game"))
		}
		return all, err
	})
}

// wholeUnits returns the number of games to play: a multiple of unit, the number of games of a pair or
// a rotation. It refuses a -n that is no such multiple. Without -n, it rounds games up to the next
// multiple.
func (o *matchOptions) wholeUnits(games, unit int) (int, error) {
	next := (games + unit - 1) / unit * unit
	if next == games || !o.gamesGiven {
		return next, nil
	}
	units := "pairs"
	if unit > 2 {
		units = fmt.Sprintf("rotations of %d", unit)
	}
	return 0, usagef("-n %d: games come in %s; use -n %d", games, units, next)
}

// sprtTest returns the test of --sprt, or nil without the flag.
func (o *matchOptions) sprtTest() (*stats.SPRT, error) {
	if o.sprt == "" {
		return nil, nil
	}
	t := &stats.SPRT{Alpha: o.alpha, Beta: o.beta, Model: stats.Model(o.model)}
	low, high, ok := strings.Cut(o.sprt, ",")
	var wrongLow, wrongHigh error
	t.Elo0, wrongLow = parseDecimal(low)
	t.Elo1, wrongHigh = parseDecimal(high)
	if !ok || wrongLow != nil || wrongHigh != nil {
		return nil, usagef("--sprt %q: use two numbers, such as 0,10", o.sprt)
	}
	if err := t.Validate(); err != nil {
		return nil, &usageError{err}
	}
	return t, nil
}
