package game

import (
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

const (
	// maxExpiries is the number of expiries in a row that make a seat absent.
	maxExpiries = 3
	// outageGrace is how long all clocks stop after the log has refused a record, so that players
	// can resend their answers. The clocks run again earlier if the log accepts a record.
	outageGrace = 30 * time.Second
	// storeRetry is the wait before the game again appends a record that no client requested.
	storeRetry = time.Second
)

// A clock times the seats of one game. Several seats may have open decisions at once, and then the
// time of each of these seats runs.
type clock struct {
	*protocol.Clock
	table []table.SeatState // has the bank and the expiries of each seat
	seats []timing
	// freeUntil is the end of the time that is charged to no seat. It is in the future only after
	// the log has refused a record.
	freeUntil time.Time
	credited  time.Time // the end of the latest standstill that was credited to the seats
}

// A timing is the time of one seat, as far as the log does not contain it. An open decision first uses
// up the time per decision, and then the bank.
type timing struct {
	since    time.Time     // when the open decision began
	decision uint32        // the decision that began at since, 0 for none
	used     time.Duration // the part of the bank that was used since the table's latest bank of the seat
	pardoned int           // expiries in a row before the player's latest return
	auto     bool          // the open decision is not timed, because it gets an automatic answer
}

func newClock(t *table.Table) *clock {
	if t.Clock == nil {
		return nil
	}
	return &clock{Clock: t.Clock, table: t.Seats, seats: make([]timing, len(t.Seats)), credited: time.Now()}
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// absent reports whether the clock has answered for the seat maxExpiries times in a row. The seat's
// time is then stopped.
func (k *clock) absent(seat state.Seat) bool { return k.expiries(seat) >= maxExpiries }

// expiries returns the number of expiries in a row since the player's latest return.
func (k *clock) expiries(seat state.Seat) int { return k.table[seat].Expired - k.seats[seat].pardoned }

// timed reports whether the seat has an open decision that the clock ends. A bot is never timed: it
// has its own budget and may wait for people.
func (k *clock) timed(seat state.Seat) bool {
	return k.seats[seat].decision != 0 && k.table[seat].Kind != protocol.SeatBot && !k.absent(seat)
}

// runs reports whether the seat is using up its time.
func (k *clock) runs(seat state.Seat) bool { return k.timed(seat) && !k.seats[seat].auto }

// bank returns the bank that the seat had when its open decision began.
func (k *clock) bank(seat state.Seat) time.Duration {
	return milliseconds(k.table[seat].Bank) - k.seats[seat].used
}

// remainingBank returns the bank that the seat will have if its open decision ends now.
func (k *clock) remainingBank(seat state.Seat, now time.Time) time.Duration {
	if !k.runs(seat) {
		return k.bank(seat)
	}
	over := laterOf(now, k.freeUntil).Sub(k.seats[seat].since) - milliseconds(k.PerDecision)
	return max(k.bank(seat)-max(over, 0), 0)
}

// deadline returns the time at which the clock answers a seat's open decision.
func (k *clock) deadline(seat state.Seat) time.Time {
	return k.seats[seat].since.Add(milliseconds(k.PerDecision) + k.bank(seat))
}

// stop stops the seat's time after a record has set its bank.
func (k *clock) stop(seat state.Seat) {
	t := &k.seats[seat]
	t.used, t.decision = 0, 0
	t.pardoned = min(t.pardoned, k.table[seat].Expired) // the player may have answered
}

// credit gives all seats back the time that passed in a slow append or in a standstill of the
// process. The parameter begun is the start of this time. If failed is set, the log has refused the
// record, and credit also stops the clocks for outageGrace.
func (k *clock) credit(begun, now time.Time, failed bool) {
	until := now
	if failed {
		until = now.Add(outageGrace)
	}
	// An earlier credit has already given back the time before freeUntil. If the earlier credit was
	// too high, shift is negative.
	shift := until.Sub(laterOf(begun, k.freeUntil))
	for i := range k.seats {
		k.seats[i].since = k.seats[i].since.Add(shift)
	}
	k.freeUntil = until
}

func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// startOpen starts the time of each seat with an open decision and stops all other times. The decisions
// of the seats in the set auto get automatic answers and use no time. startOpen returns the earliest
// time at which a seat's time runs out, or the zero time if no seat's time runs.
func (k *clock) startOpen(m state.Machine, auto state.Seats, now time.Time) (first time.Time) {
	for seat := range state.Seat(len(k.seats)) {
		t := &k.seats[seat]
		if id := m.Decision(seat); id != t.decision || auto.Has(seat) != t.auto {
			t.used += k.bank(seat) - k.remainingBank(seat, now)
			t.decision, t.since, t.auto = id, laterOf(now, k.freeUntil), auto.Has(seat)
		}
		if ends := k.deadline(seat); k.runs(seat) && (first.IsZero() || ends.Before(first)) {
			first = ends
		}
	}
	return first
}

// resume handles the return of a seat's player. If the seat's time had stopped, resume restarts it and
// returns true.
func (k *clock) resume(seat state.Seat, now time.Time) bool {
	t := &k.seats[seat]
	stopped := k.absent(seat)
	if stopped {
		t.since = laterOf(now, k.freeUntil)
	}
	t.pardoned = k.table[seat].Expired
	return stopped
}

// setTimes sets the present time and the times of the clock in an update for a seat. Delayed
// spectators see the times of their own table.
func (a *actor) setTimes(u *protocol.Update, t *table.Table, seat state.Seat, now time.Time) {
	if t.Clock == nil {
		return
	}
	u.Now, u.Ends = now.UnixMilli(), make([]int64, len(t.Seats))
	if t != a.Table {
		for i := range t.Seats {
			p := &t.Seats[i]
			u.Ends[i] = -1
			if p.Decision != 0 && p.Kind != protocol.SeatBot && p.Expired < maxExpiries {
				u.Ends[i] = max(p.Asked+t.Clock.PerDecision+p.Bank+t.Delay()-u.Now, 0)
			}
		}
		return
	}
	for i := range u.Left {
		u.Left[i], u.Ends[i] = a.clock.remainingBank(state.Seat(i), now).Milliseconds(), a.timeLeft(state.Seat(i), now)
	}
	if u.Decision != nil && u.Ends[seat] >= 0 && !a.clock.seats[seat].auto {
		left := u.Ends[seat]
		u.Decision.Ends = &left
	}
}

// timeLeft returns the milliseconds until the clock answers for a seat, or -1 while no time of the
// seat runs. If a seat gets an automatic answer, its time does not run. timeLeft hides this and
// returns the time as if it ran.
func (a *actor) timeLeft(seat state.Seat, now time.Time) int64 {
	if !a.clock.timed(seat) || a.overSent {
		return -1
	}
	return max(a.clock.deadline(seat).Sub(now).Milliseconds(), 0)
}

// updateClock starts and stops the times of the seats after a change of the game, and sets the
// alarm.
func (a *actor) updateClock() {
	if a.clock != nil && !a.overSent && a.Table.Fault == "" && !a.closed && a.Table.Started() {
		at := time.Now()
		auto, _ := a.dueAnswers(at)
		a.wakeAt(a.clock.startOpen(a.Table.Machine, auto, at))
	}
}

// expire handles the alarm: it sends delayed spectators the messages that are due, and
// answers for each seat whose time has run out.
func (a *actor) expire() {
	a.showDue()
	a.wakeTime = time.Time{} // updateClock and followUp set the next time
	defer a.setAlarm()
	if a.overSent || a.Table.Fault != "" || a.clock == nil {
		return
	}
	for seat := range state.Seat(len(a.seats)) {
		open := a.clock.seats[seat].decision == a.Table.Machine.Decision(seat)
		if open && a.clock.runs(seat) && !time.Now().Before(a.clock.deadline(seat)) {
			a.playDefault(seat)
		}
	}
	a.updateClock()
}

// playDefault answers for a seat with the default option. If this expiry makes the seat absent, the Absent
// option of the table's clock decides: the seat resigns instead, or a bot stands in, or the game waits.
func (a *actor) playDefault(seat state.Seat) {
	k, t := a.clock, &a.clock.seats[seat]
	last := k.expiries(seat)+1 >= maxExpiries
	var in table.Input = &table.Choice{Seat: seat, Decision: t.decision, By: table.ByClock}
	if last && k.Absent == protocol.AbsentForfeit {
		in = &table.Resignation{Seat: seat, By: table.ByClock}
	}
	if _, err := a.handle(in, nil); err != nil {
		t.since = time.Now().Add(-milliseconds(k.PerDecision) - k.bank(seat) + storeRetry)
		return
	}
	if last && !a.overSent {
		a.timesChanged = true
		a.tellTable(nil)
	}
	if last && k.Absent == protocol.AbsentBot {
		a.Substitute(a.g, seat)
	}
}

// wakeAt sets the time at which the game wakes next. The zero time means never.
func (a *actor) wakeAt(at time.Time) {
	a.wakeTime = at
	a.setAlarm()
}

// wakeBy makes the game wake at the given time at the latest.
func (a *actor) wakeBy(at time.Time) {
	if a.wakeTime.IsZero() || at.Before(a.wakeTime) {
		a.wakeAt(at)
	}
}
