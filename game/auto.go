package game

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// maxAuto is how many answers are given by themselves before the game looks whether
// somebody has said something.
const maxAuto = 100

// auto gives the answers that seats want given by themselves, until there are none.
func (a *actor) auto() {
	if a.closed || a.ended || a.fault != "" || !a.started() {
		return
	}
	for range maxAuto {
		q, ok := a.automatic()
		if !ok || !a.submit(q, byAuto, nil) || a.ended || a.closed {
			return
		}
	}
	_ = a.g.offer(func(*actor) {}) // with a full queue there is a next step anyway
}

// automatic returns the next answer that is to be given by itself.
func (a *actor) automatic() (q state.Request, ok bool) {
	for i := range a.seats {
		seat, p := state.Seat(i), &a.seats[i]
		if p.settings == nil || a.m.Decision(seat) == 0 || slices.ContainsFunc(p.agents, func(to audience) bool { return to.world }) {
			continue
		}
		if o, ok := a.answers(seat, p.settings); ok {
			return state.Request{Seat: seat, Decision: a.m.Decision(seat), Option: o}, true
		}
	}
	return q, false
}

// answers returns what a seat wants its open decision to be answered with, and notes
// when that makes it stop passing.
func (a *actor) answers(seat state.Seat, s *settings) (o state.Option, ok bool) {
	if s.until == protocol.UntilOff && !s.Alone && len(s.Always) == 0 || s.hold == a.m.Decision(seat) {
		return o, false
	}
	options := a.m.Options(seat, nil)
	if len(s.Always) > 0 {
		all := texts(a.m, seat, options)
		of := digestOf(all)
		if i := slices.IndexFunc(s.Always, func(answer Answer) bool { return answer.Options == of }); i >= 0 {
			return options[slices.Index(all, s.Always[i].Take)], true
		}
	}
	m := a.staged()
	passes := m != nil && m.Label(seat, options[0]).Do == m.Passing().Pass
	if s.until != protocol.UntilOff && (!passes || arrived(m, seat, s) || needs(m, seat, options)) {
		a.stopPassing(seat)
	}
	return options[0], passes && (s.until != protocol.UntilOff || s.Alone && len(options) == 1)
}

// staged returns the machine if it is one where players pass, else nil.
func (a *actor) staged() state.Staged {
	if m, ok := a.m.(state.Staged); ok && m.Passing() != nil {
		return m
	}
	return nil
}

// arrived reports whether what a seat has passed for is there.
func arrived(m state.Staged, seat state.Seat, s *settings) bool {
	return m.Active() == seat && m.Turn() != s.turn || s.until == protocol.UntilStack && m.Depth() <= 1
}

// needs reports whether a seat can do what it should not miss.
func needs(m state.Staged, seat state.Seat, options []state.Option) bool {
	return slices.ContainsFunc(options, func(o state.Option) bool {
		return slices.Contains(m.Passing().Needs, m.Label(seat, o).Do)
	})
}

// heed has the seats stop passing that what has happened concerns.
func (a *actor) heed(events []state.Event) {
	m := a.staged()
	for i := range a.seats {
		s := a.seats[i].settings
		if s == nil || s.until == protocol.UntilOff {
			continue
		}
		seat := state.Seat(i)
		if slices.ContainsFunc(events, func(e state.Event) bool { return stirs(m, e, seat, s.until) }) {
			a.stopPassing(seat)
		}
	}
}

// stirs reports whether an event is one that a seat wants to see.
func stirs(m state.Staged, e state.Event, seat state.Seat, until string) bool {
	if slices.Contains(m.Passing().Quiet, m.Tell(e, seat).What) {
		return false
	}
	return until == protocol.UntilSomething && e.Seat != seat || m.Concerns(e.For(seat), seat)
}

// stopPassing asks a seat again.
func (a *actor) stopPassing(seat state.Seat) {
	if s := a.seats[seat].settings; s != nil && s.until != protocol.UntilOff {
		s.until = protocol.UntilOff
		a.tellSettings(seat)
	}
}
