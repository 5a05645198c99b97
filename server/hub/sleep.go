package hub

import (
	"context"
	"time"

	"gamed/game"
)

const (
	idle       = 15 * time.Minute // without use before a game leaves memory: see [game.Game.Idle]
	sweepTime  = time.Minute      // to look at every game once
	sweepSteps = 60               // the parts of a sweep
	// The server ends games that all players have left, or their number would only grow. An
	// open game is an invitation, answered within a week or never. A player of a running game
	// may be on holiday.
	openQuiet    = 7 * 24 * time.Hour
	liveQuiet    = 30 * 24 * time.Hour
	maxAbandoned = 20              // games that one step of a sweep ends
	abandonLimit = 5 * time.Second // for the log to end one game
)

// sweepOften moves unused games out of memory until the hub is closed.
func (h *Hub) sweepOften() {
	for h.pause(sweepTime / sweepSteps) {
		h.sweep()
	}
}

// sweep looks at the next part of the games.
func (h *Hub) sweep() {
	now := time.Now()
	type candidate struct {
		e      *entry
		since  time.Time
		unlock func()
	}
	var idlers []candidate
	var abandoned []*entry
	h.mu.Lock()
	for range (len(h.order) + sweepSteps - 1) / sweepSteps {
		if h.hand >= len(h.order) {
			h.hand = 0
		}
		e := h.order[h.hand]
		h.hand++
		if e.abandoned(now) && len(abandoned) < maxAbandoned {
			abandoned = append(abandoned, e)
		}
		if e.stage != awake || e.busy != nil {
			continue
		}
		if since, still := e.game.Idle(); still && now.Sub(since) >= idle {
			idlers = append(idlers, candidate{e, since, h.lock(e)})
		}
	}
	h.mu.Unlock()
	for _, c := range idlers {
		h.sleep(c.e, c.e.game)
		h.mu.Lock()
		c.e.last = c.since
		h.mu.Unlock()
		c.unlock()
	}
	for _, e := range abandoned {
		h.abandon(e)
	}
}

// sleep moves a game out of memory, unless it is in use after all. The caller holds its lock.
func (h *Hub) sleep(e *entry, g *game.Game) {
	measures := 0
	if names := e.dealer.Abilities().Measures; names != nil && e.ranked {
		measures = len(names())
	}
	rest, err := g.Sleep(h.closing, measures)
	if err != nil || rest == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.stage == awake {
		e.game, e.rest = nil, rest
		h.move(e, asleep)
	}
}

// abandoned reports whether a sleeping game has been quiet for long. Hub.mu is held.
func (e *entry) abandoned(now time.Time) bool {
	return e.stage == asleep && e.busy == nil && now.Sub(e.last) >= e.quiet()
}

// quiet returns how long a sleeping game may be unused before it ends. Hub.mu is held.
func (e *entry) quiet() time.Duration {
	if e.rest.Started {
		return liveQuiet
	}
	return openQuiet
}

// abandon ends an abandoned game, if its log confirms that: see [game.Game.Abandon]. After a
// failure the game sleeps for as long again.
func (h *Hub) abandon(e *entry) {
	h.mu.Lock()
	if !e.abandoned(time.Now()) {
		h.mu.Unlock()
		return
	}
	quiet := e.quiet()
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(h.closing, abandonLimit)
	defer cancel()
	if _, g, err := h.get(ctx, e.id); err == nil {
		_, _ = g.Abandon(ctx, quiet)
	}
}
