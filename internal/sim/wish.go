package sim

import (
	"strconv"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// wish lets a person change settings or chat now and then.
func (c *client) wish(conn *conn) {
	w := c.w
	if c.over || w.wish == 0 || !w.chance(w.wish) {
		return
	}
	var m protocol.ClientMessage
	switch n := w.rand.IntN(10); {
	case c.seat == state.Watcher || n < 3:
		m = &protocol.Chat{Text: strconv.FormatInt(time.Now().UnixMilli(), 10)}
	case n < 4:
		whom := w.rand.IntN(len(w.header.Seats)+1) - 1
		c.muted[whom] = true
		m = &protocol.Mute{Seat: whom, On: true}
	case n < 5:
		on := w.chance(0.7)
		m = &protocol.Settings{Alone: &on, Forget: w.chance(0.3)}
	default:
		until := []string{protocol.UntilOff, protocol.UntilStack, protocol.UntilTurn, protocol.UntilSomething}[w.rand.IntN(4)]
		c.wanted[until] = true
		m = &protocol.Settings{Until: until}
	}
	w.after(w.between(0, time.Second), func() { conn.mention(m) })
}

// answer returns a person's answer, now and then one for all later decisions too.
func (c *client) answer(d *protocol.Decision, option int) protocol.ClientMessage {
	if w := c.w; w.wish == 0 || !w.chance(w.wish) {
		return &protocol.Choose{Decision: d.ID, Option: option}
	}
	c.wanted[d.Options[option].Text] = true
	return &protocol.Always{Decision: d.ID, Option: option}
}

// lose lets a person leave the game as soon as that is possible.
func (c *client) lose(conn *conn, seats []protocol.Seat) {
	w := c.w
	for _, seat := range seats {
		if seat.Exit != nil && *seat.Exit == 0 && seat.Seat != int(c.seat) && c.seat != state.Watcher && w.chance(0.5) {
			way := []string{protocol.ExitWin, protocol.ExitDraw, protocol.ExitBot}[w.rand.IntN(3)]
			exit := &protocol.Exit{Seat: seat.Seat, Way: way}
			c.agreed[protocol.OfferDraw] = c.agreed[protocol.OfferDraw] || way == protocol.ExitDraw
			w.after(w.between(0, time.Second), func() { conn.mention(exit) })
		}
	}
}

// leave keeps a person away until the others may leave the game.
func (c *client) leave() {
	c.absence = time.Now().Add(c.w.between(time.Minute, absence))
	if c.conn != nil {
		c.conn.snap()
	}
}

// absence is the longest absence of a person.
const absence = 15 * time.Minute
