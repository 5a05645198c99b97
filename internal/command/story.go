package command

import (
	"bytes"
	"context"
	"os"
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
