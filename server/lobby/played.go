package lobby

import (
	"context"
	"errors"
	"fmt"

	"gamed/store"
	"gamed/table"
)

// played reads the log of a game, nil if it cannot be read or is not over: such a game
// has no result.
func (l *Lobby) played(ctx context.Context, id string) (*table.Summary, error) {
	records, err := l.c.Log.Read(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	return readPlayed(records), nil
}

func readPlayed(records [][]byte) *table.Summary {
	s, err := table.Summarize(records)
	if err != nil || !s.Closed() {
		return nil
	}
	return s
}
