package protocol

import (
	"slices"
	"strings"

	"gamed/state"
)

func (m *Offer) set(f field) error {
	switch f.name {
	case "kind":
		return f.among(&m.Kind, OfferDraw, OfferUndo)
	}
	return f.unknown("offer")
}

func (m *Respond) set(f field) error {
	switch f.name {
	case "kind":
		return f.among(&m.Kind, OfferDraw, OfferUndo)
	case "accept":
		return f.truth(&m.Accept)
	}
	return f.unknown("respond")
}

func (m *Exit) set(f field) error {
	switch f.name {
	case "seat":
		return f.seat(&m.Seat, 0)
	case "way":
		return f.among(&m.Way, ExitWin, ExitDraw, ExitBot)
	}
	return f.unknown("exit")
}

func (m *Mute) set(f field) error {
	switch f.name {
	case "seat":
		return f.seat(&m.Seat, -1)
	case "on":
		return f.truth(&m.On)
	}
	return f.unknown("mute")
}

func (m *Who) set(f field) error {
	return f.unknown("who")
}

// among stores a string that is one of a few.
func (f field) among(dst *string, words ...string) error {
	if err := f.into(dst); err != nil {
		return err
	}
	if !slices.Contains(words, *dst) {
		return bad(f.name, "%q is one of: %s", f.name, strings.Join(words, ", "))
	}
	return nil
}

// seat stores the number of a seat, from least on.
func (f field) seat(dst *int, least int) error {
	if err := signed(f, dst); err != nil {
		return err
	}
	if *dst < least || *dst >= state.MaxSeats {
		return bad(f.name, "%q is a number from %d to %d", f.name, least, state.MaxSeats-1)
	}
	return nil
}
