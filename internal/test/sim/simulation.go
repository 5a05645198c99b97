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

// A simulation is one simulated game with everything around it, guarded by mu. drive holds mu while
// it runs an event from the agenda. A game's goroutine holds mu during calls to its log and its
// clients. Neither blocks while it holds mu.
type simulation struct {
	plan
	seed      uint64
	mu        sync.Mutex
	rand      *rand.Rand
	begun     time.Time
	agenda    []event       // in chronological order
	numbers   int           // numbers issued so far
	scheduled chan struct{} // capacity 1; signals a new event
	logs      int           // logs opened so far
	group     sync.WaitGroup
	open      func(*log) store.Log

	disk    disk
	oracle  oracle
	nodes   [2]*node
	owner   int // the node to which clients are routed
	clients []*client
	calm    bool // the faults have ended

	failure error
	history hash.Hash64
	steps   []string // for a verbose run
	verbose bool
}

func newSimulation(seed uint64, o options) *simulation {
	w := &simulation{
		seed: seed, rand: rand.New(rand.NewPCG(seed, 0)), begun: time.Now(), scheduled: make(chan struct{}, 1),
		open: func(l *log) store.Log { return l }, history: fnv.New64a(), verbose: o.verbose,
	}
	if o.open != nil {
		w.open = o.open
	}
	w.plan = drawPlan(w.rand, seed)
	w.oracle = newOracle(w)
	return w
}

// An event is an action that drive performs at a given time.
type event struct {
	at time.Time
	do func()
}

// moment returns a unique time at least d from now. All waits in the code under test are whole
// milliseconds, so the consequences of different moments never coincide, and no two events run at
// once. An event that schedules two others takes the numbers of both before either runs.
func moment(d time.Duration, number int) time.Time {
	return time.Now().Add(max(d, 0)).Truncate(time.Millisecond).Add(time.Millisecond + time.Duration(number%1_000_000))
}

// number issues the number for a moment.
func (w *simulation) number() int {
	if w.numbers++; w.numbers == maxNumbers {
		w.fail("the simulation does not terminate")
	}
	return w.numbers % eventNumbers
}

// Number ranges for moments. Events use the lower half, and each log uses a part of the upper
// half.
const (
	eventNumbers = 500_000
	logNumbers   = 1_000
	maxNumbers   = 1_000_000
)

// after schedules an event.
func (w *simulation) after(d time.Duration, do func()) { w.event(d, w.number(), do) }

// event schedules an event with a given number.
func (w *simulation) event(d time.Duration, number int, do func()) {
	at := moment(d, number)
	i, _ := slices.BinarySearchFunc(w.agenda, at, func(e event, at time.Time) int { return e.at.Compare(at) })
	w.agenda = slices.Insert(w.agenda, i, event{at, do})
	select {
	case w.scheduled <- struct{}{}:
	default:
	}
}

// drive advances time and runs events until done returns true or the simulation has failed.
func (w *simulation) drive(done func() bool) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		synctest.Wait()
		w.mu.Lock()
		w.loadAtOwner()
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
			case <-w.scheduled: // a clock in the game has expired meanwhile
			}
			continue
		}
		w.agenda = slices.Delete(w.agenda, 0, 1)
		next.do()
		w.mu.Unlock()
	}
}

// between returns a random duration that is at least low and less than high.
func (w *simulation) between(low, high time.Duration) time.Duration {
	return low + time.Duration(w.rand.Int64N(int64(high-low)))
}

// chance returns true with probability p.
func (w *simulation) chance(p float64) bool { return w.rand.Float64() < p }

// fail records the first violation.
func (w *simulation) fail(format string, args ...any) {
	if w.failure == nil {
		w.failure = fmt.Errorf(format, args...)
		w.note("FAILED", -1, []byte(w.failure.Error()))
	}
}

// note adds a step to the history.
func (w *simulation) note(what string, who int, data []byte) {
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
