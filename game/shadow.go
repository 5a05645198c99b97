package game

import (
	"time"

	"gamed/protocol"
	"gamed/state"
)

// A shadow is a game as its spectators see it, some time behind: a second machine,
// which is fed by the log alone and by no record before it is old enough. So nothing
// that spectators are sent can be newer, whatever it is made of. It is there while
// somebody watches.
type shadow struct {
	r     *Replay
	queue []late
	last  time.Time // when the newest record in it was kept
	over  bool      // they have been told
}

// late is a record, or something else to be told, that spectators are told of in time.
type late struct {
	due     time.Time
	line    []byte
	message protocol.ServerMessage // if it is no record
}

// add takes a record that was kept at a time.
func (s *shadow) add(line []byte, at time.Time, delay time.Duration) {
	s.last = later(s.last, at)
	s.queue = append(s.queue, late{due: s.last.Add(delay), line: line})
}

// timeOf returns when something was recorded, in ms since 1970, 0 if that is not said.
func timeOf(line []byte) int64 {
	r, err := readLine(line)
	if err != nil {
		return 0
	}
	switch {
	case r.Header != nil:
		return r.Header.At
	case r.Request != nil:
		return r.Request.At
	case r.Sit != nil:
		return r.Sit.At
	case r.Undo != nil:
		return r.Undo.At
	case r.Draw != nil:
		return r.Draw.At
	}
	return 0
}

// next returns the first of the queue if it is due, and takes it out.
func (s *shadow) next(now time.Time) *late {
	if len(s.queue) == 0 || s.queue[0].due.After(now) {
		return nil
	}
	l := s.queue[0]
	s.queue = s.queue[1:]
	if l.line != nil {
		s.r.records = append(s.r.records, l.line)
	}
	return &l
}

// step runs the record that next has added, and returns what spectators are told of it.
func (s *shadow) step() ([]protocol.Event, error) {
	q, err := s.r.Peek()
	told := append([]protocol.Event{}, s.r.Notes...)
	s.r.Notes = nil
	if q == nil || err != nil {
		return told, err
	}
	var log state.Log
	n := s.r.Events
	if _, err := s.r.Next(&log); err != nil {
		return nil, err
	}
	for i, e := range log.Events {
		told = append(told, protocol.EventOf(n+uint64(i)+1, s.r.Machine.Tell(e, state.Watcher)))
	}
	return told, nil
}

// end returns why the game is over as they see it, false if it is not.
func (s *shadow) end() (reason string, over bool) {
	if s.r.Fault != "" {
		return protocol.ReasonFault, true
	}
	if over, _ = s.r.Machine.Result(); over && s.r.Reason != "" {
		return s.r.Reason, true
	}
	return protocol.ReasonEnd, over
}

// update is what spectators see.
func (s *shadow) update(id string, told []protocol.Event, gap bool) *protocol.Update {
	m := s.r.Machine
	u := &protocol.Update{Game: id, N: s.r.Events, Turn: m.Turn(), Awaiting: Awaited(m), Events: told, Gap: gap}
	u.Left = append(u.Left, s.r.Banks...)
	u.Encode(func(dst []byte) []byte { return m.AppendView(dst, state.Watcher) })
	return u
}
