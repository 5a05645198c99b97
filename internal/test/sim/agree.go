package sim

import (
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// propose occasionally lets a person make an offer: usually an undo, rarely a draw.
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
	w.after(w.between(0, time.Second), func() { conn.sendOnce(offer) })
}

// answerOffers lets a person answer open offers.
func (c *client) answerOffers(conn *conn, offers []protocol.Offered) {
	w := c.w
	for _, o := range offers {
		if slices.Contains(o.Asked, int(c.seat)) && w.chance(0.8) {
			answer := &protocol.Respond{Kind: o.Kind, Accept: w.chance(0.7)}
			c.agreed[o.Kind] = c.agreed[o.Kind] || answer.Accept
			w.after(w.between(0, 3*time.Second), func() { conn.sendOnce(answer) })
		}
	}
}

// sendOnce sends a message, unless the connection is broken or the game is over. It does not repeat
// a lost message.
func (c *conn) sendOnce(m protocol.ClientMessage) {
	if !c.broken && !c.person.over {
		c.send(m)
	}
}
