package game

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// maxLate is how much of what is said may wait for spectators; more is left out.
const maxLate = 1000

// shade adds a record to the shadow of the game.
func (a *actor) shade(line []byte) {
	if s := a.shadow; s != nil {
		s.add(line, time.UnixMilli(a.newest), a.delay)
		a.setAlarm()
	}
}

// castNow sees to it that there is a shadow, as far as it may be, if the game needs one.
// The error is a [*protocol.Error].
func (a *actor) castNow() error {
	if a.delay == 0 {
		return nil
	}
	a.advance(time.Now())
	if a.shadow == nil && a.cast(time.Now()) != nil {
		return &protocol.Error{Code: protocol.Unavailable, Text: "the log cannot be read now: try again"}
	}
	return nil
}

// cast makes the shadow of the game as it stood when what spectators see now happened.
func (a *actor) cast(now time.Time) error {
	records, err := a.past()
	if err != nil {
		return err
	}
	s := &shadow{}
	for _, line := range records { // one without a time has that of the one before
		s.add(line, time.UnixMilli(timeOf(line)), a.delay)
	}
	if s.r, err = Open(records[:1:1], func(string) (state.Dealer, error) { return a.dealer, nil }); err != nil {
		return err
	}
	s.queue = s.queue[1:]
	for s.next(now) != nil {
		if _, err := s.step(); err != nil {
			return err
		}
	}
	_, over := s.end()
	s.over = over
	a.shadow = s
	a.setAlarm()
	return nil
}

// advance tells spectators what has become old enough.
func (a *actor) advance(now time.Time) {
	s := a.shadow
	if s == nil {
		return
	}
	for l := s.next(now); l != nil; l = s.next(now) {
		switch {
		case l.message != nil:
			a.tellWatchers(l.message)
		default:
			a.show(s, l.line)
		}
	}
	a.setAlarm()
}

// show tells spectators of a record.
func (a *actor) show(s *shadow, line []byte) {
	told, err := s.step()
	if err != nil {
		a.tellWatchers(&protocol.Error{Code: protocol.Internal, Text: "the log cannot be played again"})
		a.watchers = nil
		a.unwatched()
		return
	}
	shows := slices.ContainsFunc(shown, func(kind string) bool { return bytes.HasPrefix(line, []byte(kind)) })
	if shows && !isOpen(s.r.Seats) {
		a.tellWatchers(s.update(a.g.id, told, false))
	}
	if reason, over := s.end(); over && !s.over {
		s.over = true
		a.tellWatchers(a.overAs(s.r.Machine, s.r.Events, reason))
	}
}

// shown is how the records begin that change what is to be seen.
var shown = []string{`{"t":"request"`, `{"t":"undo"`, `{"t":"draw"`, `{"t":"seat"`}

// unwatched lets the shadow go when nobody watches any more.
func (a *actor) unwatched() {
	if len(a.watchers) == 0 && a.shadow != nil {
		a.shadow = nil
		a.setAlarm()
	}
}

// bare is what spectators may know of who sits where: not who is asked now.
func (a *actor) bare() []protocol.Seat {
	seats := a.table()
	for i := range seats {
		seats[i].Asked, seats[i].Away, seats[i].Exit = 0, 0, nil
	}
	return seats
}

// tableFor is the table as a seat, or a spectator, may know it.
func (a *actor) tableFor(seat state.Seat) *protocol.Table {
	if seat == state.Watcher && a.delay > 0 {
		return &protocol.Table{Game: a.g.id, Seats: a.bare()}
	}
	return a.tableNow()
}

// hides reports whether anybody may not yet know how the game stands.
func (a *actor) hides() bool {
	if a.delay == 0 {
		return false
	}
	over, _ := a.m.Result()
	return !over || time.Since(time.UnixMilli(a.newest)) < a.delay
}

// ShownAt returns when all of a game that is over may be shown, given its log: its
// spectators have seen its end then. The zero time is at once.
func ShownAt(records [][]byte) time.Time {
	var first Record
	if len(records) == 0 || json.Unmarshal(records[0], &first) != nil || first.Header == nil || first.Header.Spectators == nil {
		return time.Time{}
	}
	last := int64(0)
	for i := len(records) - 1; last == 0 && i >= 0; i-- { // some records have no time
		last = timeOf(records[i])
	}
	return time.UnixMilli(last + first.Header.Spectators.Delay)
}

// tellWatchers tells all spectators something now.
func (a *actor) tellWatchers(m protocol.ServerMessage) {
	a.watchers = slices.DeleteFunc(a.watchers, func(to audience) bool { return to.to.WriteJSON(m) != nil })
	a.unwatched()
}

// catchUpLate tells a spectator who has just come how the game stands for spectators.
func (a *actor) catchUpLate(to agent.JSONWriter, after *uint64) error {
	s := a.shadow
	if isOpen(s.r.Seats) {
		return nil
	}
	if s.r.Fault == "" {
		u := s.update(a.g.id, []protocol.Event{}, after != nil && *after != s.r.Events)
		if err := to.WriteJSON(u); err != nil {
			return err
		}
	}
	if reason, over := s.end(); over {
		return to.WriteJSON(a.overAs(s.r.Machine, s.r.Events, reason))
	}
	return nil
}

// tellLate tells spectators something when it is as old as all that they see.
func (a *actor) tellLate(m protocol.ServerMessage) {
	s := a.shadow
	if s == nil || len(s.queue) >= maxLate {
		return
	}
	s.queue = append(s.queue, late{due: time.Now().Add(a.delay), message: m})
	a.setAlarm()
}
