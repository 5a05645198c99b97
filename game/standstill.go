package game

import (
	"sync"
	"time"
)

// standstill is the shortest pause that counts as a stop of the process. It is several
// times the pause between two beats of a running process.
const standstill = 4 * glance

// A heart detects when the whole process was stopped or not scheduled. That time is charged
// to no clock.
type heart struct {
	mu       sync.Mutex
	beat     time.Time // when the process last ran
	from, to time.Time // the latest standstill
}

// beats records that the process is running now, and returns the latest standstill.
func (h *heart) beats(now time.Time) (from, to time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now.Sub(h.beat) > standstill {
		h.from, h.to = h.beat, now
	}
	h.beat = later(now, h.beat)
	return h.from, h.to
}

// thaw gives the time of the latest standstill back to all seats, once. It runs before the
// game handles an input.
func (a *actor) thaw() {
	if a.clock == nil || a.Timers == nil {
		return
	}
	from, to := a.Timers.heart.beats(time.Now())
	if !to.After(a.clock.thawed) {
		return
	}
	a.clock.thawed = to
	if to.After(a.clock.free) { // otherwise it has already been given back
		a.clock.pause(from, to, false)
	}
}
