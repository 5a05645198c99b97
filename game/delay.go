package game

import (
	"slices"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// maxQueued is the queue length at which the game drops further messages for delayed spectators,
// such as chat lines. Records are always queued.
const maxQueued = 1000

// A delayedGame is a game as delayed spectators see it: a second table that applies each record
// when the record is old enough. The spectators' updates come from that table, so these updates
// cannot reveal newer records. The actor keeps the second table while the game has spectators.
type delayedGame struct {
	*table.Replay
	queue []lateItem // the records that the replay has not applied, and other messages
}

// A lateItem is a record or a message that delayed spectators receive when it is due.
type lateItem struct {
	due     time.Time
	message protocol.ServerMessage // nil for the next record of the replay
}

func (a *actor) delayTime() time.Duration { return milliseconds(a.Table.Delay()) }

// enqueue queues a record or message that was made at the given time. A record of an old log
// without a time is due with the previous record.
func (d *delayedGame) enqueue(at time.Time, delay time.Duration, m protocol.ServerMessage) {
	due := at.Add(delay)
	if n := len(d.queue); n > 0 {
		due = laterOf(due, d.queue[n-1].due)
	}
	d.queue = append(d.queue, lateItem{due, m})
}

// showLater queues a record that has been appended, for delayed spectators.
func (a *actor) showLater(line []byte, r *table.Record) {
	if d := a.delayed; d != nil {
		d.Add(line)
		d.enqueue(time.UnixMilli(r.Time()), a.delayTime(), nil)
		a.setAlarm()
	}
}

// tellLate queues a message for delayed spectators.
func (a *actor) tellLate(m protocol.ServerMessage) {
	if d := a.delayed; d != nil && len(d.queue) < maxQueued {
		d.enqueue(time.Now(), a.delayTime(), m)
		a.setAlarm()
	}
}

// openDelayed creates the delayed game for its first spectator, if the table has a delay. The
// error is a [*protocol.Error].
func (a *actor) openDelayed() error {
	if a.Table.Delay() == 0 {
		return nil
	}
	a.showDue()
	if a.delayed != nil {
		return nil
	}
	lines, err := a.Past()
	d := &delayedGame{}
	if err == nil {
		d.Replay, err = table.Open(lines, table.SameRules(a.Table.Rules))
	}
	for i := 1; err == nil && i < len(lines); i++ {
		var r *table.Record
		if r, err = table.Decode(lines[i]); err == nil {
			d.enqueue(time.UnixMilli(r.Time()), a.delayTime(), nil)
		}
	}
	for now := time.Now(); err == nil && len(d.queue) > 0 && !d.queue[0].due.After(now); d.queue = d.queue[1:] {
		_, err = d.Next()
	}
	if err != nil {
		return &protocol.Error{Code: protocol.Unavailable, Text: "the log cannot be read now: try again"}
	}
	a.delayed = d
	a.setAlarm()
	return nil
}

// showDue sends delayed spectators the records and messages that are due.
func (a *actor) showDue() {
	for now := time.Now(); a.delayed != nil && len(a.delayed.queue) > 0 && !a.delayed.queue[0].due.After(now); {
		l := a.delayed.queue[0]
		a.delayed.queue = a.delayed.queue[1:]
		if l.message != nil {
			a.tellWatchers(l.message)
		} else {
			a.showNext(a.delayed)
		}
	}
	a.setAlarm()
}

// showNext applies the next record to the delayed game and sends spectators the change.
func (a *actor) showNext(d *delayedGame) {
	t := d.Table
	was := t.Over()
	c, err := d.Next()
	if err != nil && t.Fault == "" {
		a.tellWatchers(&protocol.Error{Code: protocol.Internal, Text: "the log cannot be replayed"})
		a.watchers = nil
		a.dropUnwatched()
		return
	}
	r := c.Record
	if shows := r.Step() || r.Sit != nil; shows && t.Started() {
		a.tellWatchers(a.update(state.Watcher, t.Told(&c, state.Watcher), false))
	}
	if t.Over() && !was {
		a.tellWatchers(t.OverMessage())
	}
}

// tellWatchers sends a message to all spectators now.
func (a *actor) tellWatchers(m protocol.ServerMessage) {
	a.watchers = slices.DeleteFunc(a.watchers, func(to recipient) bool { return to.to.WriteJSON(m) != nil })
	a.dropUnwatched()
}

// dropUnwatched drops the delayed game if no spectators are left.
func (a *actor) dropUnwatched() {
	if len(a.watchers) == 0 && a.delayed != nil {
		a.delayed = nil
		a.setAlarm()
	}
}

// hidesEnd reports whether the table delays its spectators and they have not seen the end of the
// game yet.
func (a *actor) hidesEnd() bool {
	if a.Table.Delay() == 0 {
		return false
	}
	over, _ := a.Table.Machine.Result()
	return !over || time.Since(time.UnixMilli(a.Table.LastAt)) < a.delayTime()
}
