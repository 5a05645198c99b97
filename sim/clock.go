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
}

// wait is how long the game has waited for the log to keep its records.
func (l *log) wait() time.Duration {
	if l.writing.IsZero() {
		return l.waited
	}
	return l.waited + time.Since(l.writing)
}

// ask notes which decisions by's latest request has opened.
func (t *truth) ask(by *log) {
	for seat := range t.asked {
		if id := t.m.Decision(state.Seat(seat)); id != t.asked[seat].decision {
			t.asked[seat] = asked{id, time.Now(), by, by.wait()}
		}
	}
}

// expires holds a default to the time that its seat was given for each decision at
// least, from when it was asked, or the game brought back, and without what the log
// has taken.
func (t *truth) expires(r *game.Request, by *log) {
	if r.By != "clock" || t.seats[r.Seat].Kind == protocol.SeatBot {
		return
	}
	since := t.asked[r.Seat]
	if since.log != by {
		since = asked{at: by.begun}
	}
	thought := time.UnixMilli(r.At).Sub(since.at) - (by.asked - since.waited)
	if given := time.Duration(t.w.header.Clock.PerDecision) * time.Millisecond; thought < given-2*time.Millisecond {
		t.w.fail("seat %d has had %v for a decision that it is given %v for", r.Seat, thought, given)
	}
}
