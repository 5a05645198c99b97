package game

import (
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// maxLate is how many chat lines and the like may wait for delayed spectators.
const maxLate = 1000

// delayed is a game as its spectators see it, some time behind: a second table that
// reads the same records, none before it is old enough. Whatever spectators are sent is
// made from it, so it cannot be newer. It exists while somebody watches.
type delayed struct {
	r     *table.Replay
	queue []late
	last  time.Time // when the newest record in the queue was kept
	told  bool      // they know that the game is over
}

// A late is a record, or another message, that spectators receive when it is due.
type late struct {
	due     time.Time
	line    []byte
	message protocol.ServerMessage // if it is no record
}

// add queues a record that was kept at a time.
func (d *delayed) add(line []byte, at time.Time, delay time.Duration) {
	d.last = later(d.last, at)
	d.queue = append(d.queue, late{due: d.last.Add(delay), line: line})
}

// next takes the first of the queue if it is due.
func (d *delayed) next(now time.Time) *late {
	if len(d.queue) == 0 || d.queue[0].due.After(now) {
		return nil
	}
	l := d.queue[0]
	d.queue = d.queue[1:]
	return &l
}

// step applies a record.
func (d *delayed) step(line []byte) (table.Change, error) {
	d.r.Add(line)
	return d.r.Next()
}

// update is what spectators see.
func (d *delayed) update(told []protocol.Event, gap bool) *protocol.Update {
	u := d.r.Table.Update(state.Watcher, told, gap)
	d.r.Table.Encode(u, state.Watcher)
	return u
}

// catchUp tells a new spectator how the game stood then, and all that had happened.
func (d *delayed) catchUp(at Attachment) error {
	t := d.r.Table
	if !t.Started() {
		return nil
	}
	if t.Fault == "" {
		var after uint64
		if at.After != nil {
			after = *at.After
		}
		missed, gap := t.Missed(d.r.Past(), state.Watcher, after, maxMissed)
		if err := at.To.WriteJSON(d.update(missed, gap)); err != nil {
			return err
		}
	}
	if t.Over() {
		return at.To.WriteJSON(t.OverMessage())
	}
	return nil
}

func (a *actor) delayTime() time.Duration { return milliseconds(a.t.Delay()) }

// showLater queues a record for delayed spectators.
func (a *actor) showLater(line []byte) {
	if a.delayed != nil {
		a.delayed.add(line, time.UnixMilli(a.newest), a.delayTime())
		a.setAlarm()
	}
}

// nextDelayed returns when delayed spectators are to see more, false for never.
func (a *actor) nextDelayed() (time.Time, bool) {
	if a.delayed == nil || len(a.delayed.queue) == 0 {
		return time.Time{}, false
	}
	return a.delayed.queue[0].due, true
}

// delay makes the delayed game for its first spectator, if the table has a delay. The
// error is a [*protocol.Error].
func (a *actor) delay() error {
	if a.t.Delay() == 0 {
		return nil
	}
	now := time.Now()
	a.advance(now)
	if a.delayed != nil {
		return nil
	}
	d, err := a.newDelayed(now)
	if err != nil {
		return &protocol.Error{Code: protocol.Unavailable, Text: "the log cannot be read now: try again"}
	}
	a.delayed = d
	a.setAlarm()
	return nil
}

// newDelayed replays what spectators may see now.
func (a *actor) newDelayed(now time.Time) (*delayed, error) {
	lines, err := a.Past()
	if err != nil {
		return nil, err
	}
	d := &delayed{}
	if d.r, err = table.Open(lines[:1:1], table.Only(a.t.Rules)); err != nil {
		return nil, err
	}
	for _, line := range lines[1:] {
		r, err := table.Decode(line)
		if err != nil {
			return nil, err
		}
		d.add(line, time.UnixMilli(r.Time()), a.delayTime()) // an old one without a time has its predecessor's
	}
	for l := d.next(now); l != nil; l = d.next(now) {
		if _, err := d.step(l.line); err != nil {
			return nil, err
		}
	}
	d.told = d.r.Table.Over()
	return d, nil
}

// advance shows delayed spectators what has become old enough.
func (a *actor) advance(now time.Time) {
	d := a.delayed
	if d == nil {
		return
	}
	for l := d.next(now); l != nil && a.delayed != nil; l = d.next(now) {
		if l.message != nil {
			a.tellWatchers(l.message)
			continue
		}
		a.show(d, l.line)
	}
	a.setAlarm()
}

// show applies a record to the delayed game and tells spectators what it did.
func (a *actor) show(d *delayed, line []byte) {
	c, err := d.step(line)
	if err != nil && d.r.Table.Fault == "" {
		a.tellWatchers(&protocol.Error{Code: protocol.Internal, Text: "the log cannot be replayed"})
		a.watchers = nil
		a.unwatched()
		return
	}
	t, r := d.r.Table, c.Record
	shows := r.Request != nil || r.Undo != nil || r.Draw != nil || r.Sit != nil
	if shows && t.Started() {
		a.tellWatchers(d.update(t.Told(&c, state.Watcher), false))
	}
	if t.Over() && !d.told {
		d.told = true
		a.tellWatchers(t.OverMessage())
	}
}

// tellWatchers tells all spectators something now.
func (a *actor) tellWatchers(m protocol.ServerMessage) {
	a.watchers = slices.DeleteFunc(a.watchers, func(to audience) bool { return to.to.WriteJSON(m) != nil })
	a.unwatched()
}

// tellLate tells delayed spectators something when it is as old as all that they see.
func (a *actor) tellLate(m protocol.ServerMessage) {
	if d := a.delayed; d != nil && len(d.queue) < maxLate {
		d.queue = append(d.queue, late{due: time.Now().Add(a.delayTime()), message: m})
		a.setAlarm()
	}
}

// unwatched drops the delayed game when nobody watches any more.
func (a *actor) unwatched() {
	if len(a.watchers) == 0 && a.delayed != nil {
		a.delayed = nil
		a.setAlarm()
	}
}

// hides reports whether somebody may not yet know how the game stands.
func (a *actor) hides() bool {
	if a.t.Delay() == 0 {
		return false
	}
	over, _ := a.t.Machine.Result()
	return !over || time.Since(time.UnixMilli(a.newest)) < a.delayTime()
}
