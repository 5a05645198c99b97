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

// A conn is a connection to a person, or to a bot in the process of the game. Messages keep their
// order. They arrive after a delay, or never if the connection breaks.
type conn struct {
	w            *simulation
	node         *node
	process      *process // the process at the other end
	log          *log     // of game
	game         *game.Game
	seat         state.Seat
	person       *client
	bot          bool            // the connection belongs to a bot
	question     *agent.Question // the bot's open question
	leave        context.CancelFunc
	broken       bool
	toPerson     []protocol.ServerMessage // messages to the person
	fromPerson   []protocol.ClientMessage // messages from the person
	lastArrival  time.Time                // arrival time of the latest message in either direction
	lastEvent    uint64                   // number of the latest event sent
	sentRequests int                      // number of requests at that event
	bye          bool                     // received a bye
	gotUpdate    bool                     // received an update
	gotMessage   bool                     // received a message
	toldHeld     bool                     // received the message that the game is held
	over         bool                     // received the end of the game
}

var errBroken = errors.New("the connection is broken")

// WriteJSON implements [agent.JSONWriter].
func (c *conn) WriteJSON(v protocol.ServerMessage) error {
	w := c.w
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.process.dead || c.broken {
		return errBroken
	}
	if !c.gotMessage && !c.bot {
		w.oracle.noteAlive(c.seat)
		w.oracle.noteLeft(c.seat, time.Time{})
	}
	c.gotMessage = true
	w.oracle.check(c, v)
	if c.bot {
		c.receiveAsBot(v)
		return nil
	}
	c.toPerson = append(c.toPerson, v)
	w.deliverLater(c, func() {
		v := c.toPerson[0]
		c.toPerson = c.toPerson[1:]
		c.person.receive(c, v)
	})
	if !w.calm && w.chance(w.breaks) {
		c.breakOff()
	}
	return nil
}

// send sends a message to the game.
func (c *conn) send(m protocol.ClientMessage) {
	w := c.w
	c.fromPerson = append(c.fromPerson, m)
	w.deliverLater(c, func() {
		m := c.fromPerson[0]
		c.fromPerson = c.fromPerson[1:]
		w.oracle.noteAlive(c.seat)
		err := c.game.Submit(c.seat, c)(m)
		switch {
		case errors.Is(err, agent.ErrBusy):
			w.after(time.Second, func() { c.person.repeat(c) })
		case err != nil:
			c.breakOff()
		}
	})
}

// deliverLater calls deliver after a delay, but not while the process is frozen.
func (w *simulation) deliverLater(c *conn, deliver func()) {
	late := w.between(0, 100*time.Millisecond)
	if !w.calm && w.chance(w.slow/5) {
		late = w.between(0, 4*time.Second)
	}
	if c.lastArrival = time.Now().Add(max(late, time.Until(c.lastArrival))); c.broken {
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
	w.after(time.Until(c.lastArrival), try)
}

// breakOff breaks the connection. The process learns of it up to a second later.
func (c *conn) breakOff() {
	if c.broken {
		return
	}
	c.broken = true
	w := c.w
	if c.gotMessage {
		w.oracle.noteLeft(c.seat, time.Now())
	}
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
