package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// Why a game is to be in memory.
type purpose int

const (
	created purpose = iota
	woken           // somebody has asked for it
	brought         // by a restart
)

// reserve makes room for a game, which start uses.
func (h *Hub) reserve(why purpose) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := &h.counts
	switch {
	case h.closed:
		return ErrClosed
	case why != brought && n[awake]+n[over]+h.starting >= h.c.MaxGames,
		why == created && n[awake]+n[asleep]+n[waiting]+h.starting >= h.c.MaxAll:
		return ErrFull
	}
	h.starting++
	return nil
}

// start runs a game for which there is room, and seats its bots.
func (h *Hub) start(ctx context.Context, e *entry, c game.Config, bots []ai.Bot, last time.Time) (*game.Game, error) {
	c.Log, c.Timers, c.Substitute, c.Finish = h.c.Log, h.timers, h.substitute, h.ended
	c.Account = func(said game.Account) { h.accounts.add(e.id, said) }
	c.Observe = func(o game.Observation) {
		if o.Outcome == game.Ended || o.Outcome == game.Faulted {
			h.finish(e)
		}
		if o.Outcome == game.Replaced && h.c.Node != "" {
			h.mu.Lock()
			h.later(func() { h.Drop(e.id) })
			h.mu.Unlock()
		}
		if h.c.Observe != nil {
			h.c.Observe(o)
		}
	}
	h.mu.Lock()
	h.learn(e, &c)
	h.mu.Unlock()
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
	if e.ended && e.stage == nowhere { // it has ended and was forgotten, all before this
		h.later(func() { _ = g.Close(h.closing) })
	} else {
		h.games[e.id] = e
		h.list(e)
		if !e.ended {
			h.move(e, awake)
		}
		if c.Ended {
			h.end(e)
		}
	}
	h.mu.Unlock()
	for i, bot := range bots {
		// Whoever has asked for the game may go, and the bot is needed all the same.
		seat, err := state.Seat(i), error(nil)
		if bot != nil {
			err = h.attachBot(h.closing, g, seat, bot, c.Seats[i].Name)
		} else if p := h.program(c.Header.Rules, c.Seats[i].Name); p != nil && c.Seats[i].Kind == protocol.SeatBot && !c.Ended {
			err = h.attachProgram(h.closing, g, &c, seat, p)
		}
		if err != nil {
			return nil, err
		}
	}
	return g, nil
}

// finish notes that a game is over. Its own goroutine calls it.
func (h *Hub) finish(e *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.end(e)
}

// end puts a game to those that are over, and forgets the one that has been over for
// longest if there are too many. h.mu is held.
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
