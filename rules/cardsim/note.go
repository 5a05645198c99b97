package cardsim

import (
	"fmt"
	"strings"

	"gamed/state"
)

// A NoteKind is the kind of a note, which is a message about the last choice. The kind is also the
// What of the note's event.
type NoteKind uint8

const (
	Chose  NoteKind = iota + 1 // the player's choice
	Told                       // a message
	Drew                       // a card came to the hand
	Gone                       // a card expired
	Began                      // a turn began
	Ran                        // a rule ran; in debug mode from level 2 on
	Warned                     // a warning
	Failed                     // an error that ended the game
	Over                       // the game ended
)

var noteKinds = [...]string{"", "choose", "tell", "draw", "gone", "turn", "rule", "warning", "failure", "end"}

func (k NoteKind) String() string { return noteKinds[k] }

// traceLevel is the lowest debug level at which a note names each rule that runs.
const traceLevel = 2

// A note tells the player one result of a choice. Its line is formatted only when it is shown,
// from text or, without a text, from the other fields.
type note struct {
	kind   NoteKind
	text   string
	title  string // of a card
	option string // the chosen option
	turn   int
	by     cause
}

func (n *note) String() string {
	switch {
	case n.kind == Warned:
		return n.by.withTitle().String() + ": " + strings.TrimSpace(n.text)
	case n.text != "":
		return strings.TrimSpace(n.text)
	case n.kind == Chose:
		return choiceLine(n.title, n.option)
	case n.kind == Gone:
		return n.title + " expired"
	case n.kind == Began:
		return fmt.Sprintf("turn %d", n.turn)
	case n.kind == Ran:
		return fmt.Sprintf("step %d: %s", n.by.step, n.by.name)
	case n.title != "":
		return n.title
	}
	return n.kind.String()
}

// isShownLast reports whether the note is shown after all others of the turn.
func (n *note) isShownLast() bool { return n.kind == Warned || n.kind == Failed }

// choiceLine joins a card's title and the choice.
func choiceLine(title, what string) string {
	return title + ": " + strings.TrimSpace(what)
}

// stackLines formats a stack to follow a message.
func stackLines(stack string) string {
	if stack == "" {
		return ""
	}
	return "\n" + strings.TrimSuffix(stack, "\n")
}

func (m *Machine[C]) Label(seat state.Seat, o state.Option) state.Label {
	at := m.seat(seat)
	switch {
	case o.Do == state.Resign:
		return state.Label{Do: "resign", Text: "resign"}
	case at == nil:
		return state.Label{Do: "pass", Text: passText}
	}
	return at.p.label(o)
}

func (p *Player[C]) label(o state.Option) state.Label {
	switch o.Do {
	case Pass:
		return state.Label{Do: "pass", Text: passText}
	case Act:
		return state.Label{Do: "act", Text: p.actionText(p.game.Actions, int(o.Card)-1)}
	case Choose, Dismiss:
		c, option := p.hand[o.Card-1].card, int(o.Target)-1
		if o.Do == Dismiss {
			option = len(c.Options)
		}
		title := p.title(c)
		l := state.Label{Do: "dismiss", Text: choiceLine(title, p.choiceText(c, option)), Card: c.Name, By: fmt.Sprintf("h%d", o.Card)}
		if o.Do == Choose {
			l.Do, l.Target = "choose", fmt.Sprintf("o%d", o.Target)
		}
		for _, before := range p.hand[:o.Card-1] {
			if p.title(before.card) == title {
				l.Text += fmt.Sprintf(" (card %d)", o.Card)
				break
			}
		}
		return l
	}
	return state.Label{Do: "debug", Text: strings.TrimSpace(p.debugText(o))}
}

// Tell describes an event to a seat. A single player's event is one note. At a table with several
// seats, an event is a whole request: the seat that made it and [state.Everything] read all notes,
// one on each line, and other seats read only that the player made a choice, finished or left.
func (m *Machine[C]) Tell(e state.Event, seat state.Seat) state.EventLabel {
	told := state.EventLabel{What: NoteKind(e.What).String(), Seat: int(e.Seat)}
	at, several := m.seat(e.Seat), len(m.seats) > 1
	switch {
	case at == nil:
	case several && seat != e.Seat && seat != state.Everything:
		told.Text = fmt.Sprintf("seat %d %s", e.Seat, at.publicText())
	case several:
		var lines []string
		for i := range at.p.notes {
			lines = append(lines, at.p.notes[i].String())
		}
		if told.Text = strings.Join(lines, "\n"); seat != e.Seat {
			told.Text = fmt.Sprintf("seat %d: %s", e.Seat, told.Text)
		}
	default:
		if i := int(e.Card) | int(e.Target)<<8; i < len(at.p.notes) {
			told.Text = at.p.notes[i].String()
		}
	}
	if told.Text == "" {
		told.Text = told.What
	}
	return told
}

// publicText returns the text about a player's last request that the other seats read.
func (at *seatState[C]) publicText() string {
	switch {
	case at.left:
		return "left the table"
	case at.isAsked():
		return "made a choice"
	}
	return "finished"
}
