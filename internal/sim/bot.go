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

// seatBot lets a bot in the process play a seat.
func (n *node) seatBot(g *game.Game, l *log, seat state.Seat) {
	c := &conn{w: n.w, node: n, process: l.process, log: l, game: g, seat: seat, bot: true, leave: func() {}}
	n.w.group.Go(func() {
		_ = g.Attach(context.Background(), game.Attachment{Seat: seat, To: c, World: true})
	})
}

// think is what a bot does: it answers by chance, again if it was not heard.
func (c *conn) think(v any) {
	wait := c.w.between(0, 100*time.Millisecond)
	switch m := v.(type) {
	case *protocol.Update:
		if c.asked = nil; m.World != nil {
			c.asked = m
		}
	case *protocol.Over, *protocol.Bye:
		c.asked = nil
	case *protocol.Error:
		wait += time.Second
	case *protocol.Said:
		return
	}
	if u := c.asked; u != nil {
		c.w.after(wait, func() {
			if c.asked == u && !c.process.dead {
				n := len(u.World.Options(c.seat, nil))
				choice := &protocol.Choose{Decision: u.Decision.ID, Option: c.w.rand.IntN(n)}
				if errors.Is(c.game.Submit(c.seat, c)(choice), agent.ErrBusy) {
					c.think(nil)
				}
			}
		})
	}
}
