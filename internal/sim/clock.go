package sim

import (
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// An asked is a decision that is open, and since when.
type asked struct {
	decision uint32
	at       time.Time
	log      *log          // of the game that has opened it
	waited   time.Duration // how long that had waited for its log by then
	noted    int64         // since when by the log, in ms since 1970
}

// wait is how long the game has waited for the log to keep its records.
func (l *log) wait() time.Duration {
	if l.writing.IsZero() {
		return l.waited
	}
	return l.waited + time.Since(l.writing)
}

// ask notes which decisions by's latest request, of that time, has opened.
func (t *truth) ask(by *log, noted int64) {
	for seat := range t.asked {
		was := t.asked[seat]
		id := t.m.Decision(state.Seat(seat))
		if id == was.decision {
			continue
		}
		if t.banks != nil && was.decision != 0 {
			t.banks[seat].less += t.overtime(was, time.Now(), by)
		}
		t.asked[seat] = asked{id, time.Now(), by, by.wait(), noted}
	}
}

// thought is how long a seat has had for what it is asked, from when it was asked, or the
// game brought back, to at, and without what the log has taken.
func (t *truth) thought(since asked, at time.Time, by *log) time.Duration {
	if since.log != by {
		since = asked{at: by.begun}
	}
	return at.Sub(since.at) - (by.asked - since.waited)
}

// hear notes that somebody has come to a seat, or says something.
func (t *truth) hear(seat state.Seat) {
	if int(seat) < len(t.idle) {
		t.idle[seat] = 0
	}
}

// expires holds a default to the time that its seat was given for each decision at least. After
// three in a row the seat is let be; one more may come before the game takes note of what
// the seat has said.
func (t *truth) expires(r *game.Request, by *log) {
	if r.By == "" {
		t.expired[r.Seat] = 0
	}
	if r.By != "clock" {
		return
	}
	t.expired[r.Seat]++
	if t.idle[r.Seat]++; t.idle[r.Seat] > 4 {
		t.w.fail("defaults are played for seat %d, which is absent", r.Seat)
	}
	thought := t.thought(t.asked[r.Seat], time.UnixMilli(r.At), by)
	if given := time.Duration(t.w.header.Clock.PerDecision) * time.Millisecond; thought < given-2*time.Millisecond {
		t.w.fail("seat %d has had %v for a decision that it is given %v for", r.Seat, thought, given)
	}
}

// stands holds what a bot plays for a person to persons who stay away, or for whom the
// others have called it.
func (t *truth) stands(r *game.Request) {
	if r.By != "bot" || t.called.Has(r.Seat) {
		return
	}
	if k := t.w.header.Clock; k == nil || k.Absent != protocol.AbsentBot || t.expired[r.Seat] < 3 {
		t.w.fail("a bot plays for seat %d, whose person is not away", r.Seat)
	}
}
