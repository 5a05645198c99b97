package sim

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// noteOffers records the offers of the log. It checks that every seat made or accepted the offers
// that the log attributes to it.
func (t *oracle) noteOffers(all []table.Offer) {
	for _, o := range all {
		for agreed := o.Accepted.With(o.By); agreed != 0; agreed &= agreed - 1 {
			if c := t.client(agreed.First()); c == nil || !c.agreed[o.Kind] {
				t.w.fail("the log has an agreement that seat %d did not give: %v", agreed.First(), o)
			}
		}
	}
	t.offers = all
}

// draw ends the game by agreement, and checks that each seat agreed.
func (t *oracle) draw(d *table.Draw) {
	if t.over || len(d.Agreed) == 0 {
		t.w.fail("the log has an impossible draw")
		return
	}
	for _, seat := range d.Agreed {
		if c := t.client(state.Seat(seat)); c == nil || !c.agreed[protocol.OfferDraw] {
			t.w.fail("the log has a draw without the agreement of seat %d", seat)
		}
	}
	t.m.End(0)
	t.over, t.reason, t.offers = true, d.Reason, nil
	t.count(d.At)
	t.noteUpdates()
}

// dropExpired removes offers that have expired.
func (t *oracle) dropExpired() {
	t.offers = slices.DeleteFunc(slices.Clone(t.offers), func(o table.Offer) bool {
		last := o.Turn + 1
		if o.Closed {
			last--
		}
		return o.Kind == protocol.OfferUndo || t.m.Turn() > last || o.Asked.With(o.By)&^t.m.Playing() != 0
	})
}

// checkOffers compares the offers sent to a client with the offers in the log. The client may
// instead have the offers before the last record, because the game may still be writing that
// record.
func (t *oracle) checkOffers(c *conn, told []protocol.Offered) {
	late := c.seat == state.Watcher && t.w.header.Spectators != nil
	if late || c.log.gameRecords != uint64(len(t.lines)) {
		return
	}
	for _, of := range [][]table.Offer{t.offers, t.offersBefore} {
		if slices.EqualFunc(told, openOffers(of), sameOffer) {
			return
		}
	}
	t.w.fail("seat %d is told of the offers %v, the log has %v", c.seat, told, openOffers(t.offers))
}

// openOffers returns the offers that may be answered.
func openOffers(offers []table.Offer) []table.Offer {
	return slices.DeleteFunc(slices.Clone(offers), func(o table.Offer) bool { return o.Closed })
}

func sameOffer(told protocol.Offered, o table.Offer) bool {
	return told.Kind == o.Kind && told.Seat == int(o.By) && setOf(told.Accepted) == o.Accepted && setOf(told.Asked) == o.Asked&^o.Accepted
}

func setOf(seats []int) (set state.Seats) {
	for _, seat := range seats {
		set = set.With(state.Seat(seat))
	}
	return set
}
