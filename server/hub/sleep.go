package hub

import (
	"context"
	"time"

	"gamed/game"
)

const (
	idleTime      = 15 * time.Minute // without use before a game leaves memory: see [game.Game.Idle]
	idleTimeShort = 10 * time.Second // the shorter time while memory is short
	sweepTime     = time.Minute      // for the hub to check every game once
	sweepSteps    = 60               // the parts of a sweep
	// The server ends games that all players have left. Otherwise the number of such games would
	// only grow. An open game that no player joins within a week is unlikely to start. A player in
	// a running game may be on holiday.
	openQuietLimit = 7 * 24 * time.Hour
	liveQuietLimit = 30 * 24 * time.Hour
	maxAbandoned   = 20              // games that one step of a sweep ends
	abandonLimit   = 5 * time.Second // for ending one game in the log
)

// sweep checks the next part of Hub.order, or all of it while memory is short. It removes unused
// games from memory and ends abandoned games.
func (h *Hub) sweep() {
	now, steps, wait := time.Now(), sweepSteps, idleTime
	if h.c.ShortOfMemory != nil && h.c.ShortOfMemory() {
		steps, wait = 1, idleTimeShort
	}
	var idlers, abandoned []*entry
	h.mu.Lock()
	for range (len(h.order) + steps - 1) / steps {
		if h.sweepIndex >= len(h.order) {
			h.sweepIndex = 0
		}
		e := h.order[h.sweepIndex]
		h.sweepIndex++
		switch {
		case e.busy != nil:
		case e.stage == asleep && now.Sub(e.lastUse) >= e.quietLimit() && len(abandoned) < maxAbandoned:
			abandoned = append(abandoned, e)
		case e.stage == awake:
			if since, still := e.game.Idle(); still && now.Sub(since) >= wait {
				idlers = append(idlers, e)
			}
		}
	}
	h.mu.Unlock()
	for _, e := range idlers {
		h.mu.Lock()
		if g := e.game; e.stage == awake && e.busy == nil {
			since, _ := g.Idle()
			h.whileBusy(e, func() { h.sleep(e, g, since) })
		}
		h.mu.Unlock()
	}
	for _, e := range abandoned {
		h.abandon(e)
	}
}

// sleep removes a game from memory, unless the game is in use again. The argument last is the time
// of the game's last use. sleep is called within [Hub.whileBusy].
func (h *Hub) sleep(e *entry, g *game.Game, last time.Time) {
	measures := 0
	if names := e.dealer.Abilities().Measures; names != nil && e.ranked {
		measures = len(names())
	}
	summary, err := g.Sleep(h.closing, measures)
	if err != nil || summary == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.stage == awake {
		e.game, e.summary, e.lastUse = nil, summary, last
		h.setStage(e, asleep)
	}
}

// quietLimit returns how long a sleeping game may be unused before it ends. Hub.mu is held.
func (e *entry) quietLimit() time.Duration {
	if e.summary.Started {
		return liveQuietLimit
	}
	return openQuietLimit
}

// abandon loads a sleeping game and ends it, unless its log has a recent record: see
// [game.Game.Abandon]. If the game cannot be loaded, the next sweep tries again.
func (h *Hub) abandon(e *entry) {
	seen := h.copyEntry(e.id)
	if seen.stage != asleep {
		return
	}
	ctx, cancel := context.WithTimeout(h.closing, abandonLimit)
	defer cancel()
	if _, g, err := h.find(ctx, e.id, forRequest); err == nil {
		_, _ = g.Abandon(ctx, seen.quietLimit())
	}
}
