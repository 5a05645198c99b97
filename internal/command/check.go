package command

import (
	"context"
	"flag"
	"time"
)

var checkCommand = command{
	name: "check", args: "game|bot …", about: "test a game or a bot from outside, step by step",
	more: `game RULES checks that equal deals give equal bytes, options are unique, refusals
change nothing, clones and logs restore a game, views hide what they must, games
end, and parallel games equal serial games. Each step plays -n games with every
number of seats. The log of the first failure goes into a file, for gamed replay.

bot -- COMMAND starts a bot and sends it every message from hello to bye: unknown
messages, outdated decisions, errors, large views, several games on different
seats, a clock and the forward model. Then the bot plays -n games of each of the
--rules.

A failed step prints the error, how to reproduce it and how to fix it. The exit
code is 1 if a step fails.

  gamed check game elements
  gamed check game my-game.yaml -n 100
  gamed check game dominion --table kingdom=random
  gamed check bot -- python3 my_bot.py
  gamed check bot --rules elements,dominion -- ./my-bot --fast`,
	setup: func(flags *flag.FlagSet) action {
		var o checkOptions
		flags.IntVar(&o.games, "n", 10, "play `GAMES` games: in each step with every number of seats, or with a bot of each of its games")
		flags.Uint64Var(&o.seed, "seed", 1, "`N` from which all chance comes")
		flags.StringVar(&o.table, "table", "", "options of the game's table, `KEY=VALUE,…`")
		flags.StringVar(&o.log, "log", "failed.jsonl", "`FILE` for the log of the first game that fails")
		flags.StringVar(&o.rules, "rules", "elements", "the games that a bot is to play: `GAME,FILE.yaml,…`")
		flags.DurationVar(&o.limit, "limit", 10*time.Second, "a bot's `TIME` for an answer")
		return func(ctx context.Context, env environ, args []string) error {
			switch {
			case len(args) == 0:
				return usagef("missing argument: game or bot")
			case o.games < 1:
				return usagef("-n %d: play at least 1 game", o.games)
			case o.limit <= 0:
				return usagef("--limit %v: it must be longer", o.limit)
			}
			switch word, args := args[0], args[1:]; word {
			case "game":
				return checkRules(ctx, env, args, o)
			case "bot":
				return checkBot(ctx, env, args, o)
			default:
				return unknown("word", word, []string{"game", "bot"})
			}
		}
	},
}

type checkOptions struct {
	games      int
	seed       uint64
	table, log string
	rules      string
	limit      time.Duration
}
