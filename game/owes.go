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
	awayLong = 10 * time.Minute // nobody is connected for the seat that is asked
	owedLong = 24 * time.Hour   // somebody is, and does not answer
)

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

// present reports whether a seat's own player is connected.
func (p *place) present() bool {
	return slices.ContainsFunc(p.agents, func(to audience) bool { return !to.world || p.kind == protocol.SeatBot })
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
	if p.kind != protocol.SeatPerson || p.decision == 0 || slices.ContainsFunc(p.agents, func(to audience) bool { return to.world }) {
		return 0, false
	}
	if k := a.clock; k != nil && !(k.Absent == protocol.AbsentWait && k.seats[seat].absent) {
		return 0, false
	}
	in := owedLong.Milliseconds() - (now - p.asked)
	if p.left != 0 {
		in = min(in, awayLong.Milliseconds()-(now-p.left))
	}
	return max(in, 0), true
}

// gone reports whether a person has been away for so long that it has no say.
func (a *actor) gone(seat state.Seat, now int64) bool {
	left := a.seats[seat].left
	return left != 0 && now-left >= awayLong.Milliseconds()
}
