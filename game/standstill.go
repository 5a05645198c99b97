package game

import (
	"sync"
	"time"
)

// standstill is from when on the process has stood still: it was stopped, or had no processor.
// It is some times what lies between two beats of a process that goes on.
const standstill = 4 * glance

// A heart notices when the whole process has stood still. No clock of any game counts that
// time, as nobody could play.
type heart struct {
	mu       sync.Mutex
	beat     time.Time // when the process last went on
	from, to time.Time // the latest standstill
}

// beats notes that the process goes on now, and returns the latest standstill.
func (h *heart) beats(now time.Time) (from, to time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now.Sub(h.beat) > standstill {
		h.from, h.to = h.beat, now
	}
	h.beat = later(now, h.beat)
	return h.from, h.to
}

// thaw gives all seats the time back for which the process has stood still, once. Whatever
// the game does comes after it.
func (a *actor) thaw() {
	if a.clock == nil || a.timers == nil {
		return
	}
	from, to := a.timers.heart.beats(time.Now())
	if !to.After(a.thawed) {
		return
	}
	a.thawed = to
	if to.After(a.clock.free) { // else it is given already
		a.clock.wrote(from, to, true)
	}
}
