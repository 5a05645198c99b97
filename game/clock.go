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
	// forgiven is how long all clocks stop after the log refuses a record, unless it accepts
	// one earlier. Players can resend their answers in that time.
	forgiven = 30 * time.Second
	// storeRetry is the wait before the game retries to append a record that no input
	// caused.
	storeRetry = time.Second
)

// A clock times the seats of one game. Several seats may have open decisions at once. Each
// then uses its own time.
type clock struct {
	*protocol.Clock
	seats []timing
	// free is the end of the time that is charged to no seat. It is in the future only after
	// the log has refused a record.
	free   time.Time
	thawed time.Time // earlier standstills of the process are accounted for
}

// A timing is one seat's time. An open decision uses up the time per decision first, and
// then the bank.
type timing struct {
	bank     time.Duration
	since    time.Time // when the open decision began
	decision uint32    // the open decision, 0 for none
	expired  int       // expiries in a row
	bot      bool      // never timed: a bot has its own budget and waits for people
	auto     bool      // not timed: the settings answer the open decision
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

// absent reports whether the clock has answered for the seat too often in a row. The seat's
// time is then stopped.
func (t *timing) absent() bool { return t.expired >= patience }

// runs reports whether the seat's time runs down.
func (t *timing) runs() bool { return t.decision != 0 && !t.absent() && !t.bot && !t.auto }

// left returns the bank that the seat would have if its open decision ended now.
func (k *clock) left(seat state.Seat, now time.Time) time.Duration {
	t := &k.seats[seat]
	if !t.runs() {
		return t.bank
	}
	over := later(now, k.free).Sub(t.since) - milliseconds(k.PerDecision)
	return max(t.bank-max(over, 0), 0)
}

// ends returns the time at which the clock answers a seat's open decision.
func (k *clock) ends(seat state.Seat) time.Time {
	t := &k.seats[seat]
	return t.since.Add(milliseconds(k.PerDecision) + t.bank)
}

// stop ends a seat's thinking time and sets its bank.
func (k *clock) stop(seat state.Seat, bank time.Duration) {
	t := &k.seats[seat]
	t.bank, t.decision = bank, 0
}

// pause charges the time from begun to now to no clock. It handles slow appends and
// standstills of the process. failed reports whether the log refused the record.
func (k *clock) pause(begun, now time.Time, failed bool) {
	until := now
	if failed {
		until = now.Add(forgiven)
	}
	// The time before free has already been given back, perhaps too much of it.
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

// follow starts the time of each seat with an open decision and stops the others. Decisions
// of the auto seats are answered for them and use no time. It returns when the first seat's
// time runs out, or the zero time for never.
func (k *clock) follow(m state.Machine, auto state.Seats, now time.Time) (first time.Time) {
	for seat := range state.Seat(len(k.seats)) {
		t := &k.seats[seat]
		if id := m.Decision(seat); id != t.decision || auto.Has(seat) != t.auto {
			k.stop(seat, k.left(seat, now))
			t.decision, t.since, t.auto = id, later(now, k.free), auto.Has(seat)
		}
		if ends := k.ends(seat); t.runs() && (first.IsZero() || ends.Before(first)) {
			first = ends
		}
	}
	return first
}

// back restarts the time of a seat whose player has returned.
func (k *clock) back(seat state.Seat, now time.Time) {
	t := &k.seats[seat]
	if t.absent() {
		t.since = later(now, k.free)
	}
	t.expired = 0
}

// followClock updates the seats' times after a change of the game.
func (a *actor) followClock() {
	if a.clock != nil && !a.told && a.Table.Fault == "" && !a.closed && a.Table.Started() {
		auto, _ := a.automatic()
		a.wakeAt(a.clock.follow(a.Table.Machine, auto, time.Now()))
	}
}

// expire handles the alarm: it sends delayed spectators the messages that are due, and
// answers for each seat whose time has run out.
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
// table's rule for absent seats applies.
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

// wakeAt sets the time of the next clock check, or zero for never.
func (a *actor) wakeAt(at time.Time) {
	a.wakes = at
	a.setAlarm()
}

// wakeBy moves the next clock check to the given time, unless it is already earlier.
func (a *actor) wakeBy(at time.Time) {
	if a.wakes.IsZero() || at.Before(a.wakes) {
		a.wakeAt(at)
	}
}
