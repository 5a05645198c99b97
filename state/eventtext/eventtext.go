// Package eventtext describes the events of a ruleset in sentences.
package eventtext

import (
	"strconv"

	"gamed/state"
)

// A Sentence is a row of a ruleset's event table. It formats events of one kind as text.
type Sentence struct {
	What string // see [state.EventLabel.What]
	// Text has a placeholder such as %s for each part that depends on the event. Tell omits a
	// part in brackets if one of its placeholders expands to "".
	Text  string
	Flags Flag
}

// A Flag is a property that all events of one kind share.
type Flag uint8

// Open marks a kind of event that names only cards that every seat could already see.
const Open Flag = 1

// A Table is an event table, indexed by [state.EventKind].
type Table []Sentence

// Add adds a kind of event and returns its number. Numbers start at 1, because 0 means no event.
func (t *Table) Add(what, text string, flags Flag) state.EventKind {
	if *t == nil {
		*t = make(Table, 1)
	}
	*t = append(*t, Sentence{what, text, flags})
	return state.EventKind(len(*t) - 1)
}

// Open reports whether events of this kind have the flag Open and so reveal no card. It can serve
// as [state.Ruleset.Open].
func (t Table) Open(what state.EventKind) bool { return t[what].Flags&Open != 0 }

// Tell describes e. The placeholders %s, %c and %n expand to the seat, the card's name and the
// amount. For any other placeholder, expand receives the letter after the % and returns the text.
// If that text contains the event's amount, expand also returns the number.
func (t Table) Tell(e state.Event, card string, expand func(letter byte) (text string, amount int)) state.EventLabel {
	row := &t[e.What]
	told := state.EventLabel{What: row.What, Seat: int(e.Seat), Card: card}
	var buffer [96]byte
	b, bracket, empty := buffer[:0], 0, false
	for i := 0; i < len(row.Text); i++ {
		switch c := row.Text[i]; c {
		case '[':
			bracket, empty = len(b), false
		case ']':
			if empty {
				b = b[:bracket]
			}
		case '%':
			i++
			text, amount := "", 0
			switch letter := row.Text[i]; {
			case letter == 's':
				text = e.Seat.Name()
			case letter == 'c' && card == "":
				text = "a card"
			case letter == 'c':
				text = card
			case letter == 'n':
				text, amount = strconv.Itoa(int(e.Amount)), int(e.Amount)
			default:
				text, amount = expand(letter)
			}
			if amount != 0 {
				told.Amount = amount
			}
			empty = empty || text == ""
			b = append(b, text...)
		default:
			b = append(b, c)
		}
	}
	told.Text = string(b)
	return told
}

// numberWords holds the words for one to ten.
var numberWords = [...]string{1: "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// NumberInWords returns n as a word if it is from one to ten, and in digits otherwise.
func NumberInWords(n int) string {
	if 1 <= n && n < len(numberWords) {
		return numberWords[n]
	}
	return strconv.Itoa(n)
}
