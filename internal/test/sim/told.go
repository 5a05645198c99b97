package sim

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// check compares a message sent on connection c with the current log.
func (t *oracle) check(c *conn, v protocol.ServerMessage) {
	data := protocol.Append(nil, v)
	t.w.note("tell", int(c.seat), data)
	for _, secret := range t.secrets {
		if bytes.Contains(data, secret) {
			t.w.fail("seat %d is told a secret: %s", c.seat, data)
		}
	}
	switch m := v.(type) {
	case *protocol.Update:
		if c.toldHeld {
			t.w.fail("seat %d gets an update while it is told that the game is held", c.seat)
		}
		t.checkUpdate(c, m)
	case *protocol.Over:
		if c.over {
			t.w.fail("seat %d is told of the end twice", c.seat)
		}
		c.over = true
		if !t.over || m.Reason != cmp.Or(t.reason, protocol.ReasonEnd) || !slices.Equal(m.Won, t.won) || m.N != uint64(len(t.viewers[0].events)) {
			t.w.fail("seat %d is told of an end that the log lacks: %s", c.seat, data)
		}
	case *protocol.Table:
		c.toldHeld = m.Held
		t.checkOffers(c, m.Offers)
		for i, seat := range m.Seats {
			if seat.Kind != t.w.header.Seats[i].Kind && seat.Kind != t.seats[i].Kind {
				t.w.fail("seat %d is told of a position that the log lacks: %s", c.seat, data)
			}
		}
	case *protocol.SeatSettings:
		t.checkSettings(c, m)
	case *protocol.ChatMessage:
		t.checkChat(c, m)
	case *protocol.Bye:
		c.bye = true
	case *protocol.Error:
		kept := t.answered[answeredDecision{c.seat, m.Decision}] == c.log && !c.bye
		if m.Code == protocol.Unavailable && m.Decision != 0 && kept {
			t.w.fail("seat %d is told that its kept choice was lost", c.seat)
		}
		if m.Code == protocol.Internal || m.Code == protocol.Illegal {
			t.w.fail("seat %d is told %s: %s", c.seat, m.Code, m.Text)
		}
	}
}

// checkQuestion compares a question for a bot with the current log.
func (t *oracle) checkQuestion(c *conn, q agent.Question) {
	t.w.note("ask", int(c.seat), []byte(strconv.FormatUint(q.N, 10)))
	t.checkEvent(c, q.N)
}

// checkEvent fails the simulation and returns false if the log has no event n, or if a seat is still open.
func (t *oracle) checkEvent(c *conn, n uint64) bool {
	if !t.started() {
		t.w.fail("seat %d is told of a position before all seats are taken", c.seat)
		return false
	}
	last := len(t.viewer(c.seat).events)
	if n > uint64(last) {
		t.w.fail("seat %d is told of event %d, the log ends at %d", c.seat, n, last)
	}
	return n <= uint64(last)
}

func (t *oracle) checkUpdate(c *conn, u *protocol.Update) {
	if !t.checkEvent(c, u.N) {
		return
	}
	v := t.viewer(c.seat)
	plain := protocol.Update{Game: u.Game, N: u.N, Turn: u.Turn, Awaiting: u.Awaiting}
	if u.Decision != nil {
		plain.Decision = &protocol.Decision{ID: u.Decision.ID, Options: u.Decision.Options, Pick: u.Decision.Pick}
	}
	plain.Encode(func(dst []byte) []byte { return append(dst, u.View...) })
	at, known := v.permitted[maphash.Bytes(hashSeed, plain.JSON())]
	switch {
	case !known:
		t.w.fail("seat %d is told of an update that the log lacks: %s", c.seat, u.JSON())
	case at < c.sentRequests:
		t.w.fail("seat %d is told of %d requests after %d", c.seat, at, c.sentRequests)
	}
	c.sentRequests = at
	if s := t.w.header.Spectators; s != nil && c.seat == state.Watcher && time.Since(t.times[at]) < time.Duration(s.Delay)*time.Millisecond {
		t.w.fail("a spectator is told after only %v of %d requests", time.Since(t.times[at]), at)
	}
	t.checkEvents(c, u, v)
}

// checkEvents checks the texts, order and number of the events in an update.
func (t *oracle) checkEvents(c *conn, u *protocol.Update, v *viewer) {
	next := c.lastEvent + 1
	for _, e := range u.Events {
		if u.Gap {
			next = max(next, e.N)
		}
		if c.gotUpdate && e.N != next {
			t.w.fail("seat %d is told of event %d instead of %d", c.seat, e.N, next)
		}
		if e.N == 0 || e.N > u.N || e != v.events[e.N-1] {
			t.w.fail("seat %d is told a wrong text of event %d", c.seat, e.N)
			return
		}
		next = e.N + 1
	}
	if c.gotUpdate && !u.Gap && next != u.N+1 {
		t.w.fail("seat %d is told of events up to %d instead of %d", c.seat, next-1, u.N)
	}
	c.lastEvent, c.gotUpdate = u.N, true
}
