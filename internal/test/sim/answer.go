package sim

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An answeredDecision identifies a decision that the log answers.
type answeredDecision struct {
	seat     state.Seat
	decision uint32
}

// checkAnswer checks that the log answers the decision only once. It also checks that a person made the
// choice, that an automatic answer follows the settings, and that an exit came late enough.
func (t *oracle) checkAnswer(r *table.Request, q state.Request, by *log) {
	if q.Option.Do == state.Resign {
		if r.By == "exit" {
			t.checkExit(r.Seat, by)
		}
		return
	}
	one := answeredDecision{r.Seat, r.Decision}
	if t.answered[one] != nil {
		t.w.fail("the log answers decision %d of seat %d twice", r.Decision, r.Seat)
	}
	t.answered[one] = by
	if r.By == "auto" {
		t.checkAutomatic(r, q)
	}
	if r.By != "" || t.seats[r.Seat].Kind == protocol.SeatBot {
		return
	}
	for _, c := range t.w.clients {
		if c.seat != r.Seat {
			continue
		}
		chosen, is := c.chosen[r.Decision]
		if !is || !t.matches(r, chosen) {
			t.w.fail("seat %d did not make the choice kept for decision %d", r.Seat, r.Decision)
		}
	}
}

// matches reports whether a stored request takes the option or the cards that a person chose. The
// last of these cards may be missing from the request, because the rules themselves take the cards
// for which there is no alternative.
func (t *oracle) matches(r *table.Request, chosen drawnChoice) bool {
	taken := r.Options()
	if chosen.cards == nil {
		return len(taken) == 1 && t.m.Options(r.Seat, nil)[chosen.option] == taken[0]
	}
	var want, got []state.Card
	p := t.m.Selection(r.Seat)
	for _, at := range chosen.cards {
		want = append(want, p.Cards[at].Card)
	}
	for _, o := range taken {
		if o.Do == state.Take {
			got = append(got, o.Card)
		}
	}
	if !p.Ordered {
		slices.Sort(want)
	}
	return len(got) <= len(want) && slices.Equal(want[:len(got)], got)
}
