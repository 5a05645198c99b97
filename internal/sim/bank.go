package sim

import (
	"time"

	"gamed/game"
)

// A bank is what a seat has left, in milliseconds.
type bank struct {
	left int64 // by the log
	less int64 // what it has paid at most for decisions that others have closed, which is not in the log
}

// pays holds what is left to a seat to what it had, with what its own answer earns and
// without what it has thought for longer than it is given.
func (t *truth) pays(r *game.Request, by *log) {
	k := t.w.header.Clock
	if k == nil || r.Bank == nil {
		if k != nil || r.Bank != nil {
			t.w.fail("seat %d has a clock, and the game none, or the other way round", r.Seat)
		}
		return
	}
	b, earned := &t.banks[r.Seat], int64(0)
	if r.By == "" {
		earned = k.Increment
	}
	least := max(b.left-b.less-t.overtime(t.asked[r.Seat], time.UnixMilli(r.At), by), 0) + earned
	if left := *r.Bank; left > b.left+earned || left < least-2 {
		t.w.fail("seat %d has %d ms left, who had %d and can have %d at least", r.Seat, left, b.left, least)
	}
	*b = bank{left: *r.Bank}
	t.asked[r.Seat].decision = 0 // it has paid for that
}

// overtime is for how many milliseconds a seat has thought that its bank pays for.
func (t *truth) overtime(since asked, at time.Time, by *log) int64 {
	return max(t.thought(since, at, by).Milliseconds()+1-t.w.header.Clock.PerDecision, 0)
}

// repays holds what is left to the seats after an undo to no more than they had, the one
// who takes its choice back without what that has earned.
func (t *truth) repays(u *game.Undo) {
	if len(u.Banks) != len(t.banks) {
		t.w.fail("an undo is kept with %d banks for %d", len(u.Banks), len(t.banks))
		return
	}
	for i, left := range u.Banks {
		most := t.banks[i].left
		if i == int(u.Seat) {
			most = max(most-t.w.header.Clock.Increment, 0)
		}
		if left > most {
			t.w.fail("an undo leaves seat %d %d ms, who can have %d at most", i, left, most)
		}
		t.banks[i] = bank{left: left}
	}
}
