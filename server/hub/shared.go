package hub

import (
	"context"
	"errors"
	"fmt"

	"gamed/game"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// becomeOwner makes this hub in a cluster the owner of an unfinished game before the game resumes
// from its log. If another hub has taken over a game that was asleep here, becomeOwner drops the
// game and returns ErrElsewhere.
func (h *Hub) becomeOwner(ctx context.Context, e *entry, l *game.LoadedGame) error {
	t := l.Table
	if h.c.Node == "" || t.Closed() || e.owned && (t.Epoch == "" || t.Epoch == h.c.Node) {
		return nil
	}
	if e.owned {
		h.Drop(e.id)
		return ErrElsewhere
	}
	err := game.AppendEpoch(ctx, h.c.Log, l, h.c.Node)
	switch {
	case errors.Is(err, store.ErrFenced):
		return ErrElsewhere
	case err != nil:
		return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	e.owned = true
	return nil
}

// Has reports whether the hub has a game, in memory or in the log only, that is not set aside.
func (h *Hub) Has(id string) bool {
	s := h.copyEntry(id).stage
	return s != absent && s != setAside
}

// IsKnown reports whether the hub has an entry for a game, even while it creates or loads the game,
// or after it has set the game aside.
func (h *Hub) IsKnown(id string) bool { return h.copyEntry(id).id != "" }

// IsOver reports whether the hub has a finished game in memory.
func (h *Hub) IsOver(id string) bool { return h.copyEntry(id).stage == over }

// IsSetAside reports whether this hub has set a game aside. A hub with another version of the
// program may be able to run it.
func (h *Hub) IsSetAside(id string) bool { return h.copyEntry(id).stage == setAside }

// Unfinished returns the ids of the games that the hub runs, creates or loads, or that are asleep.
// A game that is being loaded may turn out to be finished.
func (h *Hub) Unfinished() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := make([]string, 0, len(h.games))
	for id, e := range h.games {
		if e.stage == awake || e.stage == asleep || e.busy != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// Take makes this hub in a cluster the owner of a game and loads it. A finished game needs no
// owner: Take loads it if a client has requested it, and otherwise reports its end. The error is
// one of this package, such as [ErrElsewhere] if another hub was faster.
func (h *Hub) Take(ctx context.Context, id string, requested bool) error {
	why := forRecovery
	if requested {
		why = forTakeover
	}
	_, _, err := h.find(ctx, id, why)
	if err != nil || requested || !h.IsOver(id) {
		return err
	}
	return h.noteEnd(ctx, id) // a request loaded the game first, and the log still lists it
}

// CheckOwner drops a game and returns [ErrElsewhere] if the log names another hub as its owner. It
// also drops a game that this hub has set aside and another hub has ended. If the game is being
// created or loaded, CheckOwner first waits for that. The error is as in [Hub.Records], or that of
// ctx.
func (h *Hub) CheckOwner(ctx context.Context, id string) error {
	h.mu.Lock()
	var err error
	if e := h.games[id]; e != nil && e.busy != nil {
		err = h.wait(ctx, e)
	}
	h.mu.Unlock()
	if err != nil {
		return err
	}
	records, err := h.Records(ctx, id)
	if err != nil {
		return err
	}
	summary, err := table.Summarize(records)
	if err == nil && summary.Closed() && h.IsSetAside(id) {
		h.Drop(id) // another hub has ended the game
	}
	if err != nil || summary.Epoch == "" || summary.Epoch == h.c.Node || summary.Closed() {
		return nil // the game itself reports a damaged log
	}
	h.Drop(id)
	return ErrElsewhere
}

// Drop removes a game that another hub has taken and tells its clients to reconnect.
func (h *Hub) Drop(id string) {
	h.mu.Lock()
	e := h.games[id]
	if e == nil || e.stage != awake && e.stage != asleep && e.stage != setAside {
		h.mu.Unlock()
		return
	}
	g := e.game
	e.game, e.summary = nil, nil
	h.removeEntry(e)
	h.mu.Unlock()
	if g != nil {
		_ = g.Dismiss(context.Background()) // fails if the game has closed on its own
	}
}

// DropFinished removes from memory all finished games, and deleted games that were set aside. It
// tells the clients of these games to reconnect. The next request reads a game from the log again.
func (h *Hub) DropFinished(deleted func(id string) bool) {
	h.mu.Lock()
	var games []*game.Game
	var aside []string
	for id, e := range h.games {
		if e.stage == setAside {
			aside = append(aside, id)
		}
		if e.busy != nil || e.stage != over {
			continue
		}
		if e.game != nil {
			games = append(games, e.game)
		}
		e.game, e.summary = nil, nil
		h.removeEntry(e)
	}
	h.finished = nil
	h.mu.Unlock()
	for _, g := range games {
		_ = g.Dismiss(context.Background()) // fails if the game has closed on its own
	}
	for _, id := range aside {
		if deleted(id) {
			h.Drop(id)
		}
	}
}

// LoggedWorld returns the world for a seat in another hub's game that [game.Game.World] would
// return on that hub. LoggedWorld replays the log, because this hub does not have the game.
func (h *Hub) LoggedWorld(ctx context.Context, id string, seat state.Seat) (state.Machine, error) {
	records, err := h.Records(ctx, id)
	if err != nil {
		return nil, err
	}
	l, err := h.restore(ctx, &entry{}, records)
	if err != nil {
		return nil, ErrSetAside
	}
	return l.Table.World(seat)
}
