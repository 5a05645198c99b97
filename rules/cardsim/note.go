package cardsim

import (
	"fmt"
	"strings"
)

// NoteKind is what a note is about: something that is shown once. It is also the
// What of the event that tells it.
type NoteKind uint8

const (
	Chose  NoteKind = iota + 1 // what the player chose
	Told                       // what came of it
	Drew                       // a card has come to the hand
	Gone                       // a card has left the hand by itself
	Began                      // a turn
	Ran                        // a rule: in debug mode from level 2 on
	Warned                     // a warning
	Failed                     // an error that ended the game
	Over                       // the ending
)

var noteKinds = [...]string{"", "choose", "tell", "draw", "gone", "turn", "rule", "warning", "failure", "end"}

func (k NoteKind) String() string { return noteKinds[k] }

// traceLevel is the debug level from which on the order of the rules is noted.
const traceLevel = 2

// A note is put into words when somebody looks. It has a text already, or is made
// of the other fields.
type note struct {
	kind  NoteKind
	text  Message
	title string  // of a card
	what  Message // the option of it that was chosen
	turn  int
	by    cause
}

func (n *note) String() string {
	switch {
	case n.text != "":
		return strings.TrimSpace(string(n.text))
	case n.kind == Chose:
		return pair(n.title, n.what)
	case n.kind == Gone:
		return n.title + " has settled itself"
	case n.kind == Began:
		return fmt.Sprintf("turn %d", n.turn)
	case n.kind == Ran:
		return fmt.Sprintf("step %d: %s", n.by.step, n.by.name)
	case n.title != "":
		return n.title
	}
	return n.kind.String()
}

// pair writes a card's title and what is done about it.
func pair(title string, what Message) string {
	return title + ": " + strings.TrimSpace(string(what))
}

// stackLines is a stack as it stands below a message.
func stackLines(stack string) Message {
	if stack == "" {
		return ""
	}
	return Message("\n" + strings.TrimSuffix(stack, "\n"))
}
