package sim

import (
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// An answer is a decision that was answered.
type answer struct {
	seat     state.Seat
	decision uint32
}

// answers holds a choice to what its person has chosen, and to once.
func (t *truth) answers(r *game.Request, q state.Request, by *log) {
	if q.Option.Do == state.Resign {
		if r.By == "exit" {
			t.exits(r.Seat, by)
		}
		return
	}
	one := answer{r.Seat, r.Decision}
	if t.answered[one] != nil {
		t.w.fail("decision %d of seat %d is answered twice", r.Decision, r.Seat)
	}
	t.answered[one] = by
	if r.By == "auto" {
		t.automatic(q)
	}
	if r.By != "" || t.seats[r.Seat].Kind == protocol.SeatBot {
		return
	}
	for _, c := range t.w.clients {
		if c.seat != r.Seat {
			continue
		}
		option, is := c.chosen[r.Decision]
		if options := t.m.Options(r.Seat, nil); !is || options[option] != q.Option {
			t.w.fail("seat %d has not chosen what is kept for decision %d", r.Seat, r.Decision)
		}
	}
}
