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
	maxID   = 64      // the id of a game or a message, a seat's key, a claim, and a nonce
	maxName = 60      // a name, an author, a version, and the name of a stop
	maxText = 500     // a chat message, and the reason in a bye
	maxInfo = 4 << 10 // a bot's note
	maxDeck = 8 << 10 // the name or the text of a deck
)

// maxStops is the maximum number of stops in [Settings].
const maxStops = 64

// minClaim makes claims impossible to guess. 22 characters from a set of 64 hold 132 bits.
const minClaim = 22

// maxInteger is the upper end of the range in which JavaScript represents every integer exactly.
const maxInteger = 1<<53 - 1

func (m *Hello) check() error {
	if least, most, _ := Range(reflect.TypeOf(m.Protocol)); int64(m.Protocol) < least || int64(m.Protocol) > most {
		return fieldError("protocol", "%q must be a whole number from %d to %d", "protocol", least, most)
	}
	return firstError(checkText("name", m.Name, maxName), checkText("author", m.Author, maxName), checkText("version", m.Version, maxName))
}

func (m *Join) check() error {
	switch {
	case m.Key != "" && m.Claim != "":
		return fieldError("claim", "send a key to come back to a seat or a claim to take one, not both")
	case len(m.Deck) > maxDeck:
		return tooLong("deck", m.Deck, maxDeck)
	}
	var err error
	if m.After != nil && *m.After > maxInteger {
		err = fieldError("after", "the number of an event is a whole number from 0 to %d", int64(maxInteger))
	}
	if err == nil && m.Seat != nil {
		err = checkSeat(*m.Seat, 0)
	}
	return firstError(err, checkText("key", m.Key, maxID), checkIdentifier("claim", m.Claim, minClaim), checkIdentifier("nonce", m.Nonce, 1), checkText("game", m.Game, maxID))
}

func (m *Choose) check() error {
	if len(m.Info) > maxInfo {
		return tooLong("info", m.Info, maxInfo)
	}
	return checkOption("option", m.Option)
}

func (m *Pick) check() error {
	if len(m.Info) > maxInfo {
		return tooLong("info", m.Info, maxInfo)
	}
	for _, id := range m.Cards {
		if id < 0 || int64(id) > maxInteger {
			return fieldError("cards", "the id of a card is a whole number from 0 to %d", int64(maxInteger))
		}
	}
	return nil
}

func (m *Chat) check() error {
	if m.Text == "" {
		return fieldError("text", "the text is empty; write a message or send nothing")
	}
	return checkText("text", strings.ReplaceAll(m.Text, "\n", " "), maxText)
}

func (m *Exit) check() error {
	return firstError(checkSeat(m.Seat, 0), checkChoice("way", m.Way, ExitWin, ExitDraw, ExitBot))
}

func (m *Settings) check() error {
	if len(m.Stops) > maxStops {
		return fieldError("stops", "there are %d stops; at most %d are allowed", len(m.Stops), maxStops)
	}
	for _, name := range m.Stops {
		if err := checkText("stops", name, maxName); err != nil {
			return err
		}
	}
	return nil
}

func (m *Apply) check() error {
	return firstError(checkOption("option", m.Option), checkSeed("seed", m.Seed))
}
func (m *Watch) check() error   { return checkText("game", m.Game, maxID) }
func (m *Always) check() error  { return checkOption("option", m.Option) }
func (m *Fork) check() error    { return checkSeed("seed", m.Seed) }
func (m *Bye) check() error     { return checkText("reason", m.Reason, maxText) }
func (m *Offer) check() error   { return checkChoice("kind", m.Kind, OfferDraw, OfferUndo) }
func (m *Respond) check() error { return checkChoice("kind", m.Kind, OfferDraw, OfferUndo, Invitation) }
func (m *Mute) check() error    { return checkSeat(m.Seat, -1) }
func (*Resign) check() error    { return nil }
func (*Who) check() error       { return nil }
func (*Release) check() error   { return nil }
func (*Refresh) check() error   { return nil }
func (m *Ping) check() error    { return checkPingNumber(m.T) }
func (m *Pong) check() error    { return checkPingNumber(m.T) }

