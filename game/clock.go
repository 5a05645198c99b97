package game

import (
	"time"

	"gamed/protocol"
	"gamed/state"
)

// patience is how many expiries in a row make a seat absent.
const patience = 3

// A clock times the seats of one game. Decisions may be open to several seats
// at once; each then runs its own time.
type clock struct {
	*protocol.Clock
	seats []timing
	// free is when time begins to count again for everybody. It is in the past,
	// unless the log has refused a record and has taken none since.
	free time.Time
}

// A timing is one seat's time. While a decision is open to it, first the time
// per decision runs down and then the bank.
type timing struct {
	bank     time.Duration
	since    time.Time // when the open decision was put
	decision uint32    // the open decision, 0 for none
	expired  int       // expiries in a row
	absent   bool      // nobody is waiting for its player: its time stands still
	bot      bool      // has a budget of its own, and waits for people: never timed
}

func newClock(c *Config) *clock {
	if c.Header.Clock == nil {
		return nil
	}
	k := &clock{Clock: c.Header.Clock, seats: make([]timing, len(c.Seats))}
	for i := range k.seats {
		k.seats[i].bank = milliseconds(k.Bank)
		k.seats[i].bot = c.Seats[i].Kind == protocol.SeatBot
		if c.Banks != nil {
			k.seats[i].bank = milliseconds(c.Banks[i])
		}
		if c.Expired != nil {
			k.seats[i].expired = c.Expired[i]
			k.seats[i].absent = c.Expired[i] >= patience
		}
	}
	return k
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// left is what seat's bank would hold if its open decision ended now.
func (k *clock) left(seat state.Seat, now time.Time) time.Duration {
	t := &k.seats[seat]
	if t.decision == 0 || t.absent || t.bot {
		return t.bank
	}
	over := later(now, k.free).Sub(t.since) - milliseconds(k.PerDecision)
	return max(t.bank-max(over, 0), 0)
}

// ends is when the default is played for seat's open decision.
func (k *clock) ends(seat state.Seat) time.Time {
	t := &k.seats[seat]
	return t.since.Add(milliseconds(k.PerDecision) + t.bank)
}

// stop ends seat's thinking. bank is what it has from now on.
func (k *clock) stop(seat state.Seat, bank time.Duration) {
	t := &k.seats[seat]
	t.bank, t.decision = bank, 0
}

// forgiven is how long time stands still for everybody after the log has refused a
// record, unless it takes one before: somebody who wants to answer tries again.
const forgiven = 30 * time.Second

// wrote gives all seats the time back that the log has taken for a record, from
// begun to now, and whatever else nobody could play in.
func (k *clock) wrote(begun, now time.Time, stored bool) {
	until := now
	if !stored {
		until = now.Add(forgiven)
	}
	// What lies before free has been given already, perhaps too much of it.
	back := until.Sub(later(begun, k.free))
	for i := range k.seats {
		k.seats[i].since = k.seats[i].since.Add(back)
	}
	k.free = until
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// follow looks at who is asked now, starts and stops the seats' times, and returns
// when the first would run out, the zero time for never.
func (k *clock) follow(m state.Machine, now time.Time) (first time.Time) {
	for seat := range state.Seat(len(k.seats)) {
		t := &k.seats[seat]
		if id := m.Decision(seat); id != t.decision {
			k.stop(seat, k.left(seat, now))
			t.decision, t.since = id, later(now, k.free)
		}
		if t.decision == 0 || t.absent || t.bot {
			continue
		}
		if ends := k.ends(seat); first.IsZero() || ends.Before(first) {
			first = ends
		}
	}
	return first
}

// back notes that seat's player is there: it has its time again.
func (k *clock) back(seat state.Seat, now time.Time) {
	t := &k.seats[seat]
	if t.absent {
		t.since = later(now, k.free)
	}
	t.expired, t.absent = 0, false
}

// followClock starts and stops the seats' times after a step.
func (a *actor) followClock(now time.Time) {
	if a.fault == "" && a.started() {
		a.noteAsked(now)
	}
	if a.clock != nil && a.fault == "" && !a.ended && !a.closed && a.started() {
		a.wakeAt(a.clock.follow(a.m, now))
	}
}

// expire does what is due: it lets spectators see more, and plays the default for every
// seat whose time has run out. In a game that is over it writes the end record that
// could not be written then.
func (a *actor) expire() {
	a.advance(time.Now())
	a.expires = time.Time{} // unless something sets it again
	defer a.setAlarm()
	if a.ended {
		a.finish()
		return
	}
	if a.fault != "" || a.clock == nil {
		return
	}
	for seat := range state.Seat(len(a.seats)) {
		t := &a.clock.seats[seat]
		open := t.decision != 0 && !t.absent && t.decision == a.m.Decision(seat)
		if open && !time.Now().Before(a.clock.ends(seat)) {
			a.playDefault(seat, t)
		}
	}
	if !a.ended {
		a.followClock(time.Now())
	}
}

// playDefault answers for a seat. One that lets that happen too often in a row
// is absent, and the table's policy decides.
func (a *actor) playDefault(seat state.Seat, t *timing) {
	q := state.Request{Seat: seat, Decision: t.decision}
	last := t.expired+1 >= patience
	if last && a.clock.Absent == protocol.AbsentForfeit {
		q = state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}
	} else {
		q.Option = a.m.Options(seat, nil)[0]
	}
	if !a.submit(q, byClock, nil) {
		t.since = time.Now().Add(-milliseconds(a.clock.PerDecision) - t.bank + storeRetry)
		return
	}
	if t.expired++; !last {
		return
	}
	t.absent = true
	if a.clock.Absent == protocol.AbsentBot {
		a.substitute(a.g, seat)
	}
}

// storeRetry is how long a default, or an end record, that could not be stored waits.
const storeRetry = time.Second
