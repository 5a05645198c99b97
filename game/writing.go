package game

import (
	"sync"
	"time"
)

const (
	// slowAppend is how long an append may take before the game notifies its seats.
	slowAppend = time.Second
	// checkInterval is the interval between checks of pending appends.
	checkInterval = slowAppend / 4
)

// pendingAppends holds the games that wait for their log, with the times when their waits began.
// Such a game cannot notify its clients itself, so the Timers goroutine notifies them.
type pendingAppends struct {
	mu         sync.Mutex // also guards held of each actor
	startTimes map[*actor]time.Time
}

// beginWriting notes that the game's goroutine waits for the log, and returns the present time.
func (a *actor) beginWriting() time.Time {
	now := time.Now()
	if a.Timers != nil {
		w := &a.Timers.pendingAppends
		w.mu.Lock()
		defer w.mu.Unlock()
		w.startTimes[a] = now
	}
	return now
}

// endWriting notes that the wait for the log is over, and gives the time of the wait back to all
// seats.
func (a *actor) endWriting(begun time.Time, err error) {
	if a.clock != nil {
		a.clock.credit(begun, time.Now(), err != nil)
	}
	if a.Timers == nil {
		return
	}
	w := &a.Timers.pendingAppends
	w.mu.Lock()
	delete(w.startTimes, a)
	held := a.held
	a.held = false
	w.mu.Unlock()
	if held {
		a.timesChanged = a.timesChanged || a.clock != nil
		a.tellTable(nil)
		a.observe(Observation{Outcome: Held, Took: time.Since(begun)})
	}
}

// notifySlow notifies the seats of each game that has waited for slowAppend, once per wait. The
// goroutine of such a game is blocked, so notifySlow may use its actor.
func (w *pendingAppends) notifySlow(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a, begun := range w.startTimes {
		if !a.held && now.Sub(begun) >= slowAppend {
			a.held = true
			a.tellTable(nil)
		}
	}
}

// Held returns the number of games that have told their seats to wait for the log.
func (t *Timers) Held() (n int) {
	t.pendingAppends.mu.Lock()
	defer t.pendingAppends.mu.Unlock()
	for a := range t.pendingAppends.startTimes {
		if a.held {
			n++
		}
	}
	return n
}
