package table

import (
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// A Sit record tells that a seat was taken. As an [Input], its Seat may be -1 for any
// open one.
type Sit struct {
	Seat int   `json:"seat"`
	Who  Seat  `json:"who"`
	At   int64 `json:"at_ms,omitempty"` // in ms since 1970
	// Nonce is what the player adds to the chance of the game: see [Mix].
	Nonce string `json:"nonce,omitempty"`
	// Deck is the player's own, "" for the one of the set-up.
	Deck string `json:"deck,omitempty"`
}

func (s *Sit) decide(t *Table, now Now) (*Record, error) {
	open := func(p Place) bool { return p.Kind == protocol.SeatOpen }
	sit := *s
	if sit.At = now.At; s.Seat < 0 {
		sit.Seat = slices.IndexFunc(t.Seats, open)
	}
	switch {
	case sit.Seat < 0 || sit.Seat >= len(t.Seats) || !open(t.Seats[sit.Seat]):
		return nil, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "there is no such open seat"}
	case t.Over():
		return nil, errGameOver
	case sit.Deck != "" && t.opening.fixed(sit.Seat):
		return nil, &protocol.Error{Code: protocol.BadField, Field: "deck", Text: "the table has chosen this seat's deck: join without one"}
	}
	next := t.opening.with(&sit)
	if sit.Deck != "" || t.open() == 1 && next.changed() {
		if _, err := next.deal(t.Machine.Fork()); err != nil {
			field := "nonce"
			if sit.Deck != "" {
				field = "deck"
			}
			return nil, &protocol.Error{Code: protocol.BadField, Field: field, Text: fmt.Sprintf("the game cannot be dealt with that: %v", err)}
		}
	}
	return &Record{T: "seat", Sit: &sit}, nil
}

func (s *Sit) apply(t *Table, c *Change) error {
	if s.Seat < 0 || s.Seat >= len(t.Seats) || t.Seats[s.Seat].Kind != protocol.SeatOpen {
		return fmt.Errorf("there is no open seat %d", s.Seat)
	}
	t.Seats[s.Seat].Seat = s.Who
	if t.opening = t.opening.with(s); t.open() > 0 {
		return nil
	}
	var err error
	if t.opening.changed() {
		if t.chance, err = t.opening.deal(t.Machine); err == nil {
			t.salt = t.chance.Next()
		}
	}
	t.Nonces = t.opening.nonces()
	t.opening, c.Dealt = nil, true
	for i := range t.Seats {
		t.Seats[i].Decision = 0 // it is asked from now on
	}
	return err
}

// open returns how many seats are open.
func (t *Table) open() (n int) {
	for i := range t.Seats {
		if t.Seats[i].Kind == protocol.SeatOpen {
			n++
		}
	}
	return n
}

// An opening is a game with open seats. It collects what players bring. The game that
// they play is dealt when the last seat is taken; nobody sees an earlier deal.
type opening struct {
	Key    Key
	Setup  state.Setup
	Begun  bool     // the game continues a position and is not dealt: see From
	Nonces []string // by seat
	Decks  bool     // a player brought one
}

func newOpening(h *Header) *opening {
	o := &opening{Key: h.Key, Setup: h.Setup, Begun: h.From != nil, Nonces: make([]string, len(h.Seats))}
	o.Setup.Decks = append(make([]string, 0, len(h.Seats)), h.Setup.Decks...)
	return o
}

// with returns the opening after a player sat down.
func (o *opening) with(s *Sit) *opening {
	c := *o
	c.Nonces = slices.Clone(o.Nonces)
	c.Nonces[s.Seat] = s.Nonce
	if s.Deck != "" {
		c.Decks = true
		c.Setup.Decks = slices.Clone(o.Setup.Decks)
		for len(c.Setup.Decks) <= s.Seat {
			c.Setup.Decks = append(c.Setup.Decks, "")
		}
		c.Setup.Decks[s.Seat] = s.Deck
	}
	return &c
}

// deal deals m again with what players brought, and returns the source of the game's
// chance. After an error m is of no use.
func (o *opening) deal(m state.Machine) (*Chance, error) {
	chance := NewChance(Mix(o.Key, o.Nonces))
	seed := chance.Next()
	if o.Begun {
		return chance, nil
	}
	setup := o.Setup
	setup.Seed = seed
	return chance, m.Redeal(setup)
}

// changed reports whether a player brought anything.
func (o *opening) changed() bool { return o.Decks || o.nonces() != nil }

// nonces returns the nonces by seat, nil if there are none.
func (o *opening) nonces() []string {
	if slices.ContainsFunc(o.Nonces, func(n string) bool { return n != "" }) {
		return o.Nonces
	}
	return nil
}

// fixed reports whether the deck of a seat is not its player's to choose.
func (o *opening) fixed(seat int) bool {
	return o.Begun || seat < len(o.Setup.Decks) && o.Setup.Decks[seat] != ""
}
