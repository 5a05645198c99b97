package sim

import (
	"bytes"
	"slices"

	"gamed/game"
)

// back compares a recovered game with the log, unless the log has grown since.
func (t *truth) back(c *game.Config, records int) {
	if t.m == nil || records != len(t.lines) {
		return
	}
	var banks []int64
	for _, b := range t.banks {
		banks = append(banks, b.left)
	}
	for _, one := range []struct {
		what string
		same bool
	}{
		{"the position", bytes.Equal(c.Machine.AppendState(nil), t.m.AppendState(nil))},
		{"the number of records", c.Records == uint64(records)},
		{"the number of events", c.Events == uint64(len(t.viewers[0].events))},
		{"the seating", slices.Equal(c.Seats, t.seats)},
		{"the banks", slices.Equal(c.Banks, banks)},
		{"the number of time-outs", slices.Equal(c.Expired, t.expired)},
		{"the seats of stand-in bots", c.Called == t.called},
		{"the reason of the end", c.Reason == t.reason},
		{"the end record", c.Ended == t.ended},
		{"the time of the last record", c.Last == t.last},
		{"the times of the open decisions", slices.EqualFunc(c.Asked, t.asked, func(at int64, a asked) bool { return a.decision == 0 || at == a.noted })},
	} {
		if !one.same {
			t.w.fail("after a restart, %s differs from the log", one.what)
		}
	}
}
