package hub

import (
	"time"

	"gamed/game"
)

const (
	// idle is how long nobody has to want anything of a game before it leaves
	// memory, if it needs nobody either: see [game.Game.Still].
	idle = 15 * time.Minute
	// round is how long it takes to look at all games once.
	round = time.Minute
	// steps is in how many parts.
	steps = 60
)

// sweepOften lets games leave memory that nobody needs, until the hub is closed.
func (h *Hub) sweepOften() {
	for h.pause(round / steps) {
		h.sweep()
	}
}

// sweep looks at some of the games.
func (h *Hub) sweep() {
	now := time.Now()
	type candidate struct {
		e     *entry
		since time.Time
		done  func()
	}
	var idlers []candidate
	var deserted []*entry
	h.mu.Lock()
	for range (len(h.order) + steps - 1) / steps {
		if h.hand >= len(h.order) {
			h.hand = 0
		}
		e := h.order[h.hand]
		h.hand++
		if e.deserted(now) && len(deserted) < maxDeserted {
			deserted = append(deserted, e)
		}
		if e.stage != awake || e.busy != nil {
			continue
		}
		if since, still := e.game.Still(); still && now.Sub(since) >= idle {
			idlers = append(idlers, candidate{e, since, h.take(e)})
		}
	}
	h.mu.Unlock()
	for _, c := range idlers {
		h.sleep(c.e, c.e.game)
		h.mu.Lock()
		c.e.last = c.since
		h.mu.Unlock()
		c.done()
	}
	for _, e := range deserted {
		h.abandon(e)
	}
}

// sleep lets a game leave memory that the caller has taken, unless it turns out to be
// needed.
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
