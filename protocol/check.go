package protocol

import (
	"fmt"
	"strings"
	"unicode"

	"gamed/state"
)

// How many bytes the texts of a client's message may have.
const (
	maxID   = 64 // the id of a game, the key of a seat
	maxName = 60
	maxText = 500 // what is said, and why somebody leaves
	maxInfo = 4 << 10
	maxDeck = 8 << 10
)

// check holds the values of a message to their ranges.
func check(m ClientMessage) error {
	switch m := m.(type) {
	case *Hello:
		for _, f := range []struct{ name, value string }{{"name", m.Name}, {"author", m.Author}, {"version", m.Version}} {
			if err := text(f.name, f.value, maxName, false); err != nil {
				return err
			}
		}
	case *Join:
		if m.Seat != nil && (*m.Seat < 0 || *m.Seat >= state.MaxSeats) {
			return bad("seat", "a seat is a number from 0 to %d", state.MaxSeats-1)
		}
		if err := text("key", m.Key, maxID, false); err != nil {
			return err
		}
		if m.Key != "" && m.Claim != "" {
			return bad("claim", "a key comes back to a seat and a claim takes one: send one of them")
		}
		if len(m.Deck) > maxDeck {
			return bad("deck", "a deck may have %d bytes, this one has %d", maxDeck, len(m.Deck))
		}
		return text("game", m.Game, maxID, false)
	case *Watch:
		return text("game", m.Game, maxID, false)
	case *Choose:
		if len(m.Info) > maxInfo {
			return bad("info", "%q may have %d bytes, this one has %d", "info", maxInfo, len(m.Info))
		}
		return option(m.Option)
	case *Always:
		return option(m.Option)
	case *Fork:
		return seed(m.Seed)
	case *Apply:
		if err := option(m.Option); err != nil {
			return err
		}
		return seed(m.Seed)
	case *Chat:
		if strings.TrimSpace(m.Text) == "" {
			return bad("text", "there is nothing in the text")
		}
		return text("text", m.Text, maxText, true)
	case *Bye:
		return text("reason", m.Reason, maxText, false)
	}
	return nil
}

func option(id int) error {
	if id < 0 {
		return bad("option", "an option's id is not negative")
	}
	return nil
}

// minClaim is so long that nobody finds a claim by trying: 22 letters out of 64 are
// 132 bits.
const minClaim = 22

// word holds what a client has made up to its form.
func word(name, s string, least int) error {
	if len(s) < least || len(s) > maxID {
		return bad(name, "a %s has %d to %d characters, this one has %d", name, least, maxID, len(s))
	}
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return bad(name, "a %s has the letters A-Z and a-z, digits, - and _ alone", name)
		}
	}
	return nil
}

// maxSeed is the highest whole number up to which JavaScript knows them all.
const maxSeed = 1<<53 - 1

func seed(n uint64) error {
	if n > maxSeed {
		return bad("seed", "a seed is a whole number from 0 to %d", uint64(maxSeed))
	}
	return nil
}

// text refuses what is too long, and characters that do something to whoever
// sees the text instead of being seen.
func text(field, s string, most int, lines bool) error {
	if len(s) > most {
		return bad(field, "%q may have %d bytes, this one has %d", field, most, len(s))
	}
	for _, c := range s {
		if Unseen(c) && !(lines && c == '\n') {
			return bad(field, "%q holds the control character %U", field, c)
		}
	}
	return nil
}

// Unseen reports whether c is not seen in a text but does something to it: a control
// character, or one that breaks the line, or turns the direction of all that is written
// behind it, also of what is not the client's: embeddings, overrides and isolates.
func Unseen(c rune) bool {
	return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069'
}

// bad is the error of a field.
func bad(field, format string, args ...any) error {
	return &Error{Code: BadField, Field: field, Text: fmt.Sprintf(format, args...)}
}
