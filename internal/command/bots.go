package command

import (
	"cmp"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"slices"
	"strings"

	"gamed/ai"
	"gamed/arena"
	"gamed/internal/columns"
	"gamed/rules"
)

var botsCommand = command{
	name: "bots", about: "list the bots",
	setup: func(*flag.FlagSet) action { return listBots },
}

func listBots(_ context.Context, env environ, _ []string) error {
	all := env.games.list().Roster().All()
	for _, r := range env.games {
		if f := r.BotFile; f != nil {
			all = append(all, ai.Info{Name: f.Prefix + "FILE", About: f.About, Rules: r.Info().Name})
		}
	}
	var list columns.Table
	for _, bot := range append(all, externalBotNames...) {
		list.Row(bot.Name, cmp.Or(bot.Rules, "any game"), bot.About)
	}
	return write(env.out, list, "")
}

// botFile returns the path of the file with the definition or the weights of a bot, if the bot's
// name contains such a path.
func (r ruleset) botFile(name string) (path string, ok bool) {
	if r.BotFile != nil {
		if path, ok := strings.CutPrefix(name, r.BotFile.Prefix); ok {
			return path, true
		}
	}
	path, _, ok = r.roster.Weights(r.Info().Name, name)
	return path, ok
}

// bot returns the bot of that name that plays the ruleset r.
func (r ruleset) bot(name string) (arena.Player, error) {
	if path, ok := r.botFile(name); ok {
		return r.readBot(name, path)
	}
	if stat, ok := strings.CutPrefix(name, rules.StatBotPrefix); ok {
		name = rules.StatBotPrefix + rules.Slug(stat)
	}
	game := r.Info().Name
	player, err := arena.NewPlayer(r.roster, game, name)
	if err == nil {
		return player, nil
	}
	kind, _, _ := strings.Cut(name, ":")
	if slices.ContainsFunc(r.roster.All(), func(i ai.Info) bool { return i.Name == kind }) {
		return player, &usageError{err} // the parameters are wrong, or the bot plays another game
	}
	var names []string
	for _, bot := range r.roster.Names(game) {
		names = append(names, bot.Name)
	}
	if r.BotFile != nil {
		names = append(names, r.BotFile.Prefix+"FILE")
	}
	return player, unknownName("bot", name, names)
}

// readBot returns the bot whose definition or weights are in the file at path.
func (r ruleset) readBot(name, path string) (arena.Player, error) {
	text, err := r.read(path)
	if err != nil {
		return arena.Player{}, usagef("bot %q: %w", name, err)
	}
	if _, load, ok := r.roster.Weights(r.Info().Name, name); ok {
		bot, err := load(text)
		if err != nil {
			return arena.Player{}, usagef("bot %q: %w", name, err)
		}
		return arena.Player{Name: name, New: bot, Terms: fmt.Sprintf("weights %x", sha256.Sum256(text))}, nil
	}
	lines, err := textOf(path, text)
	if err != nil {
		return arena.Player{}, &usageError{err}
	}
	bot, err := r.BotFile.Parse(path, lines)
	if err != nil {
		return arena.Player{}, &usageError{err}
	}
	return arena.Player{Name: name, New: bot}, nil
}
