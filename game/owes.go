package game

import (
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// Who owes what, and since when. Only a person can hold a game up for long: where no
// clock plays for somebody who does not, the others get a way out after these times.
const (
	awayLong = 10 * time.Minute // the seat is asked, and nobody is connected for it
	owedLong = 24 * time.Hour   // somebody is, and does not answer
	// comeBack is how long people have to come back once the game has come back from its
	// log, before which nobody could.
	comeBack = 2 * time.Minute
)

// bounds returns how long a seat that is asked may be away, or take, before the others need
// not wait any longer. Where a clock has given up on it, that is what the clock gave for
// one decision, but a minute to a day: who plays by correspondence is not there all the time.
func (a *actor) bounds() (away, owed time.Duration) {
	if k := a.clock; k != nil {
		given := min(max(milliseconds(k.PerDecision+k.Bank), time.Minute), owedLong)
		return given, given
	}
	return awayLong, owedLong
}

// noteAsked notes since when each seat is asked what it is asked now.
func (a *actor) noteAsked(now time.Time) {
	for i := range a.seats {
		p := &a.seats[i]
		if id := a.m.Decision(state.Seat(i)); id != p.decision {
			p.decision, p.asked = id, now.UnixMilli()
		}
	}
}

// noteLeft notes since when nobody is connected for a person's seat.
func (p *place) noteLeft() {
	switch gone := !p.present(); {
	case p.kind != protocol.SeatPerson || !gone:
		p.left = 0
	case p.left == 0:
		p.left = time.Now().UnixMilli()
	}
}

// resume notes what the log knows of a seat: which decision is open, and since when. A
// person counts as away from then on, until it is back.
func (p *place) resume(decision uint32, asked int64) {
	if p.decision, p.asked = decision, asked; p.left != 0 && decision != 0 {
		p.left = asked
	}
}

// present reports whether a seat's own player is connected.
func (p *place) present() bool {
	return slices.ContainsFunc(p.agents, func(to audience) bool { return to.bot == nil || p.kind == protocol.SeatBot })
}

// owes adds to s since when its seat is asked and away.
func (a *actor) owes(s *protocol.Seat, now int64) {
	if a.ended || a.fault != "" || !a.started() {
		return
	}
	p := &a.seats[s.Seat]
	if p.decision != 0 {
		s.Asked = seconds(now - p.asked)
	}
	if p.left != 0 {
		s.Away = seconds(now - p.left)
	}
	if in, ok := a.exitIn(state.Seat(s.Seat), now); ok && (p.left != 0 || s.Asked >= time.Minute.Milliseconds()) {
		in = seconds(in + 999)
		s.Exit = &in
	}
}

// seconds leaves out what is less than a second: it would differ from run to run.
func seconds(ms int64) int64 { return max(ms, 0) / 1000 * 1000 }

// exitIn is in how many milliseconds the others may ask for an exit from a game that
// waits for seat; it reports false if the game does not, or goes on by itself.
func (a *actor) exitIn(seat state.Seat, now int64) (int64, bool) {
	p := &a.seats[seat]
	if p.kind != protocol.SeatPerson || p.decision == 0 || p.stoodInFor() {
		return 0, false
	}
	if k := a.clock; k != nil && !(k.Absent == protocol.AbsentWait && k.seats[seat].absent) {
		return 0, false
	}
	away, owed := a.bounds()
	end := p.asked + owed.Milliseconds()
	if p.left != 0 {
		end = min(end, max(p.left, p.asked)+away.Milliseconds())
	}
	return max(max(end, a.resumed+comeBack.Milliseconds())-now, 0), true
}

// gone reports whether a person is away who has no say any more: the others may leave the
// game for it, or a bot plays for it, for as long.
func (a *actor) gone(seat state.Seat, now int64) bool {
	p := &a.seats[seat]
	if p.left == 0 {
		return false
	}
	if p.stoodInFor() {
		away, _ := a.bounds()
		return now-p.left >= away.Milliseconds()
	}
	in, ok := a.exitIn(seat, now)
	return ok && in == 0
}

// stoodInFor reports whether a bot plays the seat of a person.
func (p *place) stoodInFor() bool {
	return p.kind == protocol.SeatPerson && slices.ContainsFunc(p.agents, func(to audience) bool { return to.bot != nil })
}
