package sim

import (
	"context"
	"errors"
	"time"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// seatBot attaches a bot, which runs in the process of the game, to a seat.
func (n *node) seatBot(g *game.Game, l *log, seat state.Seat) {
	c := &conn{w: n.w, node: n, process: l.process, log: l, game: g, seat: seat, bot: true, leave: func() {}}
	n.w.group.Go(func() {
		_ = g.Attach(context.Background(), game.Attachment{Seat: seat, Bot: c})
	})
}

// Ask implements [agent.Thinker].
func (c *conn) Ask(q agent.Question) error {
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	if c.process.dead {
		return errBroken
	}
	c.w.oracle.checkQuestion(c, q)
	c.question = nil
	if q.Decision != 0 {
		c.question = &q
	}
	c.think(0)
	return nil
}

// receiveAsBot handles a message from the game to a bot.
func (c *conn) receiveAsBot(m protocol.ServerMessage) {
	switch m.(type) {
	case *protocol.Over, *protocol.Bye:
		c.question = nil
	case *protocol.Error:
		c.think(time.Second)
	}
}

// think answers the open question at random after a delay. It retries while the game is busy.
func (c *conn) think(wait time.Duration) {
	wait += c.w.between(0, 100*time.Millisecond)
	if q := c.question; q != nil {
		c.w.after(wait, func() {
			if c.question == q && !c.process.dead {
				choice := &protocol.Choose{Decision: q.Decision, Option: c.w.rand.IntN(len(q.Ask.Options))}
				if errors.Is(c.game.Submit(c.seat, c)(choice), agent.ErrBusy) {
					c.think(0)
				}
			}
		})
	}
}
