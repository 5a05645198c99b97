package sim

import (
	"context"
	"errors"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A client is a player or spectator that reconnects whenever its connection breaks.
type client struct {
	w           *simulation
	seat        state.Seat
	seated      bool                   // has a seat or is watching
	joined      bool                   // has taken the late joiner's seat
	conn        *conn                  // nil while disconnected
	lastEvent   uint64                 // number of the latest event received
	decision    *protocol.Decision     // the open decision, or nil
	choice      protocol.ClientMessage // the answer to decision, or nil
	sentBy      *conn                  // connection on which choice was sent last
	lastSent    time.Time
	lastMessage time.Time              // arrival time of the latest message
	chosen      map[uint32]drawnChoice // choice by decision
	over        bool

	requested map[string]bool // every automatic answer and list of stops that the client has ever requested
	muted     map[int]bool
	agreed    map[string]bool // kinds of offers made or accepted
	absence   time.Time       // away until this time
}

// dial connects to the node to which clients are routed, or rarely to the other node.
func (c *client) dial() {
	w := c.w
	if c.conn != nil {
		return
	}
	if away := time.Until(c.absence); away > 0 {
		w.after(away, c.dial)
		return
	}
	i := w.owner
	if !w.calm && w.chance(0.1) {
		i = 1 - i // outdated routing
	}
	n := w.nodes[i]
	if n.isolated || n.frozen != nil || !n.serves() {
		w.after(w.between(100*time.Millisecond, 2*time.Second), c.dial)
		return
	}
	ctx, leave := context.WithCancel(context.Background())
	conn := &conn{w: w, node: n, process: n.process, log: n.log, game: n.game, seat: c.seat, person: c, leave: leave, lastEvent: c.lastEvent}
	c.conn, c.lastMessage = conn, time.Now()
	n.conns = append(n.conns, conn)
	at := game.Attachment{Seat: c.seat, To: conn}
	if c.lastEvent > 0 && !w.chance(0.1) {
		seen := c.lastEvent
		at.After, conn.gotUpdate = &seen, true
	}
	w.note("dial", int(c.seat), nil)
	attach := func(ctx context.Context) error { return conn.game.Attach(ctx, at) }
	if c.seated && c.joined {
		w.ask(ctx, conn, func(ctx context.Context) error { return checkKey(ctx, conn.game) }, attach)
	} else if c.seated {
		w.ask(ctx, conn, attach, nil)
	} else {
		w.ask(ctx, conn, func(ctx context.Context) error { return c.join(ctx, conn.game, at) }, nil)
	}
}

// ask runs first in a goroutine, and then, if first succeeds and second is not nil, second. If one of
// the two functions fails, ask breaks the connection c.
func (w *simulation) ask(ctx context.Context, c *conn, first, second func(context.Context) error) {
	number := w.number()
	w.group.Go(func() {
		err := first(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.event(0, number, func() {
			w.oracle.noteAlive(c.seat) // the game may have recorded the call without an answer
			switch {
			case err != nil:
				c.breakOff()
			case second != nil && !c.broken:
				w.ask(ctx, c, second, nil)
			}
		})
	})
}

// key is the key of the late joiner: the person who takes the seat that is open at the beginning.
const key = "secret-open"

// checkKey checks that the game knows the late joiner's key.
func checkKey(ctx context.Context, g *game.Game) error {
	_, ok, err := g.SeatByKey(ctx, key)
	if err == nil && !ok {
		err = errors.New("unknown seat key")
	}
	return err
}

// join takes the late joiner's seat and attaches the client.
func (c *client) join(ctx context.Context, g *game.Game, at game.Attachment) error {
	_, err := g.Join(ctx, table.Sit{Seat: int(c.seat), Nonce: c.w.nonce, Who: table.Seat{Kind: protocol.SeatPerson, Name: personName(int(c.seat)), KeyHash: key}}, false, at)
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.seated, c.joined = c.seated || err == nil, c.joined || err == nil
	return err
}

// receive handles a message from the game.
func (c *client) receive(conn *conn, v protocol.ServerMessage) {
	c.lastMessage = time.Now()
	switch m := v.(type) {
	case *protocol.Update:
		c.lastEvent = max(c.lastEvent, m.N)
		c.follow(conn, m.Decision)
		c.propose(conn)
		c.sendExtras(conn)
	case *protocol.Table:
		c.answerOffers(conn, m.Offers)
		c.exitAbsent(conn, m.Seats)
	case *protocol.Error:
		switch m.Code {
		case protocol.Unavailable, protocol.Busy:
			c.w.after(c.w.between(10*time.Millisecond, time.Second), func() { c.repeat(conn) })
		}
	case *protocol.Bye:
		conn.breakOff()
	case *protocol.Over:
		c.over = true
	}
}

// follow records the open decision and schedules the answer.
func (c *client) follow(conn *conn, d *protocol.Decision) {
	w := c.w
	before := c.decision
	c.decision = d
	switch {
	case d == nil || c.over:
		c.choice = nil
	case before != nil && before.ID == d.ID && c.choice != nil:
		if c.sentBy != conn { // the choice may have been lost with the old connection
			c.repeat(conn)
		}
	default:
		c.choice = nil
		think := w.between(10*time.Millisecond, time.Second)
		if !w.calm && w.chance(w.away) {
			think = w.between(5*time.Second, time.Minute)
		}
		w.after(think, func() { c.choose(d) })
	}
}

// choose answers a decision, unless the decision has been answered or closed meanwhile.
func (c *client) choose(d *protocol.Decision) {
	if c.decision == nil || c.decision.ID != d.ID || c.choice != nil || c.conn == nil {
		return
	}
	chosen, again := c.chosen[d.ID]
	switch {
	case again: // the client answered this decision before, and the game lost the answer
	case len(c.chosen) >= c.w.choices:
		c.choice = &protocol.Resign{}
	default:
		chosen = c.w.drawChoice(d)
		c.chosen[d.ID] = chosen
	}
	if c.choice == nil {
		c.choice = c.answer(d, chosen)
	}
	c.repeat(c.conn)
	if c.w.chance(c.w.twice) {
		c.repeat(c.conn)
	}
}

// repeat sends the answer, perhaps for a second time.
func (c *client) repeat(conn *conn) {
	if c.choice == nil || conn.broken {
		return
	}
	c.sentBy, c.lastSent = conn, time.Now()
	conn.send(c.choice)
}

// recoverLosses recovers from lost messages: it repeats an answer, and drops an unresponsive
// connection.
func (c *client) recoverLosses() {
	w := c.w
	w.after(w.between(3*time.Second, 6*time.Second), c.recoverLosses)
	if c.conn != nil && w.leaver >= 0 && w.chance(0.2) {
		c.conn.sendOnce(&protocol.Who{})
	}
	switch {
	case c.over || c.conn == nil:
	case time.Since(c.lastMessage) > 20*time.Second || w.chance(0.02):
		c.conn.breakOff()
	case c.decision != nil && c.choice != nil && time.Since(c.lastSent) > 4*time.Second:
		c.repeat(c.conn)
	case c.decision != nil && c.choice == nil && w.calm:
		c.choose(c.decision)
	}
}
