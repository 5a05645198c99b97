package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/game"
	"gamed/state"
	"gamed/store"
)

// Create starts a game as spec says and returns it as it is then. If spec has a Key with
// which a game was created before, by any server of the log, it returns that game. The
// error is a [*SpecError] if there is no such game, [ErrKeyUsed], [ErrFull], [ErrClosed],
// [ErrUnavailable], or the log's.
func (h *Hub) Create(ctx context.Context, spec Spec) (Info, error) {
	for range tries {
		id, made, err := h.Made(ctx, &spec)
		if err != nil {
			return Info{}, err
		}
		if made {
			return h.Get(ctx, id)
		}
		info, err := h.create(ctx, spec, id)
		if !errors.Is(err, errAgain) && !errors.Is(err, store.ErrFenced) {
			return info, err
		}
	}
	return Info{}, ErrUnavailable
}

// create starts a game of that id. The error is errAgain or wraps [store.ErrFenced] if
// there is one.
func (h *Hub) create(ctx context.Context, spec Spec, id string) (Info, error) {
	config, err := h.begin(&spec, id)
	if err != nil {
		return Info{}, err
	}
	bots, err := h.newBots(&config)
	if err != nil {
		return Info{}, fmt.Errorf("hub: %w", err)
	}
	if err := h.reserve(created); err != nil {
		return Info{}, err
	}
	e := &entry{id: id, mine: true}
	h.mu.Lock()
	if there := h.games[id]; there != nil {
		h.starting--
		h.mu.Unlock()
		return Info{}, h.settled(ctx, there)
	}
	h.games[id] = e // other hubs are not to take it while it is in the log and not here
	done := h.take(e)
	h.mu.Unlock()
	defer done()
	g, err := h.start(ctx, e, config, bots, time.Time{})
	if err != nil {
		return Info{}, err
	}
	return h.info(ctx, e, g)
}

// Try says why there can be no game as spec says, a [*SpecError] as of Create, and makes none.
func (h *Hub) Try(spec Spec) error {
	_, err := h.begin(&spec, newID())
	return err
}

// begin deals a game.
func (h *Hub) begin(spec *Spec, id string) (game.Config, error) {
	made := spec.made()
	rules, err := h.check(spec)
	if err != nil {
		return game.Config{}, err
	}
	header := spec.header(id, rules, h.c.Program)
	header.Made = made
	config, err := game.Begin(header, func(string) (state.Dealer, error) { return rules, nil })
	if err != nil {
		return config, &SpecError{wrongField(rules, &header), err.Error()}
	}
	return config, nil
}

// settled waits until nobody changes where a game is. It always returns an error.
func (h *Hub) settled(ctx context.Context, e *entry) error {
	h.mu.Lock()
	busy := e.busy
	h.mu.Unlock()
	if busy == nil {
		return errAgain
	}
	select {
	case <-busy:
		return errAgain
	case <-ctx.Done():
		return fmt.Errorf("hub: game %s: %w", e.id, ctx.Err())
	}
}

// wrongField returns what of a game that cannot be dealt is to blame: its table,
// if it can be dealt without one, or else its seats.
func wrongField(rules state.Dealer, header *game.Header) string {
	if header.From != nil {
		return "step"
	}
	setup := header.Setup
	setup.Table = nil
	if _, err := rules.Deal(setup); err != nil {
		return "seats"
	}
	return "table"
}
