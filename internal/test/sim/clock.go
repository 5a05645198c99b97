package sim

import (
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An openDecision is an open decision with its start time.
type openDecision struct {
	decision    uint32
	at          time.Time
	log         *log          // log of the game that opened it
	waited      time.Duration // time that the game had waited for its log by then
	loggedStart int64         // start time in the log, in ms since 1970
}

// totalWait returns the time that the game has waited for its log.
func (l *log) totalWait() time.Duration {
	if l.writing.IsZero() {
		return l.waited
	}
	return l.waited + time.Since(l.writing)
}

// noteDecisions records the decisions opened by the latest request.
func (t *oracle) noteDecisions(by *log, noted int64) {
	for seat := range t.decisions {
		was := t.decisions[seat]
		id := t.m.Decision(state.Seat(seat))
		if id == was.decision {
			continue
		}
		if t.banks != nil && was.decision != 0 {
			t.banks[seat].unlogged += t.overtime(was, time.Now(), by)
		}
		t.decisions[seat] = openDecision{id, time.Now(), by, by.totalWait(), noted}
	}
}

// thinkingTime returns the time that a seat has used for its decision. It counts from the start of
// the decision or from the game's recovery, and excludes log latency.
func (t *oracle) thinkingTime(since openDecision, at time.Time, by *log) time.Duration {
	if since.log != by {
		since = openDecision{at: by.begun}
	}
	return at.Sub(since.at) - (by.waitedBefore - since.waited)
}

// noteAlive records that the player of a seat has connected or sent a message.
func (t *oracle) noteAlive(seat state.Seat) {
	if int(seat) < len(t.silentTimeouts) {
		t.silentTimeouts[seat] = 0
	}
}

// noteLeft records when the connection of a seat broke, or the zero time for a new connection.
func (t *oracle) noteLeft(seat state.Seat, at time.Time) {
	if int(seat) < len(t.disconnected) {
		t.disconnected[seat] = at
	}
}

// checkTimeout checks that the clock chose the default option no earlier than allowed. After three
// expiries in a row a seat counts as absent. One more expiry may occur before the game detects the
// seat's return.
func (t *oracle) checkTimeout(r *table.Request, by *log) {
	if r.By == "" {
		t.timeouts[r.Seat] = 0
	}
	if r.By != "clock" {
		return
	}
	t.timeouts[r.Seat]++
	if t.silentTimeouts[r.Seat]++; t.silentTimeouts[r.Seat] > 4 {
		t.w.fail("the clock plays for seat %d, which is absent", r.Seat)
	}
	thought := t.thinkingTime(t.decisions[r.Seat], time.UnixMilli(r.At), by)
	if given := time.Duration(t.w.header.Clock.PerDecision) * time.Millisecond; thought < given-2*time.Millisecond {
		t.w.fail("seat %d had %v instead of %v for a decision", r.Seat, thought, given)
	}
}

// checkStandIn checks that a bot plays only for an absent person, or after the other players
// requested it.
func (t *oracle) checkStandIn(r *table.Request) {
	if r.By != "bot" || t.standIns.Has(r.Seat) {
		return
	}
	if k := t.w.header.Clock; k == nil || k.Absent != protocol.AbsentBot || t.timeouts[r.Seat] < 3 {
		t.w.fail("a bot plays for seat %d, whose person is present", r.Seat)
	}
}
