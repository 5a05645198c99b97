package game

import (
	"sync"
	"time"
)

const (
	// silence is how long the log may take for a record before the seats learn of it.
	silence = time.Second
	// glance is the time between two looks for that.
	glance = silence / 4
)

// writings are the records of all games that are being written. One goroutine watches
// them: a game that waits for its log cannot tell its clients itself.
type writings struct {
	mu  sync.Mutex
	all []*writing
}

// A writing is one game's record that is being written. writings.mu guards all but
// actor.
type writing struct {
	actor *actor
	begun time.Time
	i     int  // place in writings.all, -1 outside it
	held  bool // the seats have been told that the game waits
}

// beginWriting notes that the game's goroutine waits for the log from now on.
func (a *actor) beginWriting() time.Time {
	now := time.Now()
	if a.timers == nil {
		return now
	}
	w := &a.timers.writings
	w.mu.Lock()
	defer w.mu.Unlock()
	a.writing.begun, a.writing.i = now, len(w.all)
	w.all = append(w.all, &a.writing)
	return now
}

// endWriting notes that it goes on. Log latency is charged to no clock.
func (a *actor) endWriting(begun time.Time, err error) {
	if a.clock != nil {
		a.clock.pause(begun, time.Now(), err != nil)
	}
	if a.timers == nil {
		return
	}
	w := &a.timers.writings
	w.mu.Lock()
	last := w.all[len(w.all)-1]
	w.all[a.writing.i], last.i = last, a.writing.i
	w.all[len(w.all)-1] = nil
	w.all = w.all[:len(w.all)-1]
	held := a.writing.held
	a.writing.i, a.writing.held = -1, false
	w.mu.Unlock()
	if held {
		a.tellTable(nil)
		a.observe(Observation{Outcome: Held, Took: time.Since(begun)})
	}
}

// look tells the seats of games that have waited for too long, each once.
func (w *writings) look(now time.Time) {
	w.mu.Lock()
	var late []*writing
	for _, one := range w.all {
		if !one.held && now.Sub(one.begun) >= silence {
			late = append(late, one)
		}
	}
	w.mu.Unlock()
	for _, one := range late {
		w.mu.Lock()
		// While it is on the list its actor waits, and this goroutine may use it.
		if one.i >= 0 && now.Sub(one.begun) >= silence {
			one.held = true
			one.actor.tellTable(nil)
		}
		w.mu.Unlock()
	}
}

// Held returns how many games wait for their log and have told their seats so.
func (t *Timers) Held() (n int) {
	w := &t.writings
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range w.all {
		if one.held {
			n++
		}
	}
	return n
}
