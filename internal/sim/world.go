package sim

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"testing/synctest"
	"time"

	"gamed/store"
)

// A world is one simulation. mu guards it. The driver holds mu during events of the agenda,
// and a game's goroutine during calls to its log and its clients. Neither blocks while
// holding mu.
type world struct {
	plan
	seed    uint64
	mu      sync.Mutex
	rand    *rand.Rand
	begun   time.Time
	agenda  []event       // in order of time
	numbers int           // numbers issued so far
	sooner  chan struct{} // capacity 1: signals a new event
	logs    int           // logs opened so far
	group   sync.WaitGroup
	open    func(*log) store.Log

	disk    disk
	truth   truth
	nodes   [2]*node
	owner   int // the node to which clients are routed
	clients []*client
	calm    bool // the faults have ended

	failure error
	history hash.Hash64
	steps   []string // for a verbose run
	verbose bool
}

func newWorld(seed uint64, o options) *world {
	w := &world{
		seed: seed, rand: rand.New(rand.NewPCG(seed, 0)), begun: time.Now(), sooner: make(chan struct{}, 1),
		open: func(l *log) store.Log { return l }, history: fnv.New64a(), verbose: o.verbose,
	}
	if o.open != nil {
		w.open = o.open
	}
	w.plan = drawPlan(w.rand, seed)
	w.truth = newTruth(w)
	return w
}

// An event is an action of the driver at a given time.
type event struct {
	at time.Time
	do func()
}

// moment returns a unique time at least d away. All waits of the code under test are whole
// milliseconds, so consequences of different moments never coincide: only one thing runs
// at any time. If one event causes two, their numbers are issued beforehand.
func moment(d time.Duration, number int) time.Time {
	return time.Now().Add(max(d, 0)).Truncate(time.Millisecond).Add(time.Millisecond + time.Duration(number%1_000_000))
}

// number issues a number for a moment.
func (w *world) number() int {
	if w.numbers++; w.numbers == maxNumbers {
		w.fail("the simulation does not terminate")
	}
	return w.numbers % ofEvents
}

// Number ranges of moments: events use the lower half, and each log a part of the upper.
const (
	ofEvents   = 500_000
	ofLog      = 1_000
	maxNumbers = 1_000_000
)

// after plans an event.
func (w *world) after(d time.Duration, do func()) { w.event(d, w.number(), do) }

// event plans an event with a given number.
func (w *world) event(d time.Duration, number int, do func()) {
	at := moment(d, number)
	i, _ := slices.BinarySearchFunc(w.agenda, at, func(e event, at time.Time) int { return e.at.Compare(at) })
	w.agenda = slices.Insert(w.agenda, i, event{at, do})
	select {
	case w.sooner <- struct{}{}:
	default:
	}
}

// drive advances time and runs events until done or failed.
func (w *world) drive(done func() bool) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		synctest.Wait()
		w.mu.Lock()
		w.tend()
		if w.failure != nil || done() {
			w.mu.Unlock()
			return
		}
		next := w.agenda[0]
		if wait := time.Until(next.at); wait > 0 {
			timer.Reset(wait)
			w.mu.Unlock()
			select {
			case <-timer.C:
			case <-w.sooner: // a clock of the game has expired meanwhile
			}
			continue
		}
		w.agenda = slices.Delete(w.agenda, 0, 1)
		next.do()
		w.mu.Unlock()
	}
}

// between draws a duration.
func (w *world) between(from, to time.Duration) time.Duration {
	return from + time.Duration(w.rand.Int64N(int64(to-from)))
}

// chance reports true with probability p.
func (w *world) chance(p float64) bool { return w.rand.Float64() < p }

// fail records the first violation.
func (w *world) fail(format string, args ...any) {
	if w.failure == nil {
		w.failure = fmt.Errorf(format, args...)
		w.note("FAILED", -1, []byte(w.failure.Error()))
	}
}

// note adds a step to the history.
func (w *world) note(what string, who int, data []byte) {
	at := time.Since(w.begun)
	var head [16]byte
	binary.LittleEndian.PutUint64(head[:], uint64(at))
	binary.LittleEndian.PutUint64(head[8:], uint64(who))
	_, _ = w.history.Write(head[:])
	_, _ = w.history.Write([]byte(what))
	_, _ = w.history.Write(data)
	if w.verbose {
		w.steps = append(w.steps, fmt.Sprintf("%12.3fs %-12s %2d %.300s", at.Seconds(), what, who, data))
	}
}
