package hub

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"gamed/store"
)

// recoverRetry is the wait before the hub again reads logs that the store did not return.
const recoverRetry = time.Second

// Recover lists the unfinished games and returns their number. It reads only their ids. The
// hub loads each game in the background, or immediately when a client requests it. Call
// Recover once, before the first client connects.
func (h *Hub) Recover(ctx context.Context) (int, error) {
	ids, err := h.c.Log.Live(ctx)
	if err != nil && !errors.Is(err, store.ErrDamaged) { // requests still find games that a damaged list lacks
		return 0, fmt.Errorf("hub: recover: %w", err)
	}
	left := make([]*entry, len(ids))
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, id := range ids {
		left[i] = &entry{id: id}
		h.games[id] = left[i]
		h.setStage(left[i], unread)
	}
	h.inBackground(func() {
		for len(left) > 0 {
			left = h.recoverAll(left)
			if len(left) > 0 && !h.pause(recoverRetry) {
				return
			}
		}
		close(h.recovered)
	})
	return len(ids), nil
}

// Recovered returns a channel that is closed when every game that Recover found is loaded, asleep,
// over or set aside. The channel stays open if the hub closes first.
func (h *Hub) Recovered() <-chan struct{} { return h.recovered }

// recoverAll tries once to load each of the games, on all processors. It stops early if the hub is
// closed. It returns the games that are not loaded yet.
func (h *Hub) recoverAll(entries []*entry) []*entry {
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for _, e := range entries {
		workers.Go(func() error {
			h.recoverOne(e)
			return nil
		})
	}
	_ = workers.Wait() // no worker fails
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(entries, func(e *entry) bool { return e.stage != unread })
}

// recoverOne loads a game, unless another goroutine is loading it. A game that was idle before
// the restart goes to sleep at once.
func (h *Hub) recoverOne(e *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.stage != unread || e.busy != nil || h.closing.Err() != nil {
		return
	}
	h.whileBusy(e, func() {
		g, err := h.load(h.closing, e, forRecovery)
		if err == nil && g != nil && time.Since(e.lastUse) >= idleTime {
			h.sleep(e, g, e.lastUse)
		}
	})
}
