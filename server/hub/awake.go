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

// awake returns a game in memory, brought back if it is not there. The error is one of
// those of this package.
func (h *Hub) awake(ctx context.Context, id string) (*entry, *game.Game, error) {
	return h.awaken(ctx, id, woken, h.c.Node != "")
}

// awaken returns a game in memory. One that the hub does not know is brought in unless
// only those are wanted that are here.
func (h *Hub) awaken(ctx context.Context, id string, why purpose, here bool) (*entry, *game.Game, error) {
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
		case e == nil && here:
			h.mu.Unlock()
			return nil, nil, ErrElsewhere
		case e == nil: // over and forgotten, perhaps
			e = &entry{id: id}
			h.games[id] = e
		case e.game != nil && e.busy == nil:
			g, unnoted := e.game, why == brought && e.stage == over
			h.mu.Unlock()
			if unnoted { // somebody has looked at it meanwhile
				if err := h.noteEnd(ctx, id); err != nil {
					return nil, nil, err
				}
			}
			return e, g, nil
		case e.stage == aside:
			h.mu.Unlock()
			return nil, nil, ErrSetAside
		}
		if busy := e.busy; busy != nil {
			h.mu.Unlock()
			select {
			case <-busy:
				continue
			case <-ctx.Done():
				return nil, nil, fmt.Errorf("hub: game %s: %w", id, ctx.Err())
			}
		}
		done := h.take(e)
		h.mu.Unlock()
		g, err := h.bring(ctx, e, why)
		done()
		return e, g, err
	}
}

// take makes the caller the one who may change e.game, until it calls done. h.mu is
// held.
func (h *Hub) take(e *entry) (done func()) {
	e.busy = make(chan struct{})
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		close(e.busy)
		e.busy = nil
		if e.stage == nowhere && h.games[e.id] == e {
			delete(h.games, e.id)
		}
	}
}

// bring brings a game back that the caller has taken. A restart does not bring those
// back that are over: it returns nil for them.
func (h *Hub) bring(ctx context.Context, e *entry, why purpose) (*game.Game, error) {
	records, err := h.c.Log.Read(ctx, e.id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, ErrNotFound
	case errors.Is(err, store.ErrDamaged):
		h.setAside(e, err)
		return nil, ErrSetAside
	case err != nil:
		return nil, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	switch {
	case why == brought && ended(records):
		return nil, h.dismiss(ctx, e)
	case e.stage == waiting && ended(records): // its end has not been noted either
		if err := h.noteEnd(ctx, e.id); err != nil {
			return nil, err
		}
	}
	if err := h.turn(ctx); err != nil {
		return nil, err
	}
	replay, err := h.restore(e, records)
	if err == nil && replay.Fault != "" {
		err = fmt.Errorf("record %d: a fault in its rules: %s", len(records), replay.Fault)
	}
	if err != nil {
		h.setAside(e, err)
		return nil, ErrSetAside
	}
	c := replay.Config()
	bots, err := h.newBots(&c)
	if err != nil {
		h.setAside(e, err)
		return nil, ErrSetAside
	}
	// Only now, so that a game which this program cannot run is left to one that can.
	if c.Records, err = h.epoch(ctx, e, records); err != nil {
		return nil, err
	}
	if err := h.reserve(why); err != nil {
		return nil, err
	}
	return h.start(ctx, e, c, bots, time.UnixMilli(replay.Last))
}

// restore runs the records of a game, and ends the caller's turn.
func (h *Hub) restore(e *entry, records [][]byte) (*game.Replay, error) {
	defer func() { <-h.turns }()
	return game.Restore(records, func(name string) (state.Dealer, error) { return h.dealer(e, name) })
}

// turn waits until the caller may run the records of a game: as many do at once as there are
// processors. Nobody waits for the log meanwhile, or a game whose part of it does not answer
// would keep back those that are asked for.
func (h *Hub) turn(ctx context.Context) error {
	select {
	case h.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("hub: %w", ctx.Err())
	}
}

// dismiss notes that a game is over whose end the last run of the server did not come
// to note.
func (h *Hub) dismiss(ctx context.Context, e *entry) error {
	if err := h.noteEnd(ctx, e.id); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forget(e)
	return nil
}

// setAside notes that a game cannot be brought back. Its log is left as it is.
func (h *Hub) setAside(e *entry, why error) {
	h.mu.Lock()
	h.games[e.id] = e
	h.move(e, aside)
	h.mu.Unlock()
	if h.c.SetAside != nil {
		h.c.SetAside(e.id, why)
	}
}

// dealer returns the rules of a game: what it began with, if that is known.
func (h *Hub) dealer(e *entry, name string) (state.Dealer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.dealer != nil {
		return e.dealer, nil
	}
	if r, ok := h.rules[name]; ok {
		return r, nil
	}
	return nil, fmt.Errorf("this program has no rules called %q", name)
}

// tries is how often a game is brought back for one request, which has closed each
// time before it could be asked.
const tries = 3

// with does something with a game in memory. A game that closes at the same moment is
// brought back.
func with[T any](ctx context.Context, h *Hub, id string, do func(*entry, *game.Game) (T, error)) (v T, err error) {
	for range tries {
		e, g, err := h.awake(ctx, id)
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

// lost notes that a game has closed by itself, since somebody else has written its log.
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
		h.move(e, waiting)
	}
}
