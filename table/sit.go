package table

import (
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// A Sit record states that a player took a seat. A Sit is also an [Input]. In an input, Seat
// may be -1 for any open seat.
type Sit struct {
	Seat int   `json:"seat"`
	Who  Seat  `json:"who"`
	At   int64 `json:"at_ms,omitempty"` // in ms since 1970
	// Nonce is the player's contribution to the randomness of the game: see [Mix].
	Nonce string `json:"nonce,omitempty"`
	// Deck is the player's own deck, or "" for the deck of the setup.
	Deck string `json:"deck,omitempty"`
}

var sitKind = kind{
	hasField: func(r *Record) bool { return r.Sit != nil },
	at:       func(r *Record) int64 { return r.Sit.At },
	apply:    func(t *Table, r *Record, c *Change, _ PositionBefore) error { return r.Sit.apply(t, c) },
	summarize: func(s *Summary, r *Record) {
		if sit := r.Sit; sit.Seat >= 0 && sit.Seat < len(s.Seats) {
			s.Seats[sit.Seat] = sit.Who
			s.Decks = withText(s.Decks, sit.Seat, 0, sit.Deck)
		}
	},
}

func (s *Sit) decide(t *Table, now Now) (*Record, error) {
	open := func(p SeatState) bool { return p.Kind == protocol.SeatOpen }
	sit := *s
	if sit.At = now.At; s.Seat < 0 {
		sit.Seat = slices.IndexFunc(t.Seats, open)
	}
	switch {
	case sit.Seat < 0 || sit.Seat >= len(t.Seats) || !open(t.Seats[sit.Seat]):
		return nil, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "there is no such open seat"}
	case t.Over():
		return nil, errGameOver
	case sit.Deck != "" && t.opening.hasDeck(sit.Seat):
		return nil, &protocol.Error{Code: protocol.BadField, Field: "deck", Text: "the table has chosen this seat's deck: join without one"}
	}
	next := t.openingAfter(&sit)
	if sit.Deck != "" || t.OpenSeats() == 1 && next.Changed {
		if _, _, err := t.deal(next, t.Machine.Fork()); err != nil {
			field := "nonce"
			if sit.Deck != "" {
				field = "deck"
			}
			return nil, &protocol.Error{Code: protocol.BadField, Field: field, Text: fmt.Sprintf("the game cannot be dealt with this %s: %v", field, err)}
		}
	}
	return &Record{Kind: "seat", Sit: &sit}, nil
}

func (s *Sit) apply(t *Table, c *Change) error {
	if s.Seat < 0 || s.Seat >= len(t.Seats) || t.Seats[s.Seat].Kind != protocol.SeatOpen {
		return fmt.Errorf("there is no open seat %d", s.Seat)
	}
	t.Seats[s.Seat].Seat = s.Who
	if t.opening = t.openingAfter(s); t.OpenSeats() > 0 {
		return nil
	}
	var err error
	if t.opening.Changed {
		if t.Setup, t.chance, err = t.deal(t.opening, t.Machine); err == nil {
			t.salt = t.chance.Next()
		}
	}
	t.Nonces = t.opening.Nonces
	t.opening, c.Dealt = nil, true
	for i := range t.Seats {
		t.Seats[i].Decision = 0 // so that noteAsked counts the wait from the start of the game
	}
	return err
}

// OpenSeats returns the number of open seats.
func (t *Table) OpenSeats() (n int) {
	for i := range t.Seats {
		if t.Seats[i].Kind == protocol.SeatOpen {
			n++
		}
	}
	return n
}

// An opening is a game with open seats. It collects the nonces and decks of the players. If a
// player has sent a nonce or a deck, the game is dealt again when the last seat is taken. No player
// sees an earlier deal.
type opening struct {
	Setup     state.Setup
	Continues bool     // the game continues from a position and is not dealt: see [Header.From]
	Nonces    []string // by seat; nil if there are none
	Changed   bool     // a player sent a nonce or a deck
}

// openingAfter returns the opening after s, by which a player takes a seat.
func (t *Table) openingAfter(s *Sit) *opening {
	o := *t.opening
	o.Changed = o.Changed || s.Nonce != "" || s.Deck != ""
	o.Nonces = withText(o.Nonces, s.Seat, len(t.Seats), s.Nonce)
	o.Setup.Decks = withText(o.Setup.Decks, s.Seat, s.Seat+1, s.Deck)
	return &o
}

// withText returns a copy of the list with the text at index i. The copy has at least n elements. If
// the text is empty, withText returns the list itself.
func withText(list []string, i, n int, text string) []string {
	if text == "" {
		return list
	}
	longer := make([]string, max(n, len(list)))
	copy(longer, list)
	longer[i] = text
	return longer
}

// deal deals the game m again with the nonces and decks of an opening, unless the game continues
// another game. It returns the setup of the deal and the game's random source. After an error, m is
// unusable.
func (t *Table) deal(o *opening, m state.Machine) (setup state.Setup, chance *Chance, err error) {
	setup, chance = o.Setup, NewChance(Mix(t.Key, o.Nonces))
	setup.Seed = state.Seed(chance.Next())
	if !o.Continues {
		err = m.Redeal(setup)
	}
	return setup, chance, err
}

// hasDeck reports whether the header fixes the deck of a seat, so that the player cannot choose
// one.
func (o *opening) hasDeck(seat int) bool {
	return o.Continues || seat < len(o.Setup.Decks) && o.Setup.Decks[seat] != ""
}
