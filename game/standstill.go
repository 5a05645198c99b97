package game

import (
	"sync"
	"time"
)

// standstill is the shortest pause that counts as a stop of the process. It is several
// times the pause between two beats of a process that runs.
const standstill = 4 * glance

// A heart notices when the whole process was stopped or had no processor. That time is
// charged to no clock.
type heart struct {
	mu       sync.Mutex
	beat     time.Time // when the process last ran
	from, to time.Time // the latest standstill
}

// beats notes that the process runs now, and returns the latest standstill.
func (h *heart) beats(now time.Time) (from, to time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now.Sub(h.beat) > standstill {
		h.from, h.to = h.beat, now
	}
	h.beat = later(now, h.beat)
	return h.from, h.to
}

// thaw gives all seats back the time of a standstill, once, before the game handles an
// input.
func (a *actor) thaw() {
	if a.clock == nil || a.Timers == nil {
		return
	}
	from, to := a.Timers.heart.beats(time.Now())
	if !to.After(a.clock.thawed) {
		return
	}
	a.clock.thawed = to
	if to.After(a.clock.free) { // else it is given back already
		a.clock.pause(from, to, false)
	}
}
