// Package load measures what a store, and a server on it, take: it appends
// records, or plays games, as fast as they go or at a fixed rate, and notes how long
// each acknowledgement takes.
package load

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Plan is how hard to press, and for how long.
type Plan struct {
	Games int // how many are written or played at once
	// Rate is how many requests a second are due in all. Each game has its share at
	// even distances, and what is late counts from when it was due, also while the one
	// before is still waited for. With 0 each game makes its next request as soon
	// as the one before is acknowledged.
	Rate float64
	// For is how long to measure. If nothing is acknowledged in that time, it goes on until
	// something is.
	For  time.Duration
	Warm time.Duration // before anything counts
}

// A Result is what was measured.
type Result struct {
	Due     float64       // requests a second that were due, 0 for as many as go
	Rate    float64       // acknowledged requests a second
	P50     time.Duration // from when a request was due, or sent if no rate is given, to its acknowledgement
	P99     time.Duration
	Worst   time.Duration
	Refused int           // requests that were not taken, as by a store that is full
	Work    time.Duration // of all processors of this process, for each request
}

// A tally collects how long the requests of a run take. Its methods may be called from
// any goroutine.
type tally struct {
	due        float64
	begin, end time.Time    // what is acknowledged between them counts
	used       atomic.Int64 // nanoseconds of the processors, before begin
	once       sync.Once
	first      chan struct{} // closed when something has counted, or nothing will

	mu      sync.Mutex
	took    []time.Duration
	refused int
	late    time.Time // when the first one counted, if that was after end
}

// newTally is one for a run that begins now.
func newTally(p Plan) *tally {
	begin := time.Now().Add(p.Warm)
	t := &tally{due: p.Rate, begin: begin, end: begin.Add(p.For), first: make(chan struct{})}
	time.AfterFunc(p.Warm, func() { t.used.Store(int64(Processors())) })
	return t
}

// add notes what a game has seen.
func (t *tally) add(took []time.Duration, refused int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took = append(t.took, took...)
	t.refused += refused
}

// counts reports whether an acknowledgement counts: between begin and end, and if there
// was none, the first one after that.
func (t *tally) counts(now time.Time) bool {
	switch {
	case now.Before(t.begin):
		return false
	case now.Before(t.end):
		t.once.Do(func() { close(t.first) })
		return true
	}
	counts := false
	t.once.Do(func() {
		t.mu.Lock()
		t.late, counts = now, true
		t.mu.Unlock()
		close(t.first)
	})
	return counts
}

// over reports whether nothing counts any more.
func (t *tally) over(now time.Time) bool {
	select {
	case <-t.first:
		return !now.Before(t.end)
	default:
		return false
	}
}

// wait waits until nothing counts any more, and reports false if ctx is done before.
func (t *tally) wait(ctx context.Context) bool {
	if !until(ctx, t.end) {
		return false
	}
	select {
	case <-t.first:
		return true
	case <-ctx.Done():
		return false
	}
}

// fail ends the wait for something that counts.
func (t *tally) fail() { t.once.Do(func() { close(t.first) }) }

func (t *tally) result() Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	end := t.end
	if t.late.After(end) {
		end = t.late
	}
	r := Result{Due: t.due, Refused: t.refused, Rate: float64(len(t.took)) / end.Sub(t.begin).Seconds()}
	if len(t.took) > 0 {
		slices.Sort(t.took)
		r.Work = (Processors() - time.Duration(t.used.Load())) / time.Duration(len(t.took))
		last := len(t.took) - 1
		r.P50, r.P99, r.Worst = t.took[last/2], t.took[last*99/100], t.took[last]
	}
	return r
}

// until waits for a time, and reports false if ctx is done before.
func until(ctx context.Context, at time.Time) bool {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
