package game

import (
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// An opening is a game whose seats are not all taken. What those who come bring is kept
// until everybody is there, and only then the game is dealt that is played: before that
// nobody has been shown anything.
type opening struct {
	key    Key
	setup  state.Setup
	past   bool // it begins from a position and is not dealt: see From
	nonces []string
	decks  bool // somebody has brought one
}

func newOpening(h *Header) *opening {
	o := &opening{key: h.Key, setup: h.Setup, past: h.From != nil, nonces: make([]string, len(h.Seats))}
	o.setup.Decks = append(make([]string, 0, len(h.Seats)), h.Setup.Decks...)
	return o
}

// with returns the opening after somebody has come.
func (o *opening) with(s *Sit) *opening {
	c := *o
	c.nonces = slices.Clone(o.nonces)
	c.nonces[s.Seat] = s.Nonce
	if s.Deck != "" {
		c.decks = true
		c.setup.Decks = slices.Clone(o.setup.Decks)
		for len(c.setup.Decks) <= s.Seat {
			c.setup.Decks = append(c.setup.Decks, "")
		}
		c.setup.Decks[s.Seat] = s.Deck
	}
	return &c
}

// deal deals m again with what has been brought, and returns the source of the game's
// chance. An error says what cannot be dealt, and leaves m of no use.
func (o *opening) deal(m state.Machine) (*Chance, error) {
	chance := NewChance(Mix(o.key, o.nonces))
	seed := chance.Next()
	if o.past {
		return chance, nil
	}
	setup := o.setup
	setup.Seed = seed
	return chance, m.Redeal(setup)
}

// changed reports whether anybody has brought anything.
func (o *opening) changed() bool { return o.decks || o.brought() != nil }

// brought returns the nonces by seat, nil if nobody has brought one.
func (o *opening) brought() []string {
	if slices.ContainsFunc(o.nonces, func(n string) bool { return n != "" }) {
		return o.nonces
	}
	return nil
}

// settled reports whether the deck of a seat is not its player's to choose.
func (o *opening) settled(seat int) bool {
	return o.past || seat < len(o.setup.Decks) && o.setup.Decks[seat] != ""
}

// isOpen reports whether somebody is still to come.
func isOpen(seats []Seat) bool {
	return slices.ContainsFunc(seats, func(s Seat) bool { return s.Kind == protocol.SeatOpen })
}

// come returns the game as it will be once somebody has sat down, if that changes it:
// dealt again if all are there then. The error is a [*protocol.Error].
func (a *actor) come(s *Sit) (next *opening, m state.Machine, chance *Chance, err error) {
	if a.opening == nil {
		return nil, nil, nil, nil
	}
	if s.Deck != "" && a.opening.settled(s.Seat) {
		return nil, nil, nil, &protocol.Error{Code: protocol.BadField, Field: "deck", Text: "the deck of that seat was chosen with the table: join without one"}
	}
	next = a.opening.with(s)
	last := true
	for i := range a.seats {
		last = last && (i == s.Seat || a.seats[i].kind != protocol.SeatOpen)
	}
	if s.Deck == "" && !(last && next.changed()) {
		return next, nil, nil, nil
	}
	m = a.m.Fork()
	if chance, err = next.deal(m); err != nil {
		field := "nonce"
		if s.Deck != "" {
			field = "deck"
		}
		return nil, nil, nil, &protocol.Error{Code: protocol.BadField, Field: field, Text: fmt.Sprintf("the game cannot be dealt with that: %v", err)}
	}
	if !last {
		return next, nil, nil, nil
	}
	return next, m, chance, nil
}
