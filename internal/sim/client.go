package sim

import (
	"context"
	"errors"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A client is a person who plays, or a spectator: one connection after the other.
type client struct {
	w      *world
	seat   state.Seat
	seated bool  // has a seat, or wants none
	came   bool  // has taken it, and has a key
	conn   *conn // nil between two
	seen   uint64
	asked  *protocol.Decision
	choice protocol.ClientMessage // the answer to asked, nil before it is made
	sentBy *conn
	sent   time.Time
	heard  time.Time
	chosen map[uint32]int // what was answered to each decision
	over   bool

	passes  bool            // the server answers for it, as it was told last
	wanted  map[string]bool // what it has ever wanted its seat to pass until, and to be answered always
	muted   map[int]bool
	agreed  map[string]bool // the kinds of offers that it has made or accepted
	absence time.Time       // it is away until then
}

// dial connects to whoever is said to have the game.
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
		i = 1 - i // an old message about who has it
	}
	n := w.nodes[i]
	if n.isolated || n.frozen != nil || !n.serves() {
		w.after(w.between(100*time.Millisecond, 2*time.Second), c.dial)
		return
	}
	ctx, leave := context.WithCancel(context.Background())
	conn := &conn{w: w, node: n, process: n.process, log: n.log, game: n.game, seat: c.seat, person: c, leave: leave, told: c.seen}
	c.conn, c.heard, c.passes = conn, time.Now(), false
	n.conns = append(n.conns, conn)
	at := game.Attachment{Seat: c.seat, To: conn}
	if c.seen > 0 && !w.chance(0.1) {
		seen := c.seen
		at.After, conn.begun = &seen, true
	}
	w.note("dial", int(c.seat), nil)
	attach := func(ctx context.Context) error { return conn.game.Attach(ctx, at) }
	if c.seated && c.came {
		w.ask(ctx, conn, func(ctx context.Context) error { return unlock(ctx, conn.game) }, attach)
	} else if c.seated {
		w.ask(ctx, conn, attach, nil)
	} else {
		w.ask(ctx, conn, func(ctx context.Context) error { return c.sit(ctx, conn.game) }, attach)
	}
}

// ask has a goroutine ask something of the game, and then something else.
func (w *world) ask(ctx context.Context, c *conn, what, then func(context.Context) error) {
	number := w.number()
	w.group.Go(func() {
		err := what(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.event(0, number, func() {
			w.truth.hear(c.seat) // the game may know that it is back, though it was told nothing
			switch {
			case err != nil:
				c.snap()
			case then != nil && !c.broken:
				w.ask(ctx, c, then, nil)
			}
		})
	})
}

// key opens the seat that was not taken when the game began.
const key = "secret-open"

// unlock shows the key of a seat that somebody has come for.
func unlock(ctx context.Context, g *game.Game) error {
	_, ok, err := g.Holder(ctx, key)
	if err == nil && !ok {
		err = errors.New("the key opens no seat")
	}
	return err
}

// sit takes the seat, once more if nobody has told the person that it has it.
func (c *client) sit(ctx context.Context, g *game.Game) error {
	_, err := g.Sit(ctx, game.Sit{Seat: int(c.seat), Nonce: c.w.nonce, Who: game.Seat{Kind: protocol.SeatPerson, Name: name(int(c.seat)), KeyHash: key}})
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.seated, c.came = c.seated || err == nil, c.came || err == nil
	return err
}

// receive takes what the game tells.
func (c *client) receive(conn *conn, v protocol.ServerMessage) {
	c.heard = time.Now()
	switch m := v.(type) {
	case *protocol.Update:
		c.seen = max(c.seen, m.N)
		c.follow(conn, m.Decision)
		c.propose(conn)
		c.wish(conn)
	case *protocol.Kept:
		if c.passes = m.Until != protocol.UntilOff; !c.passes {
			c.follow(conn, c.asked)
		}
	case *protocol.Table:
		c.consider(conn, m.Offers)
		c.lose(conn, m.Seats)
	case *protocol.Error:
		switch m.Code {
		case protocol.Unavailable, protocol.Busy:
			c.w.after(c.w.between(10*time.Millisecond, time.Second), func() { c.repeat(conn) })
		}
	case *protocol.Bye:
		conn.snap()
	case *protocol.Over:
		c.over = true
	}
}

// follow looks at what the seat is asked now.
func (c *client) follow(conn *conn, d *protocol.Decision) {
	w := c.w
	before := c.asked
	c.asked = d
	switch {
	case d == nil || c.over:
		c.choice = nil
	case before != nil && before.ID == d.ID && c.choice != nil:
		if c.sentBy != conn { // it may have been lost with the other one
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

// choose answers a decision, unless it has been answered or is no longer open.
func (c *client) choose(d *protocol.Decision) {
	if c.asked == nil || c.asked.ID != d.ID || c.choice != nil || c.conn == nil || c.passes {
		return
	}
	option, again := c.chosen[d.ID]
	switch {
	case again: // it was asked, and has lost track of it meanwhile
	case len(c.chosen) >= c.w.choices:
		c.choice = &protocol.Resign{}
	default:
		option = c.w.rand.IntN(len(d.Options))
		c.chosen[d.ID] = option
	}
	if c.choice == nil {
		c.choice = c.answer(d, option)
	}
	c.repeat(c.conn)
	if c.w.chance(c.w.twice) {
		c.repeat(c.conn)
	}
}

// repeat sends the answer, once more if it has been sent.
func (c *client) repeat(conn *conn) {
	if c.choice == nil || conn.broken {
		return
	}
	c.sentBy, c.sent = conn, time.Now()
	conn.say(c.choice)
}

// watch is for what has got lost: it sends an answer again, and gives a connection
// up that says nothing.
func (c *client) watch() {
	w := c.w
	w.after(w.between(3*time.Second, 6*time.Second), c.watch)
	if c.conn != nil && w.leaver >= 0 && w.chance(0.2) {
		c.conn.mention(&protocol.Who{})
	}
	switch {
	case c.over || c.conn == nil:
	case time.Since(c.heard) > 20*time.Second || w.chance(0.02):
		c.conn.snap()
	case c.asked != nil && c.choice != nil && time.Since(c.sent) > 4*time.Second:
		c.repeat(c.conn)
	case c.asked != nil && c.choice == nil && w.calm:
		c.choose(c.asked)
	}
}
