package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/game"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// A purpose is the reason to have a game in memory.
type purpose int

const (
	forCreate purpose = iota
	forRequest
	forRecovery
)

// get returns a game in memory and loads it if necessary. A hub of a cluster does not load
// games that it does not own.
func (h *Hub) get(ctx context.Context, id string) (*entry, *game.Game, error) {
	return h.find(ctx, id, forRequest, h.c.Node != "")
}

// find returns a game in memory. It loads the game from the log, but an unknown one only
// if known is false.
func (h *Hub) find(ctx context.Context, id string, why purpose, known bool) (*entry, *game.Game, error) {
	if !IsID(id) {
		return nil, nil, ErrNotFound
	}
	for {
		h.mu.Lock()
		e := h.games[id]
		switch {
		case e == nil && h.closed:
			h.mu.Unlock()
			return nil, nil, ErrClosed
		case e == nil && known:
			h.mu.Unlock()
			return nil, nil, ErrElsewhere
		case e == nil: // perhaps a finished game that the hub has forgotten
			e = &entry{id: id}
			h.games[id] = e
		case e.game != nil && e.busy == nil:
			g, over := e.game, e.stage == over
			h.mu.Unlock()
			if why == forRecovery && over { // a request loaded it first, and the log still lists it
				if err := h.noteEnd(ctx, id); err != nil {
					return nil, nil, err
				}
			}
			return e, g, nil
		case e.stage == setAside:
			h.mu.Unlock()
			return nil, nil, ErrSetAside
		}
		if busy := e.busy; busy != nil {
			h.mu.Unlock()
			if err := wait(ctx, e, busy); err != nil {
				return nil, nil, err
			}
			continue
		}
		unlock := h.lock(e)
		h.mu.Unlock()
		g, err := h.load(ctx, e, why)
		unlock()
		return e, g, err
	}
}

// lock gives the caller the right to change e.game until it calls unlock. h.mu is held, and
// e.busy is nil.
func (h *Hub) lock(e *entry) (unlock func()) {
	e.busy = make(chan struct{})
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		close(e.busy)
		e.busy = nil
		if e.stage == absent && h.games[e.id] == e {
			delete(h.games, e.id)
		}
	}
}

// wait waits until a game is unlocked.
func wait(ctx context.Context, e *entry, busy <-chan struct{}) error {
	select {
	case <-busy:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("hub: game %s: %w", e.id, ctx.Err())
	}
}

// load reads a game from the log and starts it. The caller holds its lock. Recovery does not
// load finished games: load returns nil for them.
func (h *Hub) load(ctx context.Context, e *entry, why purpose) (*game.Game, error) {
	records, err := h.c.Log.Read(ctx, e.id)
	switch {
	case errors.Is(err, store.ErrDamaged):
		return nil, h.reject(e, err)
	case err != nil:
		return nil, logError(err)
	}
	if table.Closed(records) && (why == forRecovery || e.stage == unread) {
		if err := h.noteEnd(ctx, e.id); err != nil {
			return nil, err
		}
		if why == forRecovery {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.forget(e)
			return nil, nil
		}
	}
	select { // the log is read without a slot, so that a slow store does not hold up other games
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("hub: %w", ctx.Err())
	}
	loaded, err := h.restore(e, records)
	<-h.slots
	if err == nil && loaded.Table.Fault != "" {
		err = fmt.Errorf("record %d: a fault in its rules: %s", len(records), loaded.Table.Fault)
	}
	if err != nil {
		return nil, h.reject(e, err)
	}
	t := loaded.Table
	last := time.UnixMilli(t.Last)
	bots, err := h.newBots(loaded.Header, t)
	if err != nil {
		return nil, h.reject(e, err)
	}
	// The epoch comes last: a game that this program cannot run stays free for one that can.
	if err := h.epoch(ctx, e, loaded); err != nil {
		return nil, err
	}
	if err := h.reserve(why); err != nil {
		return nil, err
	}
	return h.start(ctx, e, game.Config{Table: t, Chain: loaded.Chain}, loaded.Header, bots, last)
}

// read returns the records of a game. The error is ErrNotFound, or wraps ErrUnavailable and
// that of the log.
func (h *Hub) read(ctx context.Context, id string) ([][]byte, error) {
	records, err := h.c.Log.Read(ctx, id)
	if err != nil {
		return nil, logError(err)
	}
	return records, nil
}

// logError turns an error of the log into one of this package.
func logError(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrNotFound
	}
	return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
}

// restore replays the records of a game with the ruleset that it began with, or else the
// present one of that name.
func (h *Hub) restore(e *entry, records [][]byte) (*game.Loaded, error) {
	return game.Load(records, func(name string) (state.Dealer, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if e.dealer != nil {
			return e.dealer, nil
		}
		if r, ok := h.rules[name]; ok {
			return r, nil
		}
		return nil, fmt.Errorf("this program has no rules called %q", name)
	})
}

// reject sets a game aside and returns ErrSetAside. Its log stays as it is.
func (h *Hub) reject(e *entry, why error) error {
	h.mu.Lock()
	h.games[e.id] = e
	h.move(e, setAside)
	h.mu.Unlock()
	if h.c.SetAside != nil {
		h.c.SetAside(e.id, why)
	}
	return ErrSetAside
}

// tries bounds the attempts at a request when its game closes at the same moment.
const tries = 3

// with calls do with a game in memory. It loads the game again if it closes meanwhile.
func with[T any](ctx context.Context, h *Hub, id string, do func(*entry, *game.Game) (T, error)) (v T, err error) {
	for range tries {
		e, g, err := h.get(ctx, id)
		if err != nil {
			return v, err
		}
		if v, err = do(e, g); !errors.Is(err, game.ErrClosed) {
			return v, err
		}
		h.lost(e, g)
	}
	return v, ErrUnavailable
}

// lost handles a game that has closed because another process wrote to its log.
func (h *Hub) lost(e *entry, g *game.Game) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case e.game != g || e.busy != nil || e.stage != awake || h.closed:
	case h.c.Node != "":
		e.game = nil
		h.forget(e)
	default:
		e.game = nil
		h.move(e, unread)
	}
}
