package sim

import (
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// propose lets a person propose something now and then: to take back, mostly, and
// seldom a draw.
func (c *client) propose(conn *conn) {
	w := c.w
	if c.seat == state.Watcher || c.over || w.agree == 0 || !w.chance(w.agree) {
		return
	}
	offer := &protocol.Offer{Kind: protocol.OfferUndo}
	if w.chance(0.1) {
		offer.Kind = protocol.OfferDraw
	}
	c.agreed[offer.Kind] = true
	w.after(w.between(0, time.Second), func() { conn.mention(offer) })
}

// consider lets a person answer the offers that it is asked about.
func (c *client) consider(conn *conn, offers []protocol.Offered) {
	w := c.w
	for _, o := range offers {
		if slices.Contains(o.Asked, int(c.seat)) && w.chance(0.8) {
			answer := &protocol.Respond{Kind: o.Kind, Accept: w.chance(0.7)}
			c.agreed[o.Kind] = c.agreed[o.Kind] || answer.Accept
			w.after(w.between(0, 3*time.Second), func() { conn.mention(answer) })
		}
	}
}

// mention says what need not arrive.
func (c *conn) mention(m protocol.ClientMessage) {
	if !c.broken && !c.person.over {
		c.say(m)
	}
}
