package sim

import (
	"bytes"
	"slices"

	"gamed/game"
)

// back holds what a restart has found in so many records to what they say, unless there are
// more of them by now.
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
		{"who sits where", slices.Equal(c.Seats, t.seats)},
		{"what is left to the seats", slices.Equal(c.Banks, banks)},
		{"how often they have let it run out", slices.Equal(c.Expired, t.expired)},
		{"for whom a bot was called", c.Called == t.called},
		{"why it has ended", c.Reason == t.reason},
		{"whether that is kept", c.Ended == t.ended},
		{"when something has happened last", c.Last == t.last},
		{"since when the seats are asked", slices.EqualFunc(c.Asked, t.asked, func(at int64, a asked) bool { return a.decision == 0 || at == a.noted })},
	} {
		if !one.same {
			t.w.fail("after a restart %s is not what the log says", one.what)
		}
	}
}
