package hub

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// unavailableWait is how long games are let be that the log could not be asked for.
const unavailableWait = time.Second

// Recover finds the games of the log that are not over, and returns how many there
// are. It reads their ids alone: each log is read once, in the background, or at once when
// somebody asks for its game. Call it once, before the first player comes.
func (h *Hub) Recover(ctx context.Context) (int, error) {
	ids, err := h.c.Log.Live(ctx)
	if err != nil {
		return 0, fmt.Errorf("hub: recover: %w", err)
	}
	entries := make([]*entry, len(ids))
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, id := range ids {
		e := &entry{id: id}
		entries[i], h.games[id] = e, e
		h.move(e, waiting)
	}
	h.later(func() {
		for left := entries; ; {
			h.all(left)
			if left = h.left(left); len(left) == 0 {
				close(h.recovered)
				return
			}
			if !h.pause(unavailableWait) {
				return
			}
		}
	})
	return len(ids), nil
}

// Recovered is closed when all games have been brought back, or set aside, that
// Recover has found.
func (h *Hub) Recovered() <-chan struct{} { return h.recovered }

// all brings games back, on all processors, until the hub is closed.
func (h *Hub) all(entries []*entry) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(entries)) {
		workers.Go(func() {
			for h.closing.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(entries) {
					return
				}
				h.bringBack(entries[i])
			}
		})
	}
	workers.Wait()
}

// left returns the games that have still to be brought back.
func (h *Hub) left(entries []*entry) []*entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(entries, func(e *entry) bool { return e.stage != waiting })
}

// bringBack brings a game back, unless somebody else does. One that was let be for
// long goes to sleep at once.
func (h *Hub) bringBack(e *entry) {
	h.mu.Lock()
	if e.stage != waiting || e.busy != nil {
		h.mu.Unlock()
		return
	}
	done := h.take(e)
	h.mu.Unlock()
	g, err := h.bring(h.closing, e, brought)
	if err == nil && g != nil && time.Since(e.last) >= idle {
		h.sleep(e, g)
	}
	done()
}

// pause waits, and reports false when the hub is closed.
func (h *Hub) pause(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-h.closing.Done():
		return false
	}
}