func (m *Rollouts) check() error {
	if n := len(m.Seeds); n < 1 || n > maxRollouts {
		return fieldError("seeds", "there are %d seeds; 1 to %d are allowed", n, maxRollouts)
	}
	if n := len(m.Paths); n > maxRollouts {
		return fieldError("paths", "there are %d paths; at most %d are allowed", n, maxRollouts)
	}
	for _, n := range m.Seeds {
		if err := checkSeed("seeds", n); err != nil {
			return err
		}
	}
	for _, path := range m.Paths {
		for _, id := range path {
			if err := checkOption("paths", id); err != nil {
				return err
			}
		}
	}
	return firstError(
		checkChoice("until", cmp.Or(m.Until, UntilNow), UntilNow, UntilTurn, UntilGame),
		checkChoice("play", cmp.Or(m.Play, PlayDefault), PlayDefault, PlayRandom))
}

// maxRollouts is the maximum number of seeds, and of paths, in a Rollouts.
const maxRollouts = 1024

// firstError returns the first error that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkChoice checks a field that accepts only certain words.
func checkChoice(field, value string, words ...string) error {
	if !slices.Contains(words, value) {
		return fieldError(field, "%q must be one of: %s", field, strings.Join(words, ", "))
	}
	return nil
}

// checkSeat checks the number of a seat. least is 0, or -1 if the field also accepts spectators.
func checkSeat(number, least int) error {
	if number < least || number >= state.MaxSeats {
		return fieldError("seat", "%q must be a number from %d to %d", "seat", least, state.MaxSeats-1)
	}
	return nil
}

// checkOption checks that an id is not negative, and that JavaScript represents it exactly.
func checkOption(field string, id int) error {
	if id < 0 || int64(id) > maxInteger {
		return fieldError(field, "%q: an option's id is a whole number from 0 to %d", field, int64(maxInteger))
	}
	return nil
}

// checkPingNumber checks the number that a ping carries and a pong returns.
func checkPingNumber(t int64) error {
	if t < -maxInteger || t > maxInteger {
		return fieldError("t", "%q must be a whole number from %d to %d", "t", int64(-maxInteger), int64(maxInteger))
	}
	return nil
}

// checkSeed checks a seed of the forward model.
func checkSeed(field string, n uint64) error {
	if n > maxInteger {
		return fieldError(field, "%q: a seed is a whole number from 0 to %d", field, uint64(maxInteger))
	}
	return nil
}

// checkIdentifier checks an optional string that a client has chosen: the id of a message, a claim or a nonce.
// least is the minimum length.
func checkIdentifier(field, s string, least int) error {
	if s == "" {
		return nil
	}
	if len(s) < least || len(s) > maxID {
		return fieldError(field, "%q must have %d to %d characters; this one has %d", field, least, maxID, len(s))
	}
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return fieldError(field, "%q may have only the letters A-Z and a-z, digits, - and _", field)
		}
	}
	return nil
}

// checkText checks that a string has at most limit bytes, and that the server may show it in one
// line.
func checkText(field, s string, limit int) error {
	if len(s) > limit {
		return tooLong(field, s, limit)
	}
	if s != "" && Blank(s) {
		return fieldError(field, "%q has no visible character", field)
	}
	if why := TextProblem(s); why != "" {
		return fieldError(field, "%q %s", field, why)
	}
	return nil
}

func tooLong(field, s string, most int) error {
	return fieldError(field, "%q has %d bytes; at most %d are allowed", field, len(s), most)
}

func fieldError(field, format string, args ...any) error {
	return &Error{Code: BadField, Field: field, Text: fmt.Sprintf(format, args...)}
}
