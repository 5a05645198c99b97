package command

import (
	"os"
	"slices"
	"strings"

	"gamed/ai"
	"gamed/rules"
	"gamed/rules/cardsim/story"
	"gamed/state"
	"gamed/table"
)

// A ruleset is a row of the program's list, or a game file.
type ruleset struct {
	rules.Ruleset
	file   *gameFile // nil unless it comes from a file
	roster ai.Roster // the program's bots and its own
}

// games are the rulesets that a command finds by their names.
type games []ruleset

// newGames returns the rulesets of a program.
func newGames(list rules.List) games {
	roster := list.Roster()
	all := make(games, len(list))
	for i, r := range list {
		all[i] = ruleset{Ruleset: r, roster: roster}
	}
	return all
}

// list returns the rows of the rulesets.
func (g games) list() rules.List {
	list := make(rules.List, len(g))
	for i, r := range g {
		list[i] = r.Ruleset
	}
	return list
}

// find returns a ruleset by its name, or by the path of its game file.
func (g games) find(name string) (ruleset, error) {
	if isGameFile(name) {
		return g.readFile(name)
	}
	return g.named(name)
}

// named returns a ruleset by its name. Unlike find it opens no file.
func (g games) named(name string) (ruleset, error) {
	for _, r := range g {
		if r.Info().Name == name {
			return r, nil
		}
	}
	return ruleset{}, unknown("game", name, g.list().Names())
}

// dealer returns the dealer with the name, for logs.
func (g games) dealer(name string) (state.Dealer, error) {
	r, err := g.named(name)
	if err != nil {
		return nil, err
	}
	return r.Dealer, nil
}

// listed returns a dealer function that hashes the cards of each ruleset once, for
// any number of logs.
func (g games) listed() func(name string) (state.Dealer, error) {
	all := make(map[string]*table.Listed)
	for _, r := range g {
		l := table.List(r.Dealer)
		all[l.Info().Name] = l
	}
	return func(name string) (state.Dealer, error) {
		if l, ok := all[name]; ok {
			return l, nil
		}
		return g.dealer(name)
	}
}

// isGameFile reports whether the name of a game is a path.
func isGameFile(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// readFile reads a game file.
func (g games) readFile(path string) (ruleset, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return ruleset{}, usagef("game: %w", err)
	}
	return g.parse(path, text)
}

// parse returns the ruleset of a game file with the text.
func (g games) parse(path string, text []byte) (ruleset, error) {
	game, err := story.Load(path, text)
	if err != nil {
		return ruleset{}, err
	}
	row := rules.OfDecisions(game)
	return ruleset{Ruleset: row, file: &gameFile{path, text, game}, roster: append(g.list(), row).Roster()}, nil
}

// with returns g and the games of a list of files, PATH,PATH…. Each game must have
// its own name.
func (g games) with(files string) (games, error) {
	all := slices.Clone(g)
	for path := range strings.SplitSeq(files, ",") {
		if path == "" {
			continue
		}
		r, err := g.readFile(path)
		if err != nil {
			return nil, err
		}
		if name := r.Info().Name; slices.Contains(all.list().Names(), name) {
			return nil, usagef("--game %s: a game called %q already exists", path, name)
		}
		all = append(all, r)
	}
	return all, nil
}
