package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/game"
	"gamed/table"
)

// reserveRoom reserves room within the limits for a game that is about to start. [Hub.start] ends
// the reservation. The error is ErrFull or ErrClosed.
func (h *Hub) reserveRoom(why purpose) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closing.Err() != nil:
		return ErrClosed
	case h.full(why):
		return ErrFull
	}
	h.starting++
	return nil
}

// full reports whether the hub has no room for another game. The caller holds h.mu.
func (h *Hub) full(why purpose) bool {
	n := &h.counts
	return why != forRecovery && n[awake]+n[over]+h.starting >= h.c.MaxGames ||
		why == forCreate && n[awake]+n[asleep]+n[unread]+h.starting >= h.c.MaxUnfinished
}

// start runs a game for which room is reserved, and seats its bots. It is called within
// [Hub.whileBusy]. The bots do not depend on ctx: they keep playing after the client that requested
// the game has gone.
func (h *Hub) start(ctx context.Context, e *entry, c game.Config, header *table.Header, bots []botAttacher) (*game.Game, error) {
	c.Log, c.KV, c.Timers, c.Substitute, c.Finish = h.c.Log, h.c.KV, h.timers, h.substitute, h.onEnd
	c.Pause = game.Pause
	c.BotNote = func(said game.BotNote) { h.botNotes.add(e.id, said) }
	c.Observe = func(o game.Observation) { h.observe(e, o) }
	rules, last, ended := c.Table.Rules, time.UnixMilli(c.Table.LastAt), c.Table.Closed() // before the game owns the table
	if now, ok := h.Rules(header.Rules); ok && !c.Table.HasPosition() {
		rules = now
	}
	g, err := game.Start(ctx, c)
	h.mu.Lock()
	h.starting--
	switch {
	case err != nil:
		h.mu.Unlock()
		return nil, fmt.Errorf("hub: %w", err)
	case h.closing.Err() != nil:
		h.mu.Unlock()
		return nil, errors.Join(ErrClosed, g.Close(ctx))
	}
	e.game, e.summary, e.lastUse = g, nil, last
	fresh := e.fixedInfo == nil
	if fresh {
		e.setFixedInfo(header, rules)
	}
	if e.stage == gone { // the game has ended and left the hub
		h.inBackground(func() { _ = g.Close(h.closing) })
	} else {
		h.games[e.id] = e
		if fresh {
			h.addToOrder(e)
		}
		if e.stage != over {
			h.setStage(e, awake)
		}
		if ended {
			h.markFinished(e)
		}
	}
	h.mu.Unlock()
	for _, bot := range bots {
		if err := g.Attach(h.closing, bot(g)); err != nil {
			return g, fmt.Errorf("hub: %w", err)
		}
	}
	return g, nil
}

// observe handles a report from a game. The game's goroutine calls it.
func (h *Hub) observe(e *entry, o game.Observation) {
	switch {
	case o.Outcome == game.Ended, o.Outcome == game.Faulted:
		h.mu.Lock()
		h.markFinished(e)
		h.mu.Unlock()
	case o.Outcome == game.Replaced && h.c.Node != "":
		h.mu.Lock()
		h.inBackground(func() { h.Drop(e.id) })
		h.mu.Unlock()
	}
	if h.c.Observe != nil {
		h.c.Observe(o)
	}
}

// markFinished marks a game as finished. If memory holds too many finished games, it removes the
// game that ended first. h.mu is held.
func (h *Hub) markFinished(e *entry) {
	if e.stage == over || e.stage == gone {
		return
	}
	h.setStage(e, over)
	h.finished = append(h.finished, e)
	if len(h.finished) <= h.c.KeepFinished {
		return
	}
	oldest := h.finished[0]
	h.finished = h.finished[1:]
	h.removeEntry(oldest)
	if g := oldest.game; g != nil {
		h.inBackground(func() { _ = g.Close(h.closing) })
	}
}
