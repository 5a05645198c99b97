package game

import (
	"sync"
	"time"
)

// minStandstill is the pause above which the process counts as stopped. It is several times the
// interval at which a running process calls noteRunning.
const minStandstill = 4 * checkInterval

// A stopDetector detects when the whole process was stopped or not scheduled. That time is charged
// to no clock.
type stopDetector struct {
	mu       sync.Mutex
	lastRan  time.Time // when the process last ran
	from, to time.Time // the latest standstill
}

// noteRunning notes that the process is running now, and returns the latest standstill.
func (d *stopDetector) noteRunning(now time.Time) (from, to time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if now.Sub(d.lastRan) > minStandstill {
		d.from, d.to = d.lastRan, now
	}
	d.lastRan = laterOf(now, d.lastRan)
	return d.from, d.to
}

// creditStandstill gives the time of the latest standstill back to all seats, once. It runs before the
// game handles an input.
func (a *actor) creditStandstill() {
	if a.clock == nil || a.Timers == nil {
		return
	}
	from, to := a.Timers.stops.noteRunning(time.Now())
	if !to.After(a.clock.credited) {
		return
	}
	a.clock.credited = to
	if to.After(a.clock.freeUntil) { // otherwise a credit for the log has already given the time back
		a.clock.credit(from, to, false)
		a.timesChanged = true
	}
}
