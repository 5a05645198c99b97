package command

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/story"
	"gamed/state"
)

// A gameFile is a game in a file, which is read again when it has changed.
type gameFile struct {
	path string
	text []byte // as it was read last, good or not
	game *cardsim.Game[*story.Story]
}

// isGameFile reports whether the name of a game is that of a file.
func isGameFile(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// readGame reads a game file.
func readGame(path string) (ruleset, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return ruleset{}, usagef("game: %w", err)
	}
	g, err := story.Load(path, text)
	if err != nil {
		return ruleset{}, err
	}
	r := decisionGame(g)
	r.file = &gameFile{path, text, g}
	return r, nil
}

// builtIn returns the game of a file that is part of this program.
func builtIn(name string, text []byte) ruleset {
	g, err := story.Load(name, text)
	if err != nil {
		panic(err) // a test plays it
	}
	return decisionGame(g)
}

// readGames reads the game files of a list. Each game has a name of its own.
func readGames(list string) (all []ruleset, err error) {
	if list == "" {
		return nil, nil
	}
	for path := range strings.SplitSeq(list, ",") {
		r, err := readGame(path)
		if err != nil {
			return nil, err
		}
		name := r.Info().Name
		if slices.ContainsFunc(slices.Concat(rulesets, all), func(o ruleset) bool { return o.Info().Name == name }) {
			return nil, usagef("--game %s: there is another game called %q", path, name)
		}
		all = append(all, r)
	}
	return all, nil
}

// look returns the game if the file has changed, else nil. An error says why the
// new file cannot be served.
func (f *gameFile) look() (state.Dealer, error) {
	text, err := os.ReadFile(f.path)
	if err != nil || bytes.Equal(text, f.text) {
		return nil, nil // one that is not there is just being written
	}
	f.text = text
	game, err := story.Reload(f.game, f.path, text)
	if err != nil {
		return nil, err
	}
	f.game = game
	return game, nil
}

// watch looks at the file every second until ctx is done, and hands a new game to
// replace. A file that is wrong is logged, and the game stays as it is.
func (f *gameFile) watch(ctx context.Context, replace func(state.Dealer), log zerolog.Logger) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch game, err := f.look(); {
		case err != nil:
			log.Error().Err(err).Msg("the game stays as it was")
		case game != nil:
			replace(game)
			log.Info().Str("file", f.path).Msg("new games are played by the new file")
		}
	}
}
