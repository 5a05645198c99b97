package command

import (
	"bytes"
	"context"
	"os"
	"time"

	"github.com/rs/zerolog"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

// A gameFile is a game file that can be reloaded.
type gameFile struct {
	path string
	text []byte // of the latest reading, valid or not
	game *cardsim.Game[*gamefile.State]
}

// reload returns the game if the file has changed, and nil if the file is unchanged or unreadable. It
// returns an error once for each invalid version of the file.
func (f *gameFile) reload() (state.Dealer, error) {
	text, err := os.ReadFile(f.path)
	if err != nil || bytes.Equal(text, f.text) {
		return nil, nil // an editor may be replacing a missing file
	}
	f.text = text
	game, err := gamefile.Reload(f.game, f.path, text)
	if err != nil {
		return nil, err
	}
	f.game = game
	return game, nil
}

// watch checks the file every second until ctx is done, and passes a new game to the function
// replace. If the new file is invalid, watch logs the error and keeps the game.
func (f *gameFile) watch(ctx context.Context, replace func(state.Dealer), log zerolog.Logger) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch game, err := f.reload(); {
		case err != nil:
			log.Error().Err(err).Msg("the game file is invalid; the server keeps the previous one")
		case game != nil:
			replace(game)
			log.Info().Str("file", f.path).Msg("the game file has changed; new games use it")
		}
	}
}
