package command

import (
	"flag"
	"time"
)

var checkCommand = command{
	name: "check", args: "game GAME|FILE.yaml | bot -- COMMAND", about: "test a ruleset or a bot step by step",
	takes: anyNumber,
	details: `check game tests a ruleset from outside. Equal deals give equal bytes, options are
unique, and refusals change nothing. Clones and logs restore a game, and views hide
what they must. Games end, and parallel games equal serial games. Each step plays -n
games with every number of seats. The log of the first failure goes into a file, for
gamed replay.

check bot starts a bot and sends it every message from hello to bye: unknown
messages, outdated decisions, errors, large views, several games on different seats,
a clock and the forward model. Then the bot plays -n games of each of the --rules.

A failed step prints the error, how to reproduce it and how to fix it. The exit code
is 1 if a step fails.

  gamed check game elements
  gamed check game my-game.yaml -n 100
  gamed check game dominion --table kingdom=random
  gamed check bot -- python3 my_bot.py
  gamed check bot --rules elements,dominion -- ./my-bot --fast`,
	setup: func(flags *flag.FlagSet) action {
		var o checkOptions
		countFlag(flags, &o.games, "n", 10, 1, "play `GAMES` games: in each step with every number of seats, or of each game with a bot")
		flags.Uint64Var(&o.seed, "seed", 1, "`N`: random seed")
		flags.StringVar(&o.table.options, "table", "", "`KEY=VALUE,…`: check game: options of the game's table")
		flags.StringVar(&o.log, "log", "failed.jsonl", "`FILE`: check game: where to write the log of the first failed game")
		flags.StringVar(&o.rules, "rules", "elements", "`GAME,FILE.yaml,…`: check bot: games to play")
		flags.DurationVar(&o.limit, "limit", 10*time.Second, "`TIME`: check bot: time limit of an answer")
		atLeast(flags, &o.limit, "limit", time.Millisecond)
		flags.DurationVar(&o.slack, "slack", 0, "`TIME`: check bot: add TIME to each time limit, for a busy machine")
		atLeast(flags, &o.slack, "slack", 0)
		return chooseSubcommand(
			subcommand{"game", oneGame, o.checkGame},
			subcommand{"bot", arity{1, many, "give the COMMAND that starts the bot, after --"}, o.checkBot},
		)
	},
}

type checkOptions struct {
	games int
	seed  uint64
	table tableOptions
	log   string
	rules string
	limit time.Duration
	slack time.Duration
}
