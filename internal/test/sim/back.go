package sim

import (
	"bytes"
	"slices"

	"gamed/table"
)

// checkRecovered compares a recovered table with the log, unless the log has grown in the meantime.
func (t *oracle) checkRecovered(g *table.Table, records int) {
	if t.m == nil || records != len(t.lines) {
		return
	}
	seats, asked, expired, banks := true, true, true, true
	for i, p := range g.Seats {
		seats = seats && p.Seat == t.seats[i]
		expired = expired && p.Expired == t.timeouts[i]
		banks = banks && (t.banks == nil || p.Bank == t.banks[i].left)
		asked = asked && (t.over || t.decisions[i].decision == 0 || p.Asked == t.decisions[i].loggedStart)
	}
	for _, one := range []struct {
		what string
		same bool
	}{
		{"the position", bytes.Equal(g.Machine.AppendState(nil), t.m.AppendState(nil))},
		{"the number of records", g.Records == records},
		{"the number of events", g.Events == uint64(len(t.viewers[0].events))},
		{"the seating", seats},
		{"the banks", banks},
		{"the number of time-outs", expired},
		{"the seats of stand-in bots", g.StandInsCalled == t.standIns},
		{"the reason of the end", g.Reason == t.reason},
		{"the end record", g.Closed() == t.ended},
		{"the time of the last record", g.LastAt == t.lastTime},
		{"the times of the open decisions", asked},
	} {
		if !one.same {
			t.w.fail("after a restart, %s differs from the log", one.what)
		}
	}
}

// foldEvery is the number of records between two comparisons of a live table with its log.
const foldEvery = 8

// checkFold compares the table of a running game, byte for byte, with the fold of the records that
// produced it. checkFold makes this comparison after every foldEvery records and when the game is
// over.
func (t *oracle) checkFold(live *table.Table) {
	if live.Records%foldEvery != 0 && !live.Over() || live.Records > len(t.lines) {
		return
	}
	r, err := table.Restore(slices.Clip(t.lines[:live.Records]), table.SameRules(t.w.rules))
	if err != nil {
		t.w.fail("the log of a running game does not replay: %w", err)
		return
	}
	if !bytes.Equal(r.Table.AppendState(nil), live.AppendState(nil)) {
		t.w.fail("after %d records the live table is not the fold of its log", live.Records)
	}
}
