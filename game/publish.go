package game

import (
	"slices"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// publish tells everybody what the request at hand has done. Each audience is
// written for once; one that fails is not told any more.
func (a *actor) publish() {
	a.remember(a.log.Events)
	var gone []agent.JSONWriter
	for i := range a.seats {
		for _, to := range a.seats[i].agents {
			if to.to.WriteJSON(a.update(state.Seat(i), a.log.Events, to.world)) != nil {
				gone = append(gone, to.to)
			}
		}
	}
	if len(a.watchers) > 0 {
		u := a.update(state.Watcher, a.log.Events, false)
		for _, to := range a.watchers {
			if to.to.WriteJSON(u) != nil {
				gone = append(gone, to.to)
			}
		}
	}
	if gone != nil {
		a.drop(func(to audience) bool { return slices.Contains(gone, to.to) })
	}
}

// remember keeps events for those who come back.
func (a *actor) remember(events []state.Event) {
	a.n += uint64(len(events))
	a.ring = append(a.ring, events...)
	if extra := len(a.ring) - remembered; extra > remembered {
		a.ring = append(a.ring[:0], a.ring[extra:]...)
	}
}

// since returns the events after number n, as far back as they are kept, none
// for somebody who knows nothing.
func (a *actor) since(n *uint64) []state.Event {
	if n == nil || *n >= a.n {
		return nil
	}
	return a.ring[len(a.ring)-int(min(a.n-*n, uint64(len(a.ring)))):]
}

// update is what seat is told: the last events, and all that it may see.
func (a *actor) update(seat state.Seat, events []state.Event, world bool) *protocol.Update {
	u := &protocol.Update{Game: a.g.id, N: a.n, Turn: a.m.Turn(), View: a.m.AppendView(make([]byte, 0, 1024), seat)}
	u.Awaiting = make([]int, 0, len(a.seats))
	for ss := a.m.Awaiting(); ss != 0; {
		next := ss.From(a.m.Next())
		u.Awaiting = append(u.Awaiting, int(next))
		ss = ss.Without(next)
	}
	u.Events = make([]protocol.Event, len(events))
	for i, e := range events {
		u.Events[i] = protocol.Event{N: a.n - uint64(len(events)-1-i), Told: a.m.Tell(e, seat)}
	}
	u.Decision = a.decision(seat)
	if a.c.Header.Clock != nil {
		for i := range a.seats {
			u.Left = append(u.Left, a.seats[i].bank)
		}
	}
	if world && u.Decision != nil {
		r := state.Rand(a.m.Seq())
		u.World = a.m.Fork()
		u.World.Resample(seat, &r)
	}
	return u
}

// decision is what seat is asked, nil for nothing.
func (a *actor) decision(seat state.Seat) *protocol.Decision {
	id := a.m.Decision(seat)
	if id == 0 || a.fault != "" {
		return nil
	}
	a.opts = a.m.Options(seat, a.opts[:0])
	d := &protocol.Decision{ID: id, Options: make([]protocol.Option, len(a.opts))}
	for i, o := range a.opts {
		d.Options[i] = protocol.Option{ID: i, Label: a.m.Label(seat, o)}
	}
	if clock := a.c.Header.Clock; clock != nil && a.seats[seat].decision == id {
		left := max(time.Until(a.seats[seat].ends(clock.PerDecision)).Milliseconds(), 0)
		d.Ends = &left
	}
	return d
}

// table lists who sits where.
func (a *actor) table() []protocol.Seat {
	seats := make([]protocol.Seat, len(a.seats))
	for i := range a.seats {
		p := &a.seats[i]
		seats[i] = protocol.Seat{Seat: i, Kind: p.Kind, Name: p.Name, Here: len(p.agents) > 0}
	}
	return seats
}

// tellTable tells everybody but one who sits where.
func (a *actor) tellTable(but agent.JSONWriter) {
	table := &protocol.Table{Game: a.g.id, Seats: a.table()}
	a.each(func(to audience) {
		if to.to != but {
			tell(to.to, table)
		}
	})
}

func (a *actor) tellAll(v any) {
	a.each(func(to audience) { tell(to.to, v) })
}

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
