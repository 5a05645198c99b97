package game

import (
	"crypto/subtle"
	"fmt"
	"slices"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// maxWatchers is how many spectators a game may have.
const maxWatchers = 1000

// attach starts to tell somebody.
func (a *actor) attach(at Attachment) error {
	if !at.World {
		a.back(at.Seat)
	} else {
		a.relieve(at.Seat) // one is enough
	}
	to := audience{at.To, at.World}
	switch {
	case int(at.Seat) < len(a.seats):
		p := &a.seats[at.Seat]
		p.agents = append(p.agents, to)
	case at.Seat != state.Watcher:
		return &protocol.Error{Code: protocol.NoSeat, Text: "this game has no such seat"}
	case len(a.watchers) == maxWatchers:
		return &protocol.Error{Code: protocol.Busy, Text: "too many are watching this game: try again later"}
	default:
		a.watchers = append(a.watchers, to)
	}
	if at.Joined != nil {
		at.Joined.Seats = a.table()
		if a.clock != nil {
			at.Joined.Clock = a.clock.Clock
		}
		tell(at.To, at.Joined)
	}
	if at.Seat != state.Watcher {
		a.tellTable(at.To)
	}
	if err := a.catchUp(at); err != nil {
		a.drop(func(au audience) bool { return au.to == at.To })
		return fmt.Errorf("game %s: attach: %w", a.g.id, err)
	}
	return nil
}

// catchUp tells somebody who has just come how the game stands.
func (a *actor) catchUp(at Attachment) error {
	if a.fault == "" && a.started() {
		var u *protocol.Update
		if at.World {
			u = a.worldUpdate(at.Seat)
		} else {
			var missed []protocol.Event
			gap := false
			if at.After != nil {
				missed, gap = a.since(at.Seat, *at.After)
			}
			u = a.update(at.Seat, missed, gap)
		}
		if err := at.To.WriteJSON(u); err != nil {
			return err
		}
	}
	if a.ended || a.fault != "" {
		return at.To.WriteJSON(a.over())
	}
	return nil
}

// drop takes out those who are not to be told any more.
func (a *actor) drop(gone func(audience) bool) {
	a.watchers = slices.DeleteFunc(a.watchers, gone)
	left := false
	for i := range a.seats {
		p := &a.seats[i]
		before := len(p.agents)
		p.agents = slices.DeleteFunc(p.agents, gone)
		left = left || len(p.agents) < before
	}
	if left {
		a.tellTable(nil)
	}
}

// holder returns the seat that a key opens, -1 for none.
func (a *actor) holder(hash string) int {
	return slices.IndexFunc(a.seats, func(p place) bool {
		return p.key != "" && subtle.ConstantTimeCompare([]byte(p.key), []byte(hash)) == 1
	})
}

// take notes who sits in a seat.
func (a *actor) take(seat int, who Seat) {
	p := &a.seats[seat]
	p.kind, p.name, p.key = who.Kind, who.Name, who.KeyHash
	open := int32(0)
	for i := range a.seats {
		if a.seats[i].kind == protocol.SeatOpen {
			open++
		}
	}
	a.g.open.Store(open)
}

// sit seats somebody. Whoever comes again with the same key has the same seat.
func (a *actor) sit(wish int, who Seat) (state.Seat, error) {
	if seat := a.holder(who.KeyHash); seat >= 0 {
		if wish >= 0 && wish != seat {
			return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "that claim has taken another seat of this game"}
		}
		return state.Seat(seat), nil
	}
	open := func(p place) bool { return p.kind == protocol.SeatOpen }
	seat := wish
	if wish < 0 {
		seat = slices.IndexFunc(a.seats, open)
	}
	if seat < 0 || seat >= len(a.seats) || !open(a.seats[seat]) {
		return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "there is no such open seat"}
	}
	if err := a.append(&Record{T: "seat", Sit: &Sit{seat, who}}); err != nil {
		a.observe(Observation{Outcome: NotStored, Err: err})
		return 0, notStored(err, "the seat")
	}
	a.take(seat, who)
	a.tellTable(nil)
	if a.started() {
		a.begin()
		a.publish(nil)
	}
	return state.Seat(seat), nil
}

func (a *actor) chat(seat state.Seat, text string) {
	said := &protocol.Said{Game: a.g.id, Seat: -1, Text: text}
	if int(seat) < len(a.seats) {
		said.Seat, said.Name = int(seat), a.seats[seat].name
	}
	a.tellAll(said)
}

func (a *actor) status() Status {
	over, won := a.m.Result()
	return Status{
		Game: a.g.id, Rules: a.rules, Seats: a.table(), Turn: a.m.Turn(), Over: over, Fault: a.fault != "",
		Won: numbers(won), Started: a.started(), Watched: len(a.watchers),
	}
}

// table lists who sits where.
func (a *actor) table() []protocol.Seat {
	seats := make([]protocol.Seat, len(a.seats))
	for i := range a.seats {
		p := &a.seats[i]
		seats[i] = protocol.Seat{Seat: i, Kind: p.kind, Name: p.name, Here: len(p.agents) > 0}
	}
	return seats
}

// tellTable tells everybody but one who sits where, and whether the game waits for
// its log.
func (a *actor) tellTable(but agent.JSONWriter) {
	table := &protocol.Table{Game: a.g.id, Seats: a.table(), Held: a.writing.held}
	a.each(func(to audience) {
		if to.to != but && !to.world {
			tell(to.to, table)
		}
	})
}

func (a *actor) tellAll(v any) {
	a.each(func(to audience) { tell(to.to, v) })
}

// each calls do for everybody who is told, the seats first.
func (a *actor) each(do func(audience)) {
	for i := range a.seats {
		for _, to := range a.seats[i].agents {
			do(to)
		}
	}
	for _, to := range a.watchers {
		do(to)
	}
}
