package cardsim

import (
	"fmt"
	"strings"

	"gamed/state"
)

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
		c, option := p.hand[o.Card-1].card, int(o.On)-1
		if o.Do == Dismiss {
			option = len(c.Options)
		}
		title := p.title(c)
		l := state.Label{Do: "dismiss", Text: pair(title, Message(p.choiceText(c, option))), Card: c.Name, By: fmt.Sprintf("h%d", o.Card)}
		if o.Do == Choose {
			l.Do, l.On = "choose", fmt.Sprintf("o%d", o.On)
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

// Tell puts a note of the last request of its seat into words.
func (m *Machine[C]) Tell(e state.Event, seat state.Seat) state.Told {
	told := state.Told{What: NoteKind(e.What).String(), Seat: int(e.Seat)}
	if at := m.seat(e.Seat); at != nil {
		if i := int(e.Card) | int(e.On)<<8; i < len(at.p.notes) {
			told.Text = at.p.notes[i].String()
		}
	}
	if told.Text == "" {
		told.Text = told.What
	}
	if len(m.places) > 1 && seat != e.Seat {
		told.Text = fmt.Sprintf("seat %d: %s", e.Seat, told.Text)
	}
	return told
}
