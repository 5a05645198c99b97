package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/ai"
	"gamed/game"
	"gamed/table"
)

// reserve makes room for a game that start then uses.
func (h *Hub) reserve(why purpose) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := &h.counts
	switch {
	case h.closed:
		return ErrClosed
	case why != forRecovery && n[awake]+n[over]+h.starting >= h.c.MaxGames,
		why == forCreate && n[awake]+n[asleep]+n[unread]+h.starting >= h.c.MaxAll:
		return ErrFull
	}
	h.starting++
	return nil
}

// start runs a game, for which there is room, and seats its bots. The caller holds its lock.
func (h *Hub) start(ctx context.Context, e *entry, c game.Config, header *table.Header, bots []ai.Bot, last time.Time) (*game.Game, error) {
	c.KV = h.c.KV
	c.Log, c.Timers, c.Substitute, c.Finish = h.c.Log, h.timers, h.substitute, h.ended
	c.Account = func(said game.Account) { h.accounts.add(e.id, said) }
	c.Observe = func(o game.Observation) { h.observe(e, o) }
	h.mu.Lock()
	h.learn(e, header, c.Table.Rules)
	h.mu.Unlock()
	over := c.Table.Closed() // before the game owns the table
	g, err := game.Start(ctx, c)
	h.mu.Lock()
	h.starting--
	switch {
	case err != nil:
		h.mu.Unlock()
		return nil, fmt.Errorf("hub: %w", err)
	case h.closed:
		h.mu.Unlock()
		return nil, errors.Join(ErrClosed, g.Close(ctx))
	}
	e.game, e.rest, e.last = g, nil, last
	if e.ended && e.stage == absent { // it ended, and the hub forgot it, before this point
		h.later(func() { _ = g.Close(h.closing) })
	} else {
		h.games[e.id] = e
		h.list(e)
		if !e.ended {
			h.move(e, awake)
		}
		if over {
			h.end(e)
		}
	}
	h.mu.Unlock()
	return g, h.attachBots(g, header, over, bots)
}

// observe handles a report of a game. The game's goroutine calls it.
func (h *Hub) observe(e *entry, o game.Observation) {
	switch {
	case o.Outcome == game.Ended, o.Outcome == game.Faulted:
		h.mu.Lock()
		h.end(e)
		h.mu.Unlock()
	case o.Outcome == game.Replaced && h.c.Node != "":
		h.mu.Lock()
		h.later(func() { h.Drop(e.id) })
		h.mu.Unlock()
	}
	if h.c.Observe != nil {
		h.c.Observe(o)
	}
}

// end moves a game to the finished ones, and removes the oldest of them if there are too
// many. h.mu is held.
func (h *Hub) end(e *entry) {
	if e.ended {
		return
	}
	e.ended = true
	h.move(e, over)
	h.finished = append(h.finished, e)
	if len(h.finished) <= h.c.KeepFinished {
		return
	}
	oldest := h.finished[0]
	h.finished = h.finished[1:]
	h.forget(oldest)
	if g := oldest.game; g != nil {
		h.later(func() { _ = g.Close(h.closing) })
	}
}
