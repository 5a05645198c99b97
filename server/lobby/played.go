package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gamed/game"
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
	s, err := table.Summarize(records)
	if err != nil || !s.Closed() {
		return nil, nil
	}
	people, err := game.Recall(ctx, l.c.KV, id)
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	for i := range s.Seats { // the log has the names of bots alone
		if i < len(people.Names) {
			s.Seats[i].Name = cmp.Or(s.Seats[i].Name, people.Names[i])
		}
	}
	return s, nil
}
