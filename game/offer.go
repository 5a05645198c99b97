package game

import (
	"slices"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// An Offer is something that a seat has proposed. A record of them holds all that stand once
// somebody has said something; when they lapse follows from the requests.
type Offer struct {
	Kind     string      `json:"kind"`
	By       state.Seat  `json:"by"`
	Asked    state.Seats `json:"asked"` // who has to agree
	Accepted state.Seats `json:"accepted,omitempty"`
	Reason   string      `json:"reason,omitempty"` // of the end, for a draw
	Turn     int         `json:"turn"`
	Closed   bool        `json:"closed,omitempty"` // declined, or taken back: it cannot be made again yet
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
		case o.Kind != kind:
		case !o.Closed && o.By != seat:
			return notNow("kind", "that is offered already: answer the offer")
		case o.By != seat:
		case o.Closed:
			return notNow("kind", "that was declined: it can be offered again when the turn is over, and an undo when something has happened")
		default:
			return nil // once is enough
		}
	}
	o, ask := Offer{Kind: kind, By: seat, Turn: a.m.Turn()}, a.askDraw
	if kind == protocol.OfferUndo {
		ask = a.askUndo
	}
	if wrong := ask(&o); wrong != nil {
		return wrong
	}
	if o.Asked == 0 {
		a.carryOut(&o, from)
		return nil
	}
	a.offer(append(slices.Clone(a.offers), o), from)
	return nil
}

// offer has these offers stand from now on.
func (a *actor) offer(offers []Offer, from agent.JSONWriter) {
	if err := a.append(&Record{T: "offers", Offers: offers}); err != nil {
		a.observe(Observation{Outcome: NotStored, Err: err})
		a.regret(from, notStored(err, "that"))
		return
	}
	a.offers = offers
	a.tellTable(nil)
}

// askDraw works out who has to agree to a draw, or why there can be none.
func (a *actor) askDraw(o *Offer) *protocol.Error {
	people, away, bots := a.others(o.By)
	if o.Asked, o.Reason = people, protocol.ReasonAgreed; away != 0 {
		o.Reason = protocol.ReasonClaimed
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
	i := slices.IndexFunc(a.offers, func(o Offer) bool { return o.Kind == m.Kind && !o.Closed })
	if i < 0 {
		tell(from, notNow("kind", "no such offer is open"))
		return
	}
	offers := slices.Clone(a.offers)
	switch o := &offers[i]; {
	case !m.Accept && (o.By == seat || o.Asked.Has(seat)):
		o.Closed = true
	case !o.Asked.Has(seat):
		tell(from, notNow("kind", "that offer does not ask you"))
		return
	case o.Accepted.Has(seat):
		return // once is enough
	default:
		if o.Accepted = o.Accepted.With(seat); o.Accepted == o.Asked {
			a.carryOut(o, from)
			return
		}
	}
	a.offer(offers, from)
}

// carryOut does what all have agreed to. Who has said the last word may say it again if it
// could not be stored.
func (a *actor) carryOut(o *Offer, from agent.JSONWriter) {
	if o.Kind == protocol.OfferUndo {
		a.undo(o.By, from)
	} else {
		a.draw(o.Reason, o.Asked.With(o.By), from)
	}
}

// draw ends the game without a winner.
func (a *actor) draw(reason string, agreed state.Seats, from agent.JSONWriter) {
	if err := a.drawn(reason, agreed); err != nil {
		a.regret(from, notStored(err, "the draw"))
	}
}

// drawn is draw for nobody in particular. The error is the log's.
func (a *actor) drawn(reason string, agreed state.Seats) error {
	err := a.append(&Record{T: "draw", Draw: &Draw{Reason: reason, Agreed: numbers(agreed), At: time.Now().UnixMilli()}})
	if err != nil {
		a.observe(Observation{Outcome: NotStored, Err: err})
		return err
	}
	a.m.End(0)
	a.reason, a.offers = reason, nil
	a.followClock(time.Now())
	if a.started() { // else nobody is to be shown what was dealt
		a.publish(nil)
	}
	a.finish()
	return nil
}

// lapse lets the offers go that what has just happened makes void.
func (a *actor) lapse() {
	before := len(a.offered())
	a.offers = standing(a.offers, a.m)
	if len(a.offered()) < before {
		a.tellTable(nil)
	}
}

// standing returns those of the offers that still stand once m has gone on.
func standing(offers []Offer, m state.Machine) []Offer {
	if len(offers) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(offers), func(o Offer) bool {
		last := o.Turn + 1 // that it stands in
		if o.Closed {
			last = o.Turn
		}
		return o.Kind == protocol.OfferUndo || m.Turn() > last || o.Asked.With(o.By)&^m.Playing() != 0
	})
}

// offered lists the offers that are open.
func (a *actor) offered() (list []protocol.Offered) {
	for _, o := range a.offers {
		if !o.Closed {
			list = append(list, protocol.Offered{
				Kind: o.Kind, Seat: int(o.By), Accepted: numbers(o.Accepted), Asked: numbers(o.Asked &^ o.Accepted),
			})
		}
	}
	return list
}
