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

// readFinished summarizes the log of a finished game and returns its records. It returns nil if the
// log is missing or unfinished or cannot be summarized, since such a game has no result.
func (l *Lobby) readFinished(ctx context.Context, id string) (*table.Summary, [][]byte, error) {
	records, err := l.c.Log.Read(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("lobby: %w", err)
	}
	s, err := table.Summarize(records)
	if err != nil || !s.Closed() {
		return nil, nil, nil
	}
	people, err := game.LoadPersonalData(ctx, l.c.KV, id)
	if err != nil {
		return nil, nil, fmt.Errorf("lobby: %w", err)
	}
	for i := range s.Seats { // the log has only the names of bots
		if i < len(people.Names) {
			s.Seats[i].Name = cmp.Or(s.Seats[i].Name, people.Names[i])
		}
	}
	return s, records, nil
}
