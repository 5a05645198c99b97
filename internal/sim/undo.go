package sim

import (
	"fmt"
	"maps"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A made request is one that was kept, and the game as it stood before.
type made struct {
	r      *game.Request
	q      state.Request
	before state.Machine
}

// undo goes back to before a request that was kept.
func (t *truth) undo(u *game.Undo, by *log) {
	back, is := t.made[u.To]
	if !is || t.over || t.latest(u.Seat) != u.To {
		t.w.fail("seat %d takes back record %d, which cannot be", u.Seat, u.To)
		return
	}
	t.m.Undo(back.before)
	maps.DeleteFunc(t.made, func(n int, m made) bool {
		if n >= u.To && m.q.Option.Do == state.Resign {
			t.w.fail("seat %d takes back a resignation", u.Seat)
		}
		return n >= u.To
	})
	t.count(u.At)
	t.repays(u)
	for seat := range t.wanted {
		t.wanted[seat].stopped = true
	}
	for i := range t.viewers {
		v := &t.viewers[i]
		n := uint64(len(v.events)) + 1
		v.events = append(v.events, protocol.Event{N: n, What: "undo", Text: fmt.Sprintf("seat %d takes its last choice back", u.Seat), Seat: int(u.Seat)})
	}
	t.ask(by, u.At)
	t.lapse()
	t.remember()
}

// latest is the number of the latest choice of a seat that stands.
func (t *truth) latest(seat state.Seat) (last int) {
	for n, m := range t.made {
		if m.q.Seat == seat && m.r.By == "" && m.q.Option.Do != state.Resign {
			last = max(last, n)
		}
	}
	return last
}
