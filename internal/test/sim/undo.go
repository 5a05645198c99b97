package sim

import (
	"fmt"
	"maps"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A storedRequest is a request in the log, with the position before the request.
type storedRequest struct {
	r      *table.Request
	q      state.Request
	before state.Machine
}

// undo applies an undo record: the oracle returns to the position before the request that the seat
// takes back.
func (t *oracle) undo(u *table.Undo, by *log) {
	back, is := t.valid[u.To]
	if !is || t.over || t.latestChoice(u.Seat) != u.To {
		t.w.fail("seat %d cannot take back record %d", u.Seat, u.To)
		return
	}
	t.m.Undo(back.before)
	maps.DeleteFunc(t.valid, func(n int, m storedRequest) bool {
		if n >= u.To && m.q.Option.Do == state.Resign {
			t.w.fail("seat %d takes back a resignation", u.Seat)
		}
		return n >= u.To
	})
	t.count(u.At)
	t.checkUndoBanks(u)
	for i := range t.viewers {
		v := &t.viewers[i]
		n := uint64(len(v.events)) + 1
		v.events = append(v.events, protocol.Event{N: n, What: "undo", Text: fmt.Sprintf("seat %d takes back its last choice", u.Seat), Seat: int(u.Seat)})
	}
	t.noteDecisions(by, u.At)
	t.dropExpired()
	t.noteUpdates()
}

// latestChoice returns the record number of a seat's latest valid choice.
func (t *oracle) latestChoice(seat state.Seat) (last int) {
	for n, m := range t.valid {
		if m.q.Seat == seat && m.r.By == "" && m.q.Option.Do != state.Resign {
			last = max(last, n)
		}
	}
	return last
}
