package game

import (
	"time"

	"gamed/state"
)

// answered ends a seat's thinking with an answer of its own.
func (a *actor) answered(seat state.Seat, now time.Time) {
	p := &a.seats[seat]
	p.expired, p.absent = 0, false
	if a.c.Header.Clock != nil {
		p.charge(now, a.c.Header.Clock.PerDecision)
		p.bank += a.c.Header.Clock.Increment
	}
}

// charge takes from the bank what a decision took beyond its own time, and
// leaves the seat with no decision.
func (p *place) charge(now time.Time, perDecision int64) {
	if p.decision == 0 {
		return
	}
	if over := now.Sub(p.since).Milliseconds() - perDecision; over > 0 {
		p.bank = max(p.bank-over, 0)
	}
	p.decision = 0
}

// clock starts and stops the seats' clocks after a step, and sets the alarm to
// the first that would run out.
func (a *actor) clock(now time.Time) {
	clock := a.c.Header.Clock
	if clock == nil {
		return
	}
	var first time.Time
	for i := range a.seats {
		p := &a.seats[i]
		id := a.m.Decision(state.Seat(i))
		if id != p.decision {
			p.charge(now, clock.PerDecision)
			p.decision, p.since = id, now
		}
		if id == 0 {
			continue
		}
		if ends := p.ends(clock.PerDecision); first.IsZero() || ends.Before(first) {
			first = ends
		}
	}
	a.c.Timers.set(&a.alarm, first)
}

// ends is when the default is played for the open decision.
func (p *place) ends(perDecision int64) time.Time {
	if p.absent {
		return p.since
	}
	return p.since.Add(time.Duration(perDecision+p.bank) * time.Millisecond)
}

// An expiry is a clock that has run out.
type expiry struct{}

func (expiry) handle(a *actor) {
	if a.fault != "" || a.c.Header.Clock == nil {
		return
	}
	for seat := range state.Seat(len(a.seats)) {
		p := &a.seats[seat]
		if p.decision == 0 || p.decision != a.m.Decision(seat) || time.Now().Before(p.ends(a.c.Header.Clock.PerDecision)) {
			continue
		}
		a.expire(seat)
	}
	if over, _ := a.m.Result(); !over {
		a.clock(time.Now())
	}
}

// expire plays the default for seat; a seat that lets that happen too often in
// a row is absent, and the table's policy decides.
func (a *actor) expire(seat state.Seat) {
	p := &a.seats[seat]
	p.charge(time.Now(), a.c.Header.Clock.PerDecision)
	q := state.Request{Seat: seat, Decision: a.m.Decision(seat)}
	if p.expired++; p.expired == patience {
		switch a.c.Header.Clock.Absent {
		case "forfeit":
			q.Option = state.Option{Do: state.Resign}
			a.submit(q, "clock", nil)
			return
		case "bot":
			p.absent = true
			if a.c.Substitute != nil {
				a.c.Substitute(a.g, seat)
				p.absent = false
			}
		}
	}
	a.opts = a.m.Options(seat, a.opts[:0])
	q.Option = a.opts[0]
	if !a.submit(q, "clock", nil) {
		p.decision, p.since = q.Decision, time.Now() // could not be stored: it has its time again
	}
}
