package hub

import (
	"context"
	"errors"
	"fmt"

	"gamed/game"
	"gamed/state"
	"gamed/store"
)

// epoch makes a game this hub's, among several, before it is run on from its records, and
// returns how many there are then. A game that was asleep here stays asleep no more if
// another hub has taken it.
func (h *Hub) epoch(ctx context.Context, e *entry, records [][]byte) (uint64, error) {
	n := uint64(len(records))
	if h.c.Node == "" || ended(records) {
		return n, nil
	}
	last := game.Epoch(records)
	if e.mine && (last == "" || last == h.c.Node) {
		return n, nil
	}
	if e.mine {
		h.Drop(e.id)
		return 0, ErrElsewhere
	}
	_, err := game.AppendEpoch(ctx, h.c.Log, e.id, n, h.c.Node)
	switch {
	case errors.Is(err, store.ErrFenced):
		return 0, ErrElsewhere
	case err != nil:
		return 0, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	e.mine = true
	return n + 1, nil
}

// Has reports whether a game is here, in memory or asleep.
func (h *Hub) Has(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.games[id]
	return e != nil && e.stage != nowhere && e.stage != aside
}

// Over reports whether a game is in memory here that is over.
func (h *Hub) Over(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.games[id]
	return e != nil && e.stage == over
}

// Aside reports whether a game has been set aside here. Another hub, of another version,
// may have it.
func (h *Hub) Aside(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.games[id]
	return e != nil && e.stage == aside
}

// Here returns the games that are here and not over, or about to be here.
func (h *Hub) Here() []string {
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

// Take makes a game this hub's, among several, whoever has it now, and brings it into
// memory; one that is over needs no owner, and comes into memory as well if somebody
// wants to see it: if nobody does, its end is noted. The error is one of those of this package: [ErrElsewhere] if another hub was
// quicker.
func (h *Hub) Take(ctx context.Context, id string, wanted bool) error {
	why := brought
	if wanted {
		why = woken
	}
	_, _, err := h.awaken(ctx, id, why, false)
	return err
}

// Mine reports whether the log says that a game is this hub's still. One that is not
// leaves it, with its clients.
func (h *Hub) Mine(ctx context.Context, id string) (bool, error) {
	records, err := h.c.Log.Read(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, ErrNotFound
	case err != nil:
		return false, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	if last := game.Epoch(records); last == "" || last == h.c.Node || ended(records) {
		return true, nil
	}
	h.Drop(id)
	return false, nil
}

// Drop lets a game go that another hub has taken. Its clients are told to connect
// again.
func (h *Hub) Drop(id string) {
	h.mu.Lock()
	e := h.games[id]
	if e == nil || e.stage != awake && e.stage != asleep && e.stage != aside {
		h.mu.Unlock()
		return
	}
	g := e.game
	e.game, e.rest = nil, nil
	h.forget(e)
	h.mu.Unlock()
	if g != nil {
		_ = g.Dismiss(context.Background()) // it may have closed by itself
	}
}

// Logged returns a world for a seat of a game that another hub has, as
// [game.Game.World] does there: the log leads to it.
func (h *Hub) Logged(ctx context.Context, id string, seat state.Seat) (m state.Machine, decision uint32, err error) {
	records, err := h.c.Log.Read(ctx, id)
	if err != nil {
		return nil, 0, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	r, err := game.Restore(records, func(name string) (state.Dealer, error) { return h.dealer(&entry{}, name) })
	if err != nil {
		return nil, 0, ErrSetAside
	}
	return r.World(seat)
}
