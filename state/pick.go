package state

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Selection asks a seat to pick cards for the effect of a card. A seat answers it card by card
// with options, or all at once with [Playable.Select]. Unless the selection is Ordered, a seat that
// answers card by card must pick in ascending order. Select accepts the cards in any order.
type Selection struct {
	Min, Max int      // how many cards to pick
	Ordered  bool     // the order of the answer matters
	Cards    []Option // the option that takes each card; copies have equal options
	Does     string   // the effect on a picked card: "discard", "put on the deck"
	From     string   // the zone of the cards: "hand"
}

// ErrNoSelection is returned when a seat selects cards but has no pending selection.
var ErrNoSelection = errors.New("this decision does not ask for cards: choose an option")

// Selection returns the pending selection of cards for the seat. It returns nil if the seat has no
// such decision or has already picked some of the cards.
func (r *Ruleset[S]) Selection(s *S, seat Seat) *Selection {
	c := r.Core(s)
	if seat >= MaxSeats || !c.Awaiting.Has(seat) {
		return nil
	}
	f := c.Stack.Top()
	if f.Phase != r.Choice || f.X > 0 {
		return nil
	}
	words, from := r.Picks(f)
	if from == "" {
		return nil
	}
	op := &r.Code(f.Kind, f.Slot)[f.PC]
	p := &Selection{Ordered: op.Ordered}
	for can := r.Candidates(s, f, op); !can.Empty(); can = can.Rest() {
		for range r.picksLeft(s, f, op, can.First()) {
			p.Cards = append(p.Cards, Option{Do: Take, Card: can.First()})
		}
	}
	p.Min = min(r.Read(s, f, op.Min), len(p.Cards))
	p.Max = min(r.Read(s, f, op.Max), len(p.Cards))
	p.Does, p.From = strings.ReplaceAll(words, " %", ""), from
	return p
}

// Select returns the options that together take the cards at the given indices of the seat's
// [Selection]. The error describes an invalid answer.
func (r *Ruleset[S]) Select(s *S, seat Seat, places []int) ([]Option, error) {
	p := r.Selection(s, seat)
	if p == nil {
		return nil, ErrNoSelection
	}
	wanted, err := p.optionsAt(places)
	if err != nil {
		return nil, err
	}
	next := *s
	c := r.Core(&next)
	asked, depth := *c.Stack.Top(), c.Stack.Depth
	var answer []Option
	for {
		f := c.Stack.Top()
		o := Option{Do: Done}
		if int(f.X) < len(wanted) {
			o = wanted[f.X]
		}
		answer = append(answer, o)
		r.Apply(&next, seat, o, nil)
		// The rules pick the last cards without a question if the seat has no choice left.
		if c.Over || c.Stack.Depth != depth {
			return answer, nil
		}
		if f = c.Stack.Top(); !f.continues(&asked) || int(f.X) < len(answer) {
			return answer, nil
		}
	}
}

// continues reports whether f asks for the next card of the pick for which an earlier frame asked.
func (f *Frame) continues(asked *Frame) bool {
	return f.Phase == asked.Phase && f.Kind == asked.Kind && f.Slot == asked.Slot && f.PC == asked.PC && f.Actor == asked.Actor
}

// optionsAt returns the options that take the cards at the given indices, in picking order.
func (p *Selection) optionsAt(places []int) ([]Option, error) {
	if n := len(places); n < p.Min || n > p.Max {
		return nil, fmt.Errorf("%d cards: pick %s", n, p.bounds())
	}
	var wanted []Option
	for i, at := range places {
		switch {
		case at < 0 || at >= len(p.Cards):
			return nil, fmt.Errorf("there is no card %d: the cards are numbered from 0 to %d", at, len(p.Cards)-1)
		case slices.Contains(places[:i], at):
			return nil, fmt.Errorf("card %d is picked twice", at)
		}
		wanted = append(wanted, p.Cards[at])
	}
	if !p.Ordered {
		slices.SortFunc(wanted, func(a, b Option) int { return cmp.Compare(a.Card, b.Card) })
	}
	return wanted, nil
}

func (p *Selection) bounds() string {
	if p.Min == p.Max {
		return fmt.Sprint(p.Min)
	}
	return fmt.Sprintf("%d to %d", p.Min, p.Max)
}
