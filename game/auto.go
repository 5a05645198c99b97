package game

import (
	"slices"
	"time"

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
		if !ok {
			return
		}
		if !a.submit(q, byAuto, nil) {
			a.wakeBy(time.Now().Add(storeRetry))
			return
		}
		if a.ended || a.closed {
			return
		}
	}
	_ = a.g.offer(func(*actor) {}) // with a full queue there is a next step anyway
}

// automatic returns the next answer that is to be given by itself.
func (a *actor) automatic() (q state.Request, ok bool) {
	for i := range a.seats {
		seat, p := state.Seat(i), &a.seats[i]
		if p.settings == nil || p.stoodInFor() {
			continue
		}
		o, ok, asks := p.settings.answer(a.m, a.dealer, seat)
		if asks {
			a.stopPassing(seat)
		}
		if ok {
			return state.Request{Seat: seat, Decision: a.m.Decision(seat), Option: o}, true
		}
	}
	return q, false
}

// answer returns what a seat wants its open decision to be answered with, if anything. asks
// is whether it is to be asked from then on, though it passes.
func (s *settings) answer(m state.Machine, rules state.Dealer, seat state.Seat) (o state.Option, ok, asks bool) {
	id := m.Decision(seat)
	if id == 0 || id == s.hold || s.Until == "" && !s.Alone && len(s.Always) == 0 {
		return o, false, false
	}
	options := m.Options(seat, nil)
	if len(s.Always) > 0 {
		all := texts(m, seat, options)
		digest := digestOf(all)
		if i := slices.IndexFunc(s.Always, func(answer Answer) bool { return answer.Options == digest }); i >= 0 {
			if take := slices.Index(all, s.Always[i].Take); take >= 0 { // as it is in every log that nobody has tampered with
				return options[take], true, false
			}
		}
	}
	can := abilities(rules)
	passes := can.Passing != nil && m.Label(seat, options[0]).Do == can.Passing.Pass
	asks = s.Until != "" && (!passes || s.arrived(m, &can, seat) || needs(m, can.Passing, seat, options))
	return options[0], passes && (s.Until != "" && !asks || s.Alone && len(options) == 1), asks
}

// abilities returns the abilities of rules, which may be nil.
func abilities(rules state.Dealer) (none state.Abilities) {
	if rules == nil {
		return none
	}
	return rules.Abilities()
}

// arrived reports whether the moment has come until which a seat passes.
func (s *settings) arrived(m state.Machine, can *state.Abilities, seat state.Seat) bool {
	active, depth := can.Stage(m)
	return active == seat && m.Turn() != s.Turn || s.Until == protocol.UntilStack && depth <= 1
}

// needs reports whether a seat can do what it should not miss.
func needs(m state.Machine, p *state.Passing, seat state.Seat, options []state.Option) bool {
	return slices.ContainsFunc(options, func(o state.Option) bool {
		return slices.Contains(p.Needs, m.Label(seat, o).Do)
	})
}

// heed has the seats stop passing that what came of a request concerns.
func (a *actor) heed(by state.Seat, how string, events []state.Event) {
	for i := range a.seats {
		if s := a.seats[i].settings; s != nil && s.stops(a.m, a.dealer, state.Seat(i), by, how, events) {
			a.stopPassing(state.Seat(i))
		}
	}
}

// stops reports whether a seat that passes does so no longer, after a request of by that
// has led to events: it has answered in another way, or is to see something.
func (s *settings) stops(m state.Machine, rules state.Dealer, seat, by state.Seat, how string, events []state.Event) bool {
	if s.Until == "" {
		return false
	}
	if seat == by && how != byAuto {
		return true
	}
	can := abilities(rules)
	if can.Passing == nil || slices.ContainsFunc(events, func(e state.Event) bool { return stirs(m, &can, e, seat, s.Until) }) {
		return true
	}
	_, _, asks := s.answer(m, rules, seat)
	return asks
}

// stirs reports whether an event is one that a seat wants to see.
func stirs(m state.Machine, can *state.Abilities, e state.Event, seat state.Seat, until string) bool {
	if slices.Contains(can.Passing.Quiet, m.Tell(e, seat).What) {
		return false
	}
	return until == protocol.UntilSomething && e.Seat != seat || can.Concerns(m, e.For(seat), seat)
}

// stopPassing asks a seat again.
func (a *actor) stopPassing(seat state.Seat) {
	if s := a.seats[seat].settings; s != nil && s.Until != "" {
		s.Until = ""
		a.tellSettings(seat)
	}
}
