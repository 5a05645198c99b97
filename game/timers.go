package game

import (
	"errors"
	"sync"
	"time"
)

// Timers wakes a game when a clock runs out, an automatic answer is due, or delayed spectators may see
// more. It also notifies the seats of games whose log does not respond. A game that waits for none
// of these uses no timer. Any goroutine may call the methods.
type Timers struct {
	done    chan struct{}
	once    sync.Once
	running sync.WaitGroup

	pendingAppends pendingAppends
	stops          stopDetector
}

const (
	// minAlarm is the shortest time until an alarm. An immediate alarm would race with its
	// game's goroutine, which may set another time.
	minAlarm = time.Millisecond
	// retry is the wait before another attempt to wake a game whose queue is full.
	retry = 50 * time.Millisecond
)

// NewTimers returns Timers that run until Close.
func NewTimers() *Timers {
	t := &Timers{stops: stopDetector{lastRan: time.Now()}, done: make(chan struct{}), pendingAppends: pendingAppends{startTimes: map[*actor]time.Time{}}}
	t.running.Go(t.run)
	return t
}

// Close stops the Timers goroutine and waits until it has exited. Later alarms wake no
// game.
func (t *Timers) Close() {
	t.once.Do(func() { close(t.done) })
	t.running.Wait()
}

func (t *Timers) run() {
	ticker := time.NewTicker(checkInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			now := time.Now() // a tick holds the time at which it was due, which may be long ago
			t.stops.noteRunning(now)
			t.pendingAppends.notifySlow(now)
		case <-t.done:
			return
		}
	}
}

// fireAlarm wakes a game whose alarm has gone off.
func (t *Timers) fireAlarm(g *Game) {
	select {
	case <-t.done:
	default:
		if err := g.offer((*actor).expire); errors.Is(err, ErrBusy) {
			time.AfterFunc(retry, func() { t.fireAlarm(g) })
		}
	}
}

// setAlarm sets the alarm to the time at which the game wakes next, or at which the next message
// for delayed spectators is due.
func (a *actor) setAlarm() {
	at := a.wakeTime
	if d := a.delayed; d != nil && len(d.queue) > 0 && (at.IsZero() || d.queue[0].due.Before(at)) {
		at = d.queue[0].due
	}
	a.alarmed = a.Timers != nil && !a.closed && !at.IsZero()
	switch wait := max(time.Until(at), minAlarm); {
	case !a.alarmed && a.alarm != nil:
		a.alarm.Stop()
	case !a.alarmed:
	case a.alarm == nil:
		a.alarm = time.AfterFunc(wait, func() { a.Timers.fireAlarm(a.g) })
	default:
		a.alarm.Reset(wait)
	}
}
