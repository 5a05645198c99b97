package sim

import (
	"strconv"
	"strings"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// sendExtras lets a person chat, mute a sender or change settings now and then.
func (c *client) sendExtras(conn *conn) {
	w := c.w
	if c.over || w.extras == 0 || !w.chance(w.extras) {
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
		stops := []string{}
		for _, stop := range w.stops() {
			if w.chance(0.5) {
				stops = append(stops, stop.Name)
			}
		}
		c.requested[strings.Join(stops, " ")] = true
		m = &protocol.Settings{Stops: stops}
	}
	w.after(w.between(0, time.Second), func() { conn.sendOnce(m) })
}

// A drawnChoice is a person's choice: an option, or the cards of a pick.
type drawnChoice struct {
	option int
	cards  []int // nil for an option
}

// drawChoice draws a choice at random.
func (w *simulation) drawChoice(d *protocol.Decision) drawnChoice {
	if p := d.Pick; p != nil && w.chance(0.5) {
		cards := w.rand.Perm(len(p.Cards))
		return drawnChoice{cards: cards[:p.Min+w.rand.IntN(p.Max-p.Min+1)]}
	}
	return drawnChoice{option: w.rand.IntN(len(d.Options))}
}

// answer returns the message with a person's answer. It may be an Always, which also answers later
// decisions with the same options.
func (c *client) answer(d *protocol.Decision, by drawnChoice) protocol.ClientMessage {
	if by.cards != nil {
		return &protocol.Pick{Decision: d.ID, Cards: by.cards}
	}
	if w := c.w; w.extras == 0 || !w.chance(w.extras) {
		return &protocol.Choose{Decision: d.ID, Option: by.option}
	}
	c.requested[d.Options[by.option].Text] = true
	return &protocol.Always{Decision: d.ID, Option: by.option}
}

// exitAbsent lets a person ask for a win, a draw or a bot in place of an absent player, once the
// game allows it.
func (c *client) exitAbsent(conn *conn, seats []protocol.Seat) {
	w := c.w
	for _, seat := range seats {
		if seat.Exit != nil && *seat.Exit == 0 && seat.Seat != int(c.seat) && c.seat != state.Watcher && w.chance(0.5) {
			way := []string{protocol.ExitWin, protocol.ExitDraw, protocol.ExitBot}[w.rand.IntN(3)]
			exit := &protocol.Exit{Seat: seat.Seat, Way: way}
			c.agreed[protocol.OfferDraw] = c.agreed[protocol.OfferDraw] || way == protocol.ExitDraw
			w.after(w.between(0, time.Second), func() { conn.sendOnce(exit) })
		}
	}
}

// leave keeps a person away for some minutes, so that the others may end the game.
func (c *client) leave() {
	c.absence = time.Now().Add(c.w.between(time.Minute, absence))
	if c.conn != nil {
		c.conn.breakOff()
	}
}

// absence is the longest absence of a person.
const absence = 15 * time.Minute
