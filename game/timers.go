package game

import (
	"container/heap"
	"errors"
	"sync"
	"time"
)

// Timers wakes the games whose clocks run out, and tells the seats of games whose log
// does not answer. All games of a process share one goroutine and one heap, so a game
// whose clock does not run costs nothing. Any goroutine may call its methods.
type Timers struct {
	mu   sync.Mutex
	heap alarms
	wake chan struct{} // has room for one: the earliest alarm has changed
	done chan struct{}
	once sync.Once
	gone sync.WaitGroup

	writings writings
	heart    heart
}

// An alarm is one game's next expiry. A game has at most one.
type alarm struct {
	at   time.Time
	game *Game
	i    int // place in the heap, -1 outside it
}

// retry is the wait before a game whose queue is full is woken again.
const retry = 50 * time.Millisecond

// NewTimers starts the service. Close stops it.
func NewTimers() *Timers {
	t := &Timers{heart: heart{beat: time.Now()}, wake: make(chan struct{}, 1), done: make(chan struct{})}
	t.gone.Go(t.run)
	return t
}

// Close stops the service and waits for its goroutine.
func (t *Timers) Close() {
	t.once.Do(func() { close(t.done) })
	t.gone.Wait()
}

// soon is the least time until an alarm. An alarm for now would race with its game's
// goroutine, which may set another time.
const soon = time.Millisecond

// set has an alarm go off at a time, at the earliest soon, or not at all for the zero
// time.
func (t *Timers) set(a *alarm, at time.Time) {
	if !at.IsZero() {
		at = later(at, time.Now().Add(soon))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.i >= 0 {
		heap.Remove(&t.heap, a.i)
	}
	if a.at = at; !at.IsZero() {
		heap.Push(&t.heap, a)
	}
	if len(t.heap) == 0 || t.heap[0] != a {
		return // at worst run wakes for an alarm that was postponed
	}
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

func (t *Timers) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	glances := time.NewTicker(glance)
	defer glances.Stop()
	for {
		timer.Reset(t.ring())
		select {
		case <-timer.C:
		case <-t.wake:
		case <-glances.C:
			now := time.Now() // a tick carries when it was due
			t.heart.beats(now)
			t.writings.look(now)
		case <-t.done:
			return
		}
	}
}

// ring sets off the alarms that are due and returns the time until the next.
func (t *Timers) ring() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.heap) > 0 {
		a := t.heap[0]
		now := time.Now()
		if wait := a.at.Sub(now); wait > 0 {
			return wait
		}
		if err := a.game.offer((*actor).expire); !errors.Is(err, ErrBusy) {
			heap.Pop(&t.heap) // it is woken, or closed
			continue
		}
		a.at = now.Add(retry)
		heap.Fix(&t.heap, 0)
	}
	return time.Hour
}

// alarms is a heap by time.
type alarms []*alarm

func (h alarms) Len() int           { return len(h) }
func (h alarms) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h alarms) Swap(i, j int)      { h[i], h[j] = h[j], h[i]; h[i].i, h[j].i = i, j }
func (h *alarms) Push(x any)        { a := x.(*alarm); a.i = len(*h); *h = append(*h, a) }
func (h *alarms) Pop() any {
	old := *h
	a := old[len(old)-1]
	old[len(old)-1] = nil
	*h, a.i = old[:len(old)-1], -1
	return a
}
