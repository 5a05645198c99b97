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

// A conn is a connection of a person, or a bot within the process. Messages keep
// their order and arrive late or, once it is broken, never.
type conn struct {
	w       *world
	node    *node
	process *process // at its other end
	log     *log     // of game
	game    *game.Game
	seat    state.Seat
	person  *client
	bot     bool            // no person's
	asked   *agent.Question // of a bot
	leave   context.CancelFunc
	broken  bool
	down    []protocol.ServerMessage // to the person
	up      []protocol.ClientMessage // from the person
	last    time.Time                // when the latest one of either arrives
	told    uint64                   // the number of the latest event that it was told
	at      int                      // and after how many requests that was
	bye     bool                     // it was told to go
	begun   bool                     // it was told what happens
	came    bool                     // it was told anything
	held    bool                     // it was told that the game waits for its log
	over    bool                     // it was told of the end
}

var errBroken = errors.New("the connection is broken")

// WriteJSON is called by the game.
func (c *conn) WriteJSON(v protocol.ServerMessage) error {
	w := c.w
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.process.dead || c.broken {
		return errBroken
	}
	if !c.came && !c.bot {
		w.truth.hear(c.seat)
	}
	c.came = true
	w.truth.check(c, v)
	if c.bot {
		c.hear(v)
		return nil
	}
	c.down = append(c.down, v)
	w.carry(c, func() {
		v := c.down[0]
		c.down = c.down[1:]
		c.person.receive(c, v)
	})
	if !w.calm && w.chance(w.broken) {
		c.snap()
	}
	return nil
}

// say sends a message to the game.
func (c *conn) say(m protocol.ClientMessage) {
	w := c.w
	c.up = append(c.up, m)
	w.carry(c, func() {
		m := c.up[0]
		c.up = c.up[1:]
		w.truth.hear(c.seat)
		err := c.game.Submit(c.seat, c)(m)
		switch {
		case errors.Is(err, agent.ErrBusy):
			w.after(time.Second, func() { c.person.repeat(c) })
		case err != nil:
			c.snap()
		}
	})
}

// carry delivers something in a while, and not before the process goes on.
func (w *world) carry(c *conn, deliver func()) {
	late := w.between(0, 100*time.Millisecond)
	if !w.calm && w.chance(w.slow/5) {
		late = w.between(0, 4*time.Second)
	}
	if c.last = time.Now().Add(max(late, time.Until(c.last))); c.broken {
		return
	}
	var try func()
	try = func() {
		switch {
		case c.broken:
		case c.node.frozen != nil:
			w.after(200*time.Millisecond, try)
		default:
			deliver()
		}
	}
	w.after(time.Until(c.last), try)
}

// snap breaks the connection. The process notices a little later.
func (c *conn) snap() {
	if c.broken {
		return
	}
	c.broken = true
	w := c.w
	w.note("broken", int(c.seat), nil)
	w.after(w.between(0, time.Second), func() {
		c.leave()
		if !c.process.dead {
			w.group.Go(func() { _ = c.game.Detach(context.Background(), c) })
		}
	})
	if c.person.conn == c {
		c.person.conn = nil
		w.after(w.between(10*time.Millisecond, 2*time.Second), c.person.dial)
	}
}
