package command

import (
	"context"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"gamed/ai"
	"gamed/rules"
	"gamed/rules/cardsim/gamefile"
	"gamed/server/hub"
	"gamed/state"
	"gamed/table"
)

// A ruleset comes from the program or from a game file.
type ruleset struct {
	rules.Ruleset
	file   *gameFile                         // nil without a game file
	roster ai.Roster                         // the bots of the program and of the ruleset
	read   func(path string) ([]byte, error) // reads the files of bots and decks
}

// games holds the rulesets that a command finds by name.
type games []ruleset

// newGames returns the rulesets of a program.
func newGames(list rules.List) games {
	roster := list.Roster()
	all := make(games, len(list))
	for i, r := range list {
		all[i] = ruleset{Ruleset: r, roster: roster, read: os.ReadFile}
	}
	return all
}

// reader returns the function that reads the files of bots and decks.
func (g games) reader() func(path string) ([]byte, error) {
	if len(g) == 0 {
		return os.ReadFile
	}
	return g[0].read
}

// readingFrom returns the rulesets with the contents of a reader as the file "-" of bots and decks. The
// reader is read once, so several seats of a match may use the file.
func (g games) readingFrom(reader io.Reader) games {
	standard := sync.OnceValues(func() ([]byte, error) { return io.ReadAll(reader) })
	all := slices.Clone(g)
	for i := range all {
		all[i].read = func(path string) ([]byte, error) {
			if path == standardInput {
				return standard()
			}
			return os.ReadFile(path)
		}
	}
	return all
}

// readText reads the text of a file.
func (r ruleset) readText(path string) (string, error) {
	data, err := r.read(path)
	if err != nil {
		return "", err
	}
	return textOf(path, data)
}

// list returns the rulesets without their files.
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
	return g.findByName(name)
}

// findByName returns a ruleset by its name. It opens no file.
func (g games) findByName(name string) (ruleset, error) {
	for _, r := range g {
		if r.Info().Name == name {
			return r, nil
		}
	}
	return ruleset{}, unknownName("game", name, g.list().Names())
}

// rulesFinder returns a function that finds the ruleset of a log. versions holds the earlier versions
// of game files. The function hashes the cards of each ruleset once.
func (g games) rulesFinder(ctx context.Context, versions *hub.Versions) table.RulesFinder {
	all := make(map[string]*table.CachedRules)
	for _, r := range g {
		all[r.Info().Name] = table.Cache(r.Dealer)
	}
	return func(h *table.Header) (state.Dealer, error) {
		if l, ok := all[h.Rules]; ok {
			return versions.VersionOf(ctx, h, l)
		}
		_, err := g.findByName(h.Rules)
		return nil, err
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
		return ruleset{}, usagef("game file: %w", err)
	}
	return g.parse(path, text)
}

// parse returns the ruleset of a game file with the given text.
func (g games) parse(path string, text []byte) (ruleset, error) {
	game, err := gamefile.Load(path, text)
	if err != nil {
		return ruleset{}, err
	}
	r := rules.OfDecisions(game)
	return ruleset{Ruleset: r, file: &gameFile{path, text, game}, roster: append(g.list(), r).Roster(), read: g.reader()}, nil
}

// withGameFiles declares the flag --game, which names game files. It returns an action that adds
// the games of these files to env and runs do. One of the files may be standard input. Each game
// must have its own name.
func withGameFiles(flags *flag.FlagSet, about string, do action) action {
	files := flags.String("game", "", about)
	return func(ctx context.Context, env environ, args []string) error {
		env.games = slices.Clone(env.games)
		paths := strings.Split(*files, ",")
		if first := slices.Index(paths, standardInput); first >= 0 && (slices.Contains(args, standardInput) || slices.Contains(paths[first+1:], standardInput)) {
			return usagef("--game -: standard input can be only one of the files; save the other in a file")
		}
		for _, path := range paths {
			if path == "" {
				continue
			}
			read := env.games.readFile
			if path == standardInput {
				read = env.game
			}
			r, err := read(path)
			if err != nil {
				return err
			}
			if name := r.Info().Name; slices.Contains(env.games.list().Names(), name) {
				return usagef("--game %s: a game called %q already exists; choose another name", path, name)
			}
			env.games = append(env.games, r)
		}
		return do(ctx, env, args)
	}
}
