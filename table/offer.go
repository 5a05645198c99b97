package table

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// An Offer is a draw or an undo that a seat has proposed. An offers record holds all offers that
// exist after a proposal or response. No record says when an offer expires, because this follows
// from the choices.
type Offer struct {
	Kind     string      `json:"kind"`
	By       state.Seat  `json:"by"`
	Asked    state.Seats `json:"asked"` // the seats that must agree
	Accepted state.Seats `json:"accepted,omitempty"`
	Reason   string      `json:"reason,omitempty"` // the reason that the draw record gets, for a draw
	Turn     int         `json:"turn"`
	Closed   bool        `json:"closed,omitempty"` // declined or withdrawn, so By cannot offer it again yet
}

var offersKind = kind{
	noun: "the offer", minor: true,
	hasField: func(r *Record) bool { return r.Offers != nil },
	apply: func(t *Table, r *Record, c *Change, _ PositionBefore) error {
		t.Offers, c.Offers = r.Offers, true
		return nil
	},
}

// A Proposal is the input of a seat that makes an offer. If no other seat must agree, the offer
// takes effect immediately.
type Proposal struct {
	Seat state.Seat
	Kind string
}

func (p *Proposal) decide(t *Table, now Now) (*Record, error) {
	if err := t.checkPlaying(p.Seat); err != nil {
		return nil, err
	}
	for _, o := range t.Offers {
		switch mine := o.By == p.Seat; {
		case o.Kind != p.Kind || o.Closed && !mine:
		case o.Closed:
			return nil, notNow("kind", "that offer was declined or withdrawn: offer a draw again next turn, or an undo after the next choice")
		case !mine:
			return nil, notNow("kind", "another player has already offered that: answer the offer")
		default:
			return nil, nil // the seat's own offer is still open
		}
	}
	o := Offer{Kind: p.Kind, By: p.Seat, Turn: t.Machine.Turn()}
	ask := t.askDraw
	if p.Kind == protocol.OfferUndo {
		ask = t.askUndo
	}
	if err := ask(&o, &now); err != nil {
		return nil, err
	}
	if o.Asked == 0 {
		return t.agreedRecord(&o, &now)
	}
	return &Record{Kind: "offers", At: now.At, Offers: append(slices.Clone(t.Offers), o)}, nil
}

// A Response is the input of a seat that answers an offer or withdraws its own offer.
type Response struct {
	Seat   state.Seat
	Kind   string
	Accept bool
}

func (r *Response) decide(t *Table, now Now) (*Record, error) {
	if err := t.checkPlaying(r.Seat); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(t.Offers, func(o Offer) bool { return o.Kind == r.Kind && !o.Closed })
	if i < 0 {
		return nil, notNow("kind", "no such offer is open")
	}
	offers := slices.Clone(t.Offers)
	switch o := &offers[i]; {
	case !r.Accept && (o.By == r.Seat || o.Asked.Has(r.Seat)):
		o.Closed = true
	case !o.Asked.Has(r.Seat):
		return nil, notNow("kind", "that offer does not ask you")
	case o.Accepted.Has(r.Seat):
		return nil, nil // the seat has already accepted
	default:
		if o.Accepted = o.Accepted.With(r.Seat); o.Accepted != o.Asked {
			break
		}
		return t.agreedRecord(o, &now)
	}
	return &Record{Kind: "offers", At: now.At, Offers: offers}, nil
}

// agreedRecord returns the record for an offer to which all asked seats have agreed.
func (t *Table) agreedRecord(o *Offer, now *Now) (*Record, error) {
	if o.Kind == protocol.OfferDraw {
		return t.drawRecord(o.Reason, o.Asked.With(o.By), now), nil
	}
	b, err := t.latestChoice(o.By, now)
	if err != nil {
		return nil, err
	}
	return t.undoRecord(b, now)
}

// askDraw determines which seats must agree to a draw, or returns why a draw is
// impossible.
func (t *Table) askDraw(o *Offer, now *Now) error {
	people, away, bots := t.others(o.By, now)
	if o.Asked, o.Reason = people, protocol.ReasonAgreed; away != 0 {
		o.Reason = protocol.ReasonClaimed
	}
	switch {
	case people|away|bots == 0:
		return notNow("kind", "no other player is left to agree: resign instead")
	case people == 0 && away == 0 && t.Rated:
		return notNow("kind", "bots do not agree to a draw in a rated game")
	case people != 0 && bots != 0:
		return notNow("kind", "a bot plays in this game, and bots decline draws")
	}
	return nil
}

// askUndo determines which seats must agree to an undo, or returns why an undo is
// impossible.
func (t *Table) askUndo(o *Offer, now *Now) error {
	b, err := t.latestChoice(o.By, now)
	if err != nil {
		return err
	}
	people, away, _ := t.others(o.By, now) // bots agree
	switch {
	case t.Rated && people == 0:
		return notNow("kind", "in a rated game another player must agree, and there is none")
	case t.Rated:
		o.Asked = people | away
	case !b.needsNoConsent():
		o.Asked = people
	}
	return nil
}

// others returns the other seats that are still in the game, in three groups: people, people
// for whom awayTooLong is true, and bots.
func (t *Table) others(seat state.Seat, now *Now) (people, away, bots state.Seats) {
	for left := t.Machine.Playing().Without(seat); left != 0; left &= left - 1 {
		other := left.First()
		switch {
		case t.Seats[other].Kind == protocol.SeatBot:
			bots = bots.With(other)
		case t.awayTooLong(other, now):
			away = away.With(other)
		default:
			people = people.With(other)
		}
	}
	return people, away, bots
}

// expireOffers removes the offers that expire when the game continues. An offer of an undo always
// expires. An offer with Closed set expires when the turn of the offer ends, and an open offer of a
// draw when the following turn ends. Every offer expires when its seat or a seat that must agree has
// left the game.
func (t *Table) expireOffers(c *Change) {
	if len(t.Offers) == 0 {
		return
	}
	before := len(t.Offered())
	t.Offers = slices.DeleteFunc(slices.Clone(t.Offers), func(o Offer) bool {
		last := o.Turn + 1 // the last turn in which the offer is open
		if o.Closed {
			last = o.Turn
		}
		return o.Kind == protocol.OfferUndo || t.Machine.Turn() > last || o.Asked.With(o.By)&^t.Machine.Playing() != 0
	})
	if len(t.Offers) == 0 {
		t.Offers = nil
	}
	c.Offers = len(t.Offered()) < before
}

// Offered lists the open offers.
func (t *Table) Offered() (list []protocol.Offered) {
	for _, o := range t.Offers {
		if !o.Closed {
			list = append(list, protocol.Offered{
				Kind: o.Kind, Seat: int(o.By), Accepted: Numbers(o.Accepted), Asked: Numbers(o.Asked &^ o.Accepted),
			})
		}
	}
	return list
}
