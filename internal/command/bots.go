package command

import (
	"context"
	"flag"
	"os"
	"slices"
	"strings"

	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/arena"
	"gamed/internal/columns"
	"gamed/rules/dominion"
)

var botsCommand = command{
	name: "bots", about: "list the bots",
	setup: func(*flag.FlagSet) action { return listBots },
}

// fromFile begins the name of a bot that plays by a file.
const fromFile = "buy:"

// buyFile is how such bots are listed. A server has none of them: it opens no file
// that somebody names.
var buyFile = ai.Info{Name: fromFile + "FILE", About: "Buys by the rules in a file: see docs/dominion.md.", Rules: dominion.Rules.Name}

func listBots(_ context.Context, std stdio, args []string) error {
	if err := arguments(args, 0, 0, "this command takes none"); err != nil {
		return err
	}
	var list columns.Table
	for _, bot := range slices.Concat(roster.All(), []ai.Info{buyFile}, outsideBots) {
		rules := bot.Rules
		if rules == "" {
			rules = "any game"
		}
		list.Row(bot.Name, rules, bot.About)
	}
	return write(std.out, list, "")
}

// bot returns a bot that plays r by its name.
func (r ruleset) bot(name string) (arena.Player, error) {
	game := r.Info().Name
	if path, ok := strings.CutPrefix(name, fromFile); ok && game == buyFile.Rules {
		return readBot(name, path)
	}
	if stat, ok := strings.CutPrefix(name, onStat); ok {
		name = onStat + slug(stat)
	}
	known := roster
	if r.file != nil {
		known = slices.Concat(roster, r.bots)
	}
	player, err := arena.Named(known, game, name)
	if err == nil {
		return player, nil
	}
	var names []string
	for _, bot := range known.Names(game) {
		names = append(names, bot.Name)
	}
	if game == buyFile.Rules {
		names = append(names, buyFile.Name)
	}
	kind, _, _ := strings.Cut(name, ":")
	if slices.ContainsFunc(roster.All(), func(i ai.Info) bool { return i.Name == kind }) {
		return player, &usageError{err} // what follows the name is wrong, or it plays another game
	}
	return player, unknown("bot", name, names)
}

// readBot returns the bot that plays by the rules in a file.
func readBot(name, path string) (arena.Player, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return arena.Player{}, usagef("bot %q: %w", name, err)
	}
	rules, err := buyrules.Parse(path, string(text))
	if err != nil {
		return arena.Player{}, &usageError{err}
	}
	return arena.Player{Name: name, New: rules.New}, nil
}
