package hub

import (
	"context"
	"time"
)

// A game that everybody has left has to end some day, or games would only ever become
// more: one that waits for players is an invitation, which is answered within a week or
// not at all; one that has begun is kept for a month, since a person alone against bots,
// or two without a clock, may well be away for a holiday.
const (
	openQuiet = 7 * 24 * time.Hour
	liveQuiet = 30 * 24 * time.Hour
	// maxDeserted is how many games are ended by one sweep, which has other things to do.
	maxDeserted = 20
	// abandoning is how long the log may take for that.
	abandoning = 5 * time.Second
)

// deserted reports whether a game may have been left for good. Hub.mu is held.
func (e *entry) deserted(now time.Time) bool {
	return e.stage == asleep && e.busy == nil && now.Sub(e.last) >= e.quiet()
}

// quiet is for how long nobody has to want anything of a game that sleeps until it ends.
// Hub.mu is held.
func (e *entry) quiet() time.Duration {
	if e.rest.Started {
		return liveQuiet
	}
	return openQuiet
}

// abandon ends a game that everybody has left, by the times in its log: see
// [game.Game.Abandon]. One that could not be ended sleeps again, and is let be for as long.
func (h *Hub) abandon(e *entry) {
	h.mu.Lock()
	if !e.deserted(time.Now()) {
		h.mu.Unlock()
		return
	}
	quiet := e.quiet()
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(h.closing, abandoning)
	defer cancel()
	if _, g, err := h.awaken(ctx, e.id, woken, h.c.Node != ""); err == nil {
		_, _ = g.Abandon(ctx, quiet)
	}
}
