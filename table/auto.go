package table

import (
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// automaticRecord returns the record of the first automatic answer that is due, or nil.
func (t *Table) automaticRecord(now *Now) *Record {
	for i := range t.Seats {
		seat := state.Seat(i)
		if o, ok := t.automaticAnswer(seat, now); ok && t.Seats[i].Asked+now.Pause <= now.At {
			q := state.Request{Seat: seat, Decision: t.Machine.Decision(seat), Option: o}
			return t.requestRecord(q, ByAuto, now)
		}
	}
	return nil
}

// Due returns the time at which Next answers for a seat, in ms since 1970, or 0 if the game waits for the
// seat. The time depends only on public facts, unless the settings of the seat repeat an answer, or
// pass when a pass is the seat's only option.
func (t *Table) Due(seat state.Seat, now *Now) int64 {
	if _, ok := t.automaticAnswer(seat, now); !ok {
		return 0
	}
	return t.Seats[seat].Asked + now.Pause
}

// automaticAnswer returns the automatic answer to the open decision of a seat, if any. It returns
// none if a stand-in bot plays for the seat, or if the player reopened the decision by an undo.
func (t *Table) automaticAnswer(seat state.Seat, now *Now) (o state.Option, ok bool) {
	id, s := t.Machine.Decision(seat), t.Seats[seat].Settings
	if id == 0 || t.Closed() || !t.Started() || now.StandIn.Has(seat) || s != nil && s.Reopened == id {
		return o, false
	}
	if s != nil && len(s.Always) > 0 {
		if o, ok := t.repeatedAnswer(seat, s); ok {
			return o, true
		}
	}
	waits := t.waitsNow(seat)
	if waits && !t.passesIfForced(seat) && !t.mustPass(seat) {
		return o, false
	}
	options := t.Options(seat)
	if waits && len(options) > 1 {
		return o, false
	}
	return options[0], t.Machine.Label(seat, options[0]).Do == t.abilities.Passing.Pass
}

// mustPass reports whether, by public facts, the seat has no option but a pass. For a seat with
// every stop it returns false, because the game waits for such a seat in every situation.
func (t *Table) mustPass(seat state.Seat) bool {
	if t.abilities.Passing == nil || t.abilities.MustPass == nil {
		return false
	}
	skips := func(at state.Stop) bool { return !t.hasStop(seat, &at) }
	return slices.ContainsFunc(t.abilities.Passing.Stops, skips) && t.abilities.MustPass(t.Machine, seat)
}

// repeatedAnswer returns the option that the seat's settings choose at its open decision, if any.
func (t *Table) repeatedAnswer(seat state.Seat, s *seatSettings) (o state.Option, ok bool) {
	texts := t.texts(seat)
	digest := digestOf(texts)
	if i := slices.IndexFunc(s.Always, func(a Answer) bool { return a.Options == digest }); i >= 0 {
		if take := slices.Index(texts, s.Always[i].Take); take >= 0 { // true unless the log was altered
			return t.Options(seat)[take], true
		}
	}
	return o, false
}

// waitsNow reports whether the game waits for the seat in the present situation.
func (t *Table) waitsNow(seat state.Seat) bool {
	if t.abilities.Passing == nil || t.stopsEverywhere(seat) {
		return true
	}
	i := t.abilities.Stop(t.Machine, seat)
	return i < 0 || t.hasStop(seat, &t.abilities.Passing.Stops[i])
}

// stopsEverywhere reports whether the seat belongs to a bot that has not chosen its stops.
func (t *Table) stopsEverywhere(seat state.Seat) bool {
	p := &t.Seats[seat]
	return p.Kind == protocol.SeatBot && (p.Settings == nil || p.Settings.Stops == nil)
}

// hasStop reports whether the game waits for the seat at a stop.
func (t *Table) hasStop(seat state.Seat, at *state.Stop) bool {
	if s := t.Seats[seat].Settings; s != nil && s.Stops != nil {
		return slices.Contains(s.Stops, at.Name)
	}
	return at.Default || t.stopsEverywhere(seat)
}

// passesIfForced reports whether the server passes for the seat if a pass is the seat's only
// option. The default is true for a person whose opponents are all bots.
func (t *Table) passesIfForced(seat state.Seat) bool {
	if s := t.Seats[seat].Settings; t.abilities.Passing == nil || s != nil && s.Alone != nil {
		return t.abilities.Passing != nil && *s.Alone
	}
	for i, p := range t.Seats {
		if (p.Kind == protocol.SeatBot) == (i == int(seat)) {
			return false
		}
	}
	return true
}

// stopNames lists the stops at which the game waits for the seat.
func (t *Table) stopNames(seat state.Seat) []string {
	if t.abilities.Passing == nil {
		return []string{}
	}
	names := make([]string, 0, len(t.abilities.Passing.Stops))
	for i := range t.abilities.Passing.Stops {
		if at := &t.abilities.Passing.Stops[i]; t.hasStop(seat, at) {
			names = append(names, at.Name)
		}
	}
	return names
}
