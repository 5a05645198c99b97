package sim

import (
	"time"

	"gamed/table"
)

// A bank is the time left for a seat, in milliseconds.
type bank struct {
	left     int64 // as in the log
	unlogged int64 // upper bound on the time used for decisions that others closed, which the log omits
}

// checkBank checks a seat's bank after an answer: overtime is subtracted, and the player's own
// answer adds the increment.
func (t *oracle) checkBank(r *table.Request, by *log) {
	k := t.w.header.Clock
	if k == nil || r.Bank == nil {
		if k != nil || r.Bank != nil {
			t.w.fail("the clock of seat %d contradicts the game's settings", r.Seat)
		}
		return
	}
	b, earned := &t.banks[r.Seat], int64(0)
	if r.By == "" {
		earned = k.Increment
	}
	least := max(b.left-b.unlogged-t.overtime(t.decisions[r.Seat], time.UnixMilli(r.At), by), 0) + earned
	if left := *r.Bank; left > b.left+earned || left < least-2 {
		t.w.fail("seat %d has %d ms left, had %d and must have at least %d", r.Seat, left, b.left, least)
	}
	*b = bank{left: *r.Bank}
	t.decisions[r.Seat].decision = 0 // the time of this decision is charged
}

// overtime returns the number of milliseconds that are charged to a seat's bank.
func (t *oracle) overtime(since openDecision, at time.Time, by *log) int64 {
	return max(t.thinkingTime(since, at, by).Milliseconds()+1-t.w.header.Clock.PerDecision, 0)
}

// checkUndoBanks checks the banks after an undo. No seat may gain time, and the seat that takes
// back its choice loses the increment.
func (t *oracle) checkUndoBanks(u *table.Undo) {
	if len(u.Banks) != len(t.banks) {
		t.w.fail("the log has an undo with %d banks for %d seats", len(u.Banks), len(t.banks))
		return
	}
	for i, left := range u.Banks {
		most := t.banks[i].left
		if i == int(u.Seat) {
			most = max(most-t.w.header.Clock.Increment, 0)
		}
		if left > most {
			t.w.fail("an undo leaves seat %d %d ms; the limit is %d", i, left, most)
		}
		t.banks[i] = bank{left: left}
	}
}
