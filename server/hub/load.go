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

// A purpose is the reason for loading a game.
type purpose int

const (
	forCreate   purpose = iota // a new game, which is not in the log yet
	forRequest                 // for a client; a hub in a cluster loads only games that it owns
	forTakeover                // from another hub, at a client's request
	forRecovery                // after a restart or from another hub, without a client
)

// find returns a game. A game that is not in memory is loaded from the log first.
func (h *Hub) find(ctx context.Context, id string, why purpose) (*entry, *game.Game, error) {
	if !IsID(id) {
		return nil, nil, ErrNotFound
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		e := h.games[id]
		switch {
		case e == nil && h.closing.Err() != nil:
			return nil, nil, ErrClosed
		case e == nil && why == forRequest && h.c.Node != "":
			return nil, nil, ErrElsewhere
		case e == nil: // perhaps a finished game that has left memory
			e = &entry{id: id}
			h.games[id] = e
		case e.stage == setAside:
			return nil, nil, e.setAsideError()
		case e.busy != nil:
			if err := h.wait(ctx, e); err != nil {
				return nil, nil, err
			}
			continue
		case e.game != nil:
			return e, e.game, nil
		}
		var g *game.Game
		var err error
		h.whileBusy(e, func() { g, err = h.load(ctx, e, why) })
		return e, g, err
	}
}

// whileBusy calls the function do without h.mu and marks the entry as busy meanwhile. The function
// may wait and may change e.game. Other goroutines that need the game wait until the function
// returns. h.mu is held before and after the call, and e.busy is nil.
func (h *Hub) whileBusy(e *entry, do func()) {
	e.busy = make(chan struct{})
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		close(e.busy)
		e.busy = nil
		if e.stage == absent && h.games[e.id] == e {
			delete(h.games, e.id)
		}
	}()
	do()
}

// wait waits until no goroutine may change e.game. h.mu is held before and after.
func (h *Hub) wait(ctx context.Context, e *entry) error {
	busy := e.busy
	h.mu.Unlock()
	defer h.mu.Lock()
	select {
	case <-busy:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("hub: game %s: %w", e.id, ctx.Err())
	}
}

// load reads a game from the log and starts it, within [Hub.whileBusy]. For recovery, it only
// reports the end of a finished game, and returns no game and no error.
func (h *Hub) load(ctx context.Context, e *entry, why purpose) (*game.Game, error) {
	records, err := h.c.Log.Read(ctx, e.id)
	switch {
	case errors.Is(err, store.ErrDamaged):
		return nil, h.setGameAside(e, err)
	case err != nil:
		return nil, logError(err)
	}
	closed := table.Closed(records)
	if closed && (why == forRecovery || e.stage == unread) {
		if err := h.noteEnd(ctx, e.id); err != nil {
			return nil, err
		}
	}
	if closed && why == forRecovery {
		h.removeFinished(e)
		return nil, nil
	}
	select { // the log is read without a slot: a slow store must not hold up other games
	case h.replaySlots <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("hub: %w", ctx.Err())
	}
	l, err := h.restore(ctx, e, records)
	<-h.replaySlots
	if other := (*table.OtherRules)(nil); errors.As(err, &other) {
		l, err = h.loadWithoutRules(ctx, records, other)
	}
	var bots []botAttacher
	switch {
	case errors.Is(err, ErrUnavailable):
		return nil, err
	case err != nil:
	case l.Table.Fault != "":
		err = fmt.Errorf("record %d: the game was set aside after a fault in its rules: %s", len(records), l.Table.Fault)
	default:
		bots, err = h.newBots(l.Header, l.Table)
	}
	if err != nil {
		return nil, h.setGameAside(e, err)
	}
	if l.Table.Closed() && why == forRecovery {
		h.removeFinished(e)
		return nil, nil
	}
	// The epoch is written last, so that a game that this program cannot run stays available to a
	// server that can.
	if err := h.becomeOwner(ctx, e, l); err != nil {
		return nil, err
	}
	if err := h.reserveRoom(why); err != nil {
		return nil, err
	}
	return h.start(ctx, e, game.Config{Table: l.Table, Chain: l.Chain}, l.Header, bots)
}

// removeFinished removes from memory a finished game that no client has requested.
func (h *Hub) removeFinished(e *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeEntry(e)
}

// Records returns the records of a game, finished or not. They include all hidden information. The
// error is [ErrNotFound], or wraps the log's error with [ErrIncomplete] or [ErrUnavailable].
func (h *Hub) Records(ctx context.Context, id string) ([][]byte, error) {
	if !IsID(id) {
		return nil, ErrNotFound
	}
	records, err := h.c.Log.Read(ctx, id)
	if err != nil {
		return nil, logError(err)
	}
	return records, nil
}

// logError converts an error from the log into one from this package.
func logError(err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return ErrNotFound
	case errors.Is(err, store.ErrDamaged):
		return fmt.Errorf("hub: %w: %w", ErrIncomplete, err)
	}
	return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
}

// restore replays a game's records with the ruleset in e. If e has no ruleset, restore uses the
// version of the ruleset that the game began with.
func (h *Hub) restore(ctx context.Context, e *entry, records [][]byte) (*game.LoadedGame, error) {
	return game.Load(records, h.rulesOf(ctx, e))
}

// setGameAside sets a game aside and returns ErrSetAside or ErrIncomplete. Its log stays as it is.
func (h *Hub) setGameAside(e *entry, why error) error {
	h.mu.Lock()
	h.games[e.id] = e
	e.lastUse, e.stranded = time.Now(), errors.Is(why, errStranded)
	e.incomplete = errors.Is(why, store.ErrDamaged) || errors.Is(why, game.ErrRolledBack)
	h.setStage(e, setAside)
	h.mu.Unlock()
	if h.c.SetAside != nil {
		h.c.SetAside(e.id, why)
	}
	return e.setAsideError()
}

// Fence sets aside a game whose log is damaged, and tells the game's clients to reconnect. Until
// the next start or a call of [Hub.Drop], requests for the game fail with [ErrSetAside].
func (h *Hub) Fence(id string, why error) {
	h.mu.Lock()
	e := h.games[id]
	switch {
	case e == nil:
		e = &entry{id: id}
	case e.stage == setAside, e.busy != nil: // a load in progress finds the damage itself
		h.mu.Unlock()
		return
	}
	g := e.game
	e.game, e.summary = nil, nil
	h.mu.Unlock()
	_ = h.setGameAside(e, why)
	if g != nil {
		_ = g.Dismiss(context.Background()) // fails if the game has closed on its own
	}
}

// maxTries is the maximum number of attempts at a request whose game closes meanwhile, or at a
// creation whose id another request takes meanwhile.
const maxTries = 3

// withGame loads a game if necessary and calls the function do with it. It retries if the game
// closes meanwhile.
func withGame[T any](ctx context.Context, h *Hub, id string, do func(*entry, *game.Game) (T, error)) (v T, err error) {
	for range maxTries {
		e, g, err := h.find(ctx, id, forRequest)
		if err != nil {
			return v, err
		}
		if v, err = do(e, g); !errors.Is(err, game.ErrClosed) {
			return v, err
		}
		h.releaseClosed(e, g)
	}
	return v, ErrUnavailable
}

// releaseClosed removes from memory a game that has closed because another process wrote to its
// log.
func (h *Hub) releaseClosed(e *entry, g *game.Game) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case e.game != g || e.busy != nil || e.stage != awake || h.closing.Err() != nil:
	case h.c.Node != "":
		e.game = nil
		h.removeEntry(e)
	default:
		e.game = nil
		h.setStage(e, unread)
	}
}
