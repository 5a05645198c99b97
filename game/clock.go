package game

import (
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

const (
	// patience is the number of expiries in a row that make a seat absent.
	patience = 3
	// forgiven is how long all clocks stand still after the log refused a record, unless it
	// accepts one earlier. It gives players the time to send their answer again.
	forgiven = 30 * time.Second
	// storeRetry is the wait before the game appends a record again that followed without
	// an input.
	storeRetry = time.Second
)

// A clock times the seats of one game. Decisions may be open to several seats at once;
// each then runs its own time.
type clock struct {
	*protocol.Clock
	seats []timing
	// free is the end of the time that counts for no seat. It is in the future only after
	// the log refused a record.
	free   time.Time
	thawed time.Time // standstills of the process before it are accounted for
}

// A timing is one seat's time. While a decision is open to the seat, first the time per
// decision runs down and then the bank.
type timing struct {
	bank     time.Duration
	since    time.Time // when the open decision began
	decision uint32    // the open decision, 0 for none
	expired  int       // expiries in a row
	bot      bool      // never timed: it has a budget of its own, and waits for people
}

func newClock(t *table.Table) *clock {
	if t.Clock == nil {
		return nil
	}
	k := &clock{Clock: t.Clock, seats: make([]timing, len(t.Seats)), thawed: time.Now()}
	for i := range k.seats {
		p := &t.Seats[i]
		k.seats[i] = timing{bank: milliseconds(p.Bank), bot: p.Kind == protocol.SeatBot, expired: p.Expired}
	}
	return k
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// absent reports whether the seat's player has let the clock answer too often. Then its
// time stands still.
func (t *timing) absent() bool { return t.expired >= patience }

// runs reports whether the seat's time runs down.
func (t *timing) runs() bool { return t.decision != 0 && !t.absent() && !t.bot }

// left returns the seat's bank if its open decision ended now.
func (k *clock) left(seat state.Seat, now time.Time) time.Duration {
	t := &k.seats[seat]
	if !t.runs() {
		return t.bank
	}
	over := later(now, k.free).Sub(t.since) - milliseconds(k.PerDecision)
	return max(t.bank-max(over, 0), 0)
}

// ends returns when the clock answers a seat's open decision.
func (k *clock) ends(seat state.Seat) time.Time {
	t := &k.seats[seat]
	return t.since.Add(milliseconds(k.PerDecision) + t.bank)
}

// stop ends a seat's thinking, and sets its bank.
func (k *clock) stop(seat state.Seat, bank time.Duration) {
	t := &k.seats[seat]
	t.bank, t.decision = bank, 0
}

// pause charges the time from begun to now to no clock, because of a slow log or a process
// that stood still. failed says that the log refused the record.
func (k *clock) pause(begun, now time.Time, failed bool) {
	until := now
	if failed {
		until = now.Add(forgiven)
	}
	// The time before free is given back already, perhaps too much of it.
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

// follow starts the time of each seat that is asked now and stops the others. It returns
// when the first runs out, the zero time for never.
func (k *clock) follow(m state.Machine, now time.Time) (first time.Time) {
	for seat := range state.Seat(len(k.seats)) {
		t := &k.seats[seat]
		if id := m.Decision(seat); id != t.decision {
			k.stop(seat, k.left(seat, now))
			t.decision, t.since = id, later(now, k.free)
		}
		if ends := k.ends(seat); t.runs() && (first.IsZero() || ends.Before(first)) {
			first = ends
		}
	}
	return first
}

// back gives a seat its time again, because its player has returned.
func (k *clock) back(seat state.Seat, now time.Time) {
	t := &k.seats[seat]
	if t.absent() {
		t.since = later(now, k.free)
	}
	t.expired = 0
}

// followClock starts and stops the seats' times after the game has changed.
func (a *actor) followClock() {
	if a.clock != nil && !a.told && a.Table.Fault == "" && !a.closed && a.Table.Started() {
		a.wakeAt(a.clock.follow(a.Table.Machine, time.Now()))
	}
}

// expire handles the alarm: it shows delayed spectators what is due, and answers for every
// seat whose time has run out.
func (a *actor) expire() {
	a.advance()
	a.wakes = time.Time{} // unless something sets it again
	defer a.setAlarm()
	if a.told || a.Table.Fault != "" || a.clock == nil {
		return
	}
	for seat := range state.Seat(len(a.seats)) {
		t := &a.clock.seats[seat]
		if t.runs() && t.decision == a.Table.Machine.Decision(seat) && !time.Now().Before(a.clock.ends(seat)) {
			a.playDefault(seat, t)
		}
	}
	a.followClock()
}

// playDefault answers for a seat with the default option. When the seat becomes absent, the
// rule of the table applies.
func (a *actor) playDefault(seat state.Seat, t *timing) {
	last := t.expired+1 >= patience
	var in table.Input = &table.Choice{Seat: seat, Decision: t.decision, By: table.ByClock}
	if last && a.clock.Absent == protocol.AbsentForfeit {
		in = &table.Resignation{Seat: seat, By: table.ByClock}
	}
	if _, err := a.handle(in, nil); err != nil {
		t.since = time.Now().Add(-milliseconds(a.clock.PerDecision) - t.bank + storeRetry)
		return
	}
	t.expired++
	if last && a.clock.Absent == protocol.AbsentBot {
		a.Substitute(a.g, seat)
	}
}

// wakeAt sets the time of the next look at the clocks, zero for never.
func (a *actor) wakeAt(at time.Time) {
	a.wakes = at
	a.setAlarm()
}

// wakeBy sets the time of the next look at the clocks unless it is earlier already.
func (a *actor) wakeBy(at time.Time) {
	if a.wakes.IsZero() || at.Before(a.wakes) {
		a.wakeAt(at)
	}
}
