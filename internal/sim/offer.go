package sim

import (
	"slices"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// offers holds who is said to have offered or agreed to something to having done so.
func (t *truth) offers(all []game.Offer) {
	for _, o := range all {
		for agreed := o.Accepted.With(o.By); agreed != 0; agreed &= agreed - 1 {
			if c := t.client(agreed.First()); c == nil || !c.agreed[o.Kind] {
				t.w.fail("seat %d has agreed to nothing, and it is kept that it has: %v", agreed.First(), o)
			}
		}
	}
	t.open = all
}

// draw ends the game as its players have agreed.
func (t *truth) draw(d *game.Draw) {
	if t.over || len(d.Agreed) == 0 {
		t.w.fail("a draw is kept that cannot be")
		return
	}
	for _, seat := range d.Agreed {
		if c := t.client(state.Seat(seat)); c == nil || !c.agreed[protocol.OfferDraw] {
			t.w.fail("seat %d has not agreed to the draw that is kept", seat)
		}
	}
	t.m.End(0)
	t.over, t.reason, t.open = true, d.Reason, nil
	t.count(d.At)
	t.remember()
}

// lapse lets the offers go that what has happened makes void.
func (t *truth) lapse() {
	t.open = slices.DeleteFunc(slices.Clone(t.open), func(o game.Offer) bool {
		last := o.Turn + 1
		if o.Closed {
			last--
		}
		return o.Kind == protocol.OfferUndo || t.m.Turn() > last || o.Asked.With(o.By)&^t.m.Playing() != 0
	})
}

// checkOffers holds the offers that are told of to those of the log, or those before its
// last record, which may be on its way.
func (t *truth) checkOffers(c *conn, told []protocol.Offered) {
	late := c.seat == state.Watcher && t.w.header.Spectators != nil
	if late || c.log.knows != uint64(len(t.lines)) {
		return
	}
	for _, of := range [][]game.Offer{t.open, t.opened} {
		if slices.EqualFunc(told, open(of), sameOffer) {
			return
		}
	}
	t.w.fail("seat %d is told of the offers %v, and the log has %v", c.seat, told, open(t.open))
}

// open are those of the offers that may be answered.
func open(offers []game.Offer) []game.Offer {
	return slices.DeleteFunc(slices.Clone(offers), func(o game.Offer) bool { return o.Closed })
}

func sameOffer(told protocol.Offered, o game.Offer) bool {
	return told.Kind == o.Kind && told.Seat == int(o.By) && setOf(told.Accepted) == o.Accepted && setOf(told.Asked) == o.Asked&^o.Accepted
}

func setOf(seats []int) (set state.Seats) {
	for _, seat := range seats {
		set = set.With(state.Seat(seat))
	}
	return set
}
