package sim

import (
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An answer identifies an answered decision.
type answer struct {
	seat     state.Seat
	decision uint32
}

// answers checks that the person made this choice, and that the log has it once.
func (t *truth) answers(r *table.Request, q state.Request, by *log) {
	if q.Option.Do == state.Resign {
		if r.By == "exit" {
			t.exits(r.Seat, by)
		}
		return
	}
	one := answer{r.Seat, r.Decision}
	if t.answered[one] != nil {
		t.w.fail("the log answers decision %d of seat %d twice", r.Decision, r.Seat)
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
			t.w.fail("seat %d did not make the choice kept for decision %d", r.Seat, r.Decision)
		}
	}
}
