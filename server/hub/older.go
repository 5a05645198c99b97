package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/game"
	"gamed/store"
	"gamed/table"
)

// loadWithoutRules loads a finished game whose rules this program does not have. The loaded game
// has players and a result, but no position. loadWithoutRules first ends an unfinished game of
// older rules as a draw. In a cluster only [Hub.EndOlder] does so, since another server may still
// run the game.
func (h *Hub) loadWithoutRules(ctx context.Context, records [][]byte, other *table.OtherRules) (*game.Loaded, error) {
	l, err := game.Load(records, other.Find)
	if err != nil || l.Table.Closed() {
		return l, err
	}
	older, err := Older(ctx, h.c.KV, other)
	switch {
	case err != nil:
		return nil, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	case !older:
		return nil, other
	case h.c.Node != "":
		return nil, fmt.Errorf("%w: %w", errStranded, other)
	}
	return l, h.endOlder(ctx, l, other)
}

// errStranded is wrapped by the reason why a hub in a cluster has set aside a game of older
// rules.
var errStranded = errors.New("the game waits for a server with its rules")

// endOlder ends a game of older rules in the log.
func (h *Hub) endOlder(ctx context.Context, l *game.Loaded, why *table.OtherRules) error {
	if err := h.noteTable(ctx, why.Rules, why.NowCards, why.Cards); err != nil {
		return err
	}
	if err := game.AppendEnd(ctx, h.c.Log, l); err != nil {
		return fmt.Errorf("hub: %w: %w", ErrUnavailable, err) // the next attempt reads the log again
	}
	if h.c.RulesChanged != nil {
		h.c.RulesChanged(l.Table.ID, why)
	}
	return h.noteEnd(ctx, l.Table.ID)
}

// Stranded returns the games of older rules that this hub in a cluster has set aside, and
// since when.
func (h *Hub) Stranded() map[string]time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	since := make(map[string]time.Time)
	for id, e := range h.games {
		if e.stage == setAside && e.stranded {
			since[id] = e.lastUse
		}
	}
	return since
}

// EndOlder ends a stranded game as a draw. Call it only if no hub in the cluster can run the game.
// The error is [ErrElsewhere] if another hub has written to the game's log.
func (h *Hub) EndOlder(ctx context.Context, id string) error {
	records, err := h.Records(ctx, id)
	if err != nil {
		return err
	}
	if !table.Closed(records) {
		other := (*table.OtherRules)(nil)
		if _, err := h.restore(ctx, &entry{}, records); !errors.As(err, &other) {
			return ErrSetAside
		}
		l, err := game.Load(records, other.Find)
		if err != nil {
			return ErrSetAside
		}
		switch err := h.endOlder(ctx, l, other); {
		case errors.Is(err, store.ErrFenced):
			return ErrElsewhere
		case err != nil:
			return err
		}
	}
	h.Drop(id)
	return nil
}
