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

// writings are the games that wait for their log, and since when. One goroutine watches
// them: such a game cannot tell its clients itself.
type writings struct {
	mu    sync.Mutex // also guards held of each actor
	begun map[*actor]time.Time
}

// beginWriting notes that the game's goroutine waits for the log from now on.
func (a *actor) beginWriting() time.Time {
	now := time.Now()
	if a.Timers != nil {
		w := &a.Timers.writings
		w.mu.Lock()
		defer w.mu.Unlock()
		w.begun[a] = now
	}
	return now
}

// endWriting notes that it goes on. Log latency is charged to no clock.
func (a *actor) endWriting(begun time.Time, err error) {
	if a.clock != nil {
		a.clock.pause(begun, time.Now(), err != nil)
	}
	if a.Timers == nil {
		return
	}
	w := &a.Timers.writings
	w.mu.Lock()
	delete(w.begun, a)
	held := a.held
	a.held = false
	w.mu.Unlock()
	if held {
		a.tellTable(nil)
		a.observe(Observation{Outcome: Held, Took: time.Since(begun)})
	}
}

// look tells the seats of games that have waited for too long, each once. While a game is
// listed its goroutine waits, so this one may use its actor.
func (w *writings) look(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a, begun := range w.begun {
		if !a.held && now.Sub(begun) >= silence {
			a.held = true
			a.tellTable(nil)
		}
	}
}

// Held returns how many games wait for their log and have told their seats so.
func (t *Timers) Held() (n int) {
	t.writings.mu.Lock()
	defer t.writings.mu.Unlock()
	for a := range t.writings.begun {
		if a.held {
			n++
		}
	}
	return n
}
