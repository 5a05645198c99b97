package game

import (
	"slices"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// An offer is something that a seat has proposed. It is not in the log: only what
// comes of it is.
type offer struct {
	kind     string
	by       state.Seat
	asked    state.Seats // who has to agree
	accepted state.Seats
	reason   string // of the end, for a draw
	turn     int
	closed   bool // declined, or taken back: it cannot be made again yet
}

// propose makes an offer.
func (a *actor) propose(seat state.Seat, kind string, from agent.JSONWriter) {
	wrong := a.say(seat)
	if wrong == nil {
		wrong = a.proposed(seat, kind, from)
	}
	if wrong != nil {
		tell(from, wrong)
	}
}

func (a *actor) proposed(seat state.Seat, kind string, from agent.JSONWriter) *protocol.Error {
	for i := range a.offers {
		switch o := &a.offers[i]; {
		case o.kind != kind:
		case !o.closed && o.by != seat:
			return notNow("kind", "that is offered already: answer the offer")
		case o.by != seat:
		case o.closed:
			return notNow("kind", "that was declined: it can be offered again when the turn is over, and an undo when something has happened")
		default:
			return nil // once is enough
		}
	}
	o, ask := offer{kind: kind, by: seat, turn: a.m.Turn()}, a.askDraw
	if kind == protocol.OfferUndo {
		ask = a.askUndo
	}
	if wrong := ask(&o); wrong != nil {
		return wrong
	}
	if o.asked == 0 {
		a.carryOut(&o, from)
		return nil
	}
	a.offers = append(a.offers, o)
	a.tellTable(nil)
	return nil
}

// askDraw works out who has to agree to a draw, or why there can be none.
func (a *actor) askDraw(o *offer) *protocol.Error {
	people, away, bots := a.others(o.by)
	if o.asked, o.reason = people, protocol.ReasonAgreed; away != 0 {
		o.reason = protocol.ReasonClaimed
	}
	switch {
	case people|away|bots == 0:
		return notNow("kind", "there is nobody to agree with: resign instead")
	case people == 0 && away == 0 && a.rated:
		return notNow("kind", "bots do not agree to a draw in a rated game")
	case people != 0 && bots != 0:
		return notNow("kind", "a bot plays, and declines")
	}
	return nil
}

// others returns who else is still in the game: the people, those of them who have been
// away for so long that nobody needs to ask them, and the bots.
func (a *actor) others(seat state.Seat) (people, away, bots state.Seats) {
	now := time.Now().UnixMilli()
	for left := a.m.Playing().Without(seat); left != 0; left &= left - 1 {
		other := left.First()
		switch {
		case a.seats[other].kind == protocol.SeatBot:
			bots = bots.With(other)
		case a.gone(other, now):
			away = away.With(other)
		default:
			people = people.With(other)
		}
	}
	return people, away, bots
}

// respond takes a seat's answer to an offer.
func (a *actor) respond(seat state.Seat, m *protocol.Respond, from agent.JSONWriter) {
	if wrong := a.say(seat); wrong != nil {
		tell(from, wrong)
		return
	}
	i := slices.IndexFunc(a.offers, func(o offer) bool { return o.kind == m.Kind && !o.closed })
	if i < 0 {
		tell(from, notNow("kind", "no such offer is open"))
		return
	}
	switch o := &a.offers[i]; {
	case !m.Accept && (o.by == seat || o.asked.Has(seat)):
		o.closed = true
	case !o.asked.Has(seat):
		tell(from, notNow("kind", "that offer does not ask you"))
		return
	default:
		if o.accepted = o.accepted.With(seat); o.accepted == o.asked && a.carryOut(o, from) {
			return
		}
	}
	a.tellTable(nil)
}

// carryOut does what all have agreed to, and reports whether it could be stored. Who
// has said the last word may say it again if it could not.
func (a *actor) carryOut(o *offer, from agent.JSONWriter) bool {
	if o.kind == protocol.OfferUndo {
		return a.undo(o.by, from)
	}
	return a.draw(o.reason, o.asked.With(o.by), from)
}

// draw ends the game without a winner, and reports whether that could be stored.
func (a *actor) draw(reason string, agreed state.Seats, from agent.JSONWriter) bool {
	err := a.append(&Record{T: "draw", Draw: &Draw{Reason: reason, Agreed: numbers(agreed), At: time.Now().UnixMilli()}})
	if err != nil {
		tell(from, notStored(err, "the draw"))
		a.observe(Observation{Outcome: NotStored, Err: err})
		return false
	}
	a.m.End(0)
	a.reason, a.offers = reason, nil
	a.followClock(time.Now())
	a.publish(nil)
	a.finish()
	return true
}

// lapse lets the offers go that what has just happened makes void.
func (a *actor) lapse() {
	if len(a.offers) == 0 {
		return
	}
	open := 0
	a.offers = slices.DeleteFunc(a.offers, func(o offer) bool {
		last := o.turn + 1 // that it stands in
		if o.closed || o.kind == protocol.OfferUndo {
			last = o.turn
		}
		void := o.kind == protocol.OfferUndo || a.m.Turn() > last || o.asked.With(o.by)&^a.m.Playing() != 0
		if void && !o.closed {
			open++
		}
		return void
	})
	if open > 0 {
		a.tellTable(nil)
	}
}

// offered lists the offers that are open.
func (a *actor) offered() (list []protocol.Offered) {
	for _, o := range a.offers {
		if !o.closed {
			list = append(list, protocol.Offered{
				Kind: o.kind, Seat: int(o.by), Accepted: numbers(o.accepted), Asked: numbers(o.asked &^ o.accepted),
			})
		}
	}
	return list
}
