package table

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// automatic returns the record of the next answer from a seat's settings, or nil. It
// skips seats with a stand-in bot.
func (t *Table) automatic(now *Now) *Record {
	for i := range t.Seats {
		seat, s := state.Seat(i), t.Seats[i].Settings
		if s == nil || now.StandIn.Has(seat) {
			continue
		}
		if o, ok, _ := t.answer(seat, s); ok {
			q := state.Request{Seat: seat, Decision: t.Machine.Decision(seat), Option: o}
			return t.request(q, ByAuto, now)
		}
	}
	return nil
}

// answer returns the automatic answer of settings to the open decision of a seat, if
// any. asks reports whether the seat must stop passing and be asked again.
func (t *Table) answer(seat state.Seat, s *settings) (o state.Option, ok, asks bool) {
	id := t.Machine.Decision(seat)
	if id == 0 || id == s.Hold || s.Until == "" && !s.Alone && len(s.Always) == 0 {
		return o, false, false
	}
	options := t.Options(seat)
	if len(s.Always) > 0 {
		texts := t.texts(seat)
		digest := digestOf(texts)
		if i := slices.IndexFunc(s.Always, func(a Answer) bool { return a.Options == digest }); i >= 0 {
			if take := slices.Index(texts, s.Always[i].Take); take >= 0 { // as in every untampered log
				return options[take], true, false
			}
		}
	}
	passes := t.can.Passing != nil && t.Machine.Label(seat, options[0]).Do == t.can.Passing.Pass
	asks = s.Until != "" && (!passes || t.arrived(seat, s) || t.needs(seat, options))
	return options[0], passes && (s.Until != "" && !asks || s.Alone && len(options) == 1), asks
}

// arrived reports whether the moment has come at which a seat stops passing.
func (t *Table) arrived(seat state.Seat, s *settings) bool {
	active, depth := t.can.Stage(t.Machine)
	return active == seat && t.Machine.Turn() != s.Turn || s.Until == protocol.UntilStack && depth <= 1
}

// needs reports whether a seat has an option that it should not miss.
func (t *Table) needs(seat state.Seat, options []state.Option) bool {
	return slices.ContainsFunc(options, func(o state.Option) bool {
		return slices.Contains(t.can.Passing.Needs, t.Machine.Label(seat, o).Do)
	})
}

// interrupts reports whether a choice and its events make a seat stop passing. They do
// if the seat itself chose, or should see an event.
func (t *Table) interrupts(s *settings, seat state.Seat, q *Request, events []state.Event) bool {
	if seat == q.Seat && q.By != ByAuto {
		return true
	}
	if t.can.Passing == nil || slices.ContainsFunc(events, func(e state.Event) bool { return t.stirs(e, seat, s.Until) }) {
		return true
	}
	_, _, asks := t.answer(seat, s)
	return asks
}

// stirs reports whether a passing seat should see an event.
func (t *Table) stirs(e state.Event, seat state.Seat, until string) bool {
	if slices.Contains(t.can.Passing.Quiet, t.Machine.Tell(e, seat).What) {
		return false
	}
	return until == protocol.UntilSomething && e.Seat != seat || t.can.Concerns(t.Machine, e.For(seat), seat)
}

// stopPassing turns off passing for the seats for which stops returns true.
func (t *Table) stopPassing(c *Change, stops func(state.Seat, *settings) bool) {
	for i := range t.Seats {
		seat, s := state.Seat(i), t.Seats[i].Settings
		if s == nil || s.Until == "" || !stops(seat, s) {
			continue
		}
		next := *s
		next.Until = ""
		t.Seats[i].Settings = &next
		c.Settings = c.Settings.With(seat)
	}
}
