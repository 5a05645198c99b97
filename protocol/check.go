package protocol

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gamed/state"
)

// Maximum lengths in bytes of a client's strings.
const (
	maxID   = 64 // a game's id and a seat's key
	maxName = 60
	maxText = 500 // a chat message, and the reason in a bye
	maxInfo = 4 << 10
	maxDeck = 8 << 10
)

// maxStops is the maximum number of stops in [Settings].
const maxStops = 64

// minClaim makes claims impossible to guess. 22 characters from a set of 64 hold 132 bits.
const minClaim = 22

// maxInteger is the upper end of the range in which JavaScript represents every integer exactly.
const maxInteger = 1<<53 - 1

func (m *Hello) check() error {
	if least, most, _ := Range(reflect.TypeOf(m.Protocol)); int64(m.Protocol) < least || int64(m.Protocol) > most {
		return bad("protocol", "%q must be a whole number from %d to %d", "protocol", least, most)
	}
	return either(text("name", m.Name, maxName), text("author", m.Author, maxName), text("version", m.Version, maxName))
}

func (m *Join) check() error {
	switch {
	case m.Key != "" && m.Claim != "":
		return bad("claim", "send a key to come back to a seat or a claim to take one, not both")
	case len(m.Deck) > maxDeck:
		return tooLong("deck", m.Deck, maxDeck)
	}
	var err error
	if m.After != nil && *m.After > maxInteger {
		err = bad("after", "the number of an event is a whole number from 0 to %d", int64(maxInteger))
	}
	if err == nil && m.Seat != nil {
		err = seat(*m.Seat, 0)
	}
	return either(err, text("key", m.Key, maxID), word("claim", m.Claim, minClaim), word("nonce", m.Nonce, 1), text("game", m.Game, maxID))
}

func (m *Choose) check() error {
	if len(m.Info) > maxInfo {
		return tooLong("info", m.Info, maxInfo)
	}
	return option("option", m.Option)
}

func (m *Pick) check() error {
	if len(m.Info) > maxInfo {
		return tooLong("info", m.Info, maxInfo)
	}
	for _, id := range m.Cards {
		if id < 0 || int64(id) > maxInteger {
			return bad("cards", "the id of a card is a whole number from 0 to %d", int64(maxInteger))
		}
	}
	return nil
}

func (m *Chat) check() error {
	if m.Text == "" {
		return bad("text", "the text is blank")
	}
	return text("text", strings.ReplaceAll(m.Text, "\n", " "), maxText)
}

func (m *Exit) check() error {
	return either(seat(m.Seat, 0), among("way", m.Way, ExitWin, ExitDraw, ExitBot))
}

func (m *Settings) check() error {
	if len(m.Stops) > maxStops {
		return bad("stops", "there are %d stops; at most %d are allowed", len(m.Stops), maxStops)
	}
	for _, name := range m.Stops {
		if err := text("stops", name, maxName); err != nil {
			return err
		}
	}
	return nil
}

func (m *Apply) check() error   { return either(option("option", m.Option), seed("seed", m.Seed)) }
func (m *Watch) check() error   { return text("game", m.Game, maxID) }
func (m *Always) check() error  { return option("option", m.Option) }
func (m *Fork) check() error    { return seed("seed", m.Seed) }
func (m *Bye) check() error     { return text("reason", m.Reason, maxText) }
func (m *Offer) check() error   { return among("kind", m.Kind, OfferDraw, OfferUndo) }
func (m *Respond) check() error { return among("kind", m.Kind, OfferDraw, OfferUndo, Invitation) }
func (m *Mute) check() error    { return seat(m.Seat, -1) }
func (*Resign) check() error    { return nil }
func (*Who) check() error       { return nil }
func (*Release) check() error   { return nil }
func (*Refresh) check() error   { return nil }
func (m *Ping) check() error    { return pinged(m.T) }
func (m *Pong) check() error    { return pinged(m.T) }

func (m *Rollouts) check() error {
	if n := len(m.Seeds); n < 1 || n > maxRollouts {
		return bad("seeds", "there are %d seeds; 1 to %d are allowed", n, maxRollouts)
	}
	if n := len(m.Paths); n > maxRollouts {
		return bad("paths", "there are %d paths; at most %d are allowed", n, maxRollouts)
	}
	for _, n := range m.Seeds {
		if err := seed("seeds", n); err != nil {
			return err
		}
	}
	for _, path := range m.Paths {
		for _, id := range path {
			if err := option("paths", id); err != nil {
				return err
			}
		}
	}
	return either(
		among("until", cmp.Or(m.Until, UntilNow), UntilNow, UntilTurn, UntilGame),
		among("play", cmp.Or(m.Play, PlayDefault), PlayDefault, PlayRandom))
}

// maxRollouts is the maximum number of seeds, and of paths, in a Rollouts.
const maxRollouts = 1024

// either returns the first error that is not nil.
func either(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func among(field, value string, words ...string) error {
	if !slices.Contains(words, value) {
		return bad(field, "%q must be one of: %s", field, strings.Join(words, ", "))
	}
	return nil
}

func seat(number, least int) error {
	if number < least || number >= state.MaxSeats {
		return bad("seat", "%q must be a number from %d to %d", "seat", least, state.MaxSeats-1)
	}
	return nil
}

func option(field string, id int) error {
	if id < 0 || int64(id) > maxInteger {
		return bad(field, "%q: an option's id is a whole number from 0 to %d", field, int64(maxInteger))
	}
	return nil
}

func pinged(t int64) error {
	if t < -maxInteger || t > maxInteger {
		return bad("t", "t is a whole number from %d to %d", int64(-maxInteger), int64(maxInteger))
	}
	return nil
}

func seed(field string, n uint64) error {
	if n > maxInteger {
		return bad(field, "%q: a seed is a whole number from 0 to %d", field, uint64(maxInteger))
	}
	return nil
}

// word checks an optional string that a client has generated at random.
func word(field, s string, least int) error {
	if s == "" {
		return nil
	}
	if len(s) < least || len(s) > maxID {
		return bad(field, "%q has %d to %d characters; this one has %d", field, least, maxID, len(s))
	}
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return bad(field, "%q consists of the letters A-Z and a-z, digits, - and _", field)
		}
	}
	return nil
}

// text checks a one-line string that other people may see.
func text(field, s string, most int) error {
	if len(s) > most {
		return tooLong(field, s, most)
	}
	if s != "" && Blank(s) {
		return bad(field, "%q has no visible character", field)
	}
	if why := Misprint(s); why != "" {
		return bad(field, "%q %s", field, why)
	}
	return nil
}

func tooLong(field, s string, most int) error {
	return bad(field, "%q has %d bytes; at most %d are allowed", field, len(s), most)
}

func bad(field, format string, args ...any) error {
	return &Error{Code: BadField, Field: field, Text: fmt.Sprintf(format, args...)}
}
