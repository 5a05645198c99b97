// Package load measures the throughput and latency of a store, and of a server that uses it. It
// appends records or plays games, at full speed or at a fixed rate, and times each acknowledgement.
package load

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Plan describes a load.
type Plan struct {
	Games int // games written or played concurrently
	// Rate is the total number of requests due per second over all games, at even intervals. The
	// latency of a late request counts from the time it was due. If Rate is 0, each game sends its
	// next request when the previous one is acknowledged.
	Rate float64
	// Duration is the time to measure. If no request is acknowledged in that time, the run
	// continues until the first acknowledgement.
	Duration time.Duration
	WarmUp   time.Duration // time under load before the measurement starts
	// Probes are other actions, such as a ping, that are timed while games are played. An error of a
	// probe ends the run.
	Probes []func() error
}

// A Result holds the figures of one run.
type Result struct {
	Due     float64       // requests due each second; 0 at full speed
	Rate    float64       // requests acknowledged each second
	P50     time.Duration // latency, from when a request was due, or sent at full speed
	P99     time.Duration
	Worst   time.Duration
	Refused int           // requests refused, for example by a full store
	Work    time.Duration // processor time of this process per acknowledged request
	Probes  []Spread      // of the times of each probe in [Plan.Probes]
}

// A Spread is the distribution of several times.
type Spread struct{ P50, P99, Worst time.Duration }

// spreadOf sorts the times and returns their distribution.
func spreadOf(took []time.Duration) Spread {
	if len(took) == 0 {
		return Spread{}
	}
	slices.Sort(took)
	last := len(took) - 1
	return Spread{took[last/2], took[last*99/100], took[last]}
}

// A tally collects the latencies of a run. Its methods may be called from any goroutine.
type tally struct {
	due        float64
	begin, end time.Time    // the limits of the measurement
	cpuAtBegin atomic.Int64 // processor time at begin, in nanoseconds
	once       sync.Once
	first      chan struct{} // closed at the first acknowledgement that counts
	firstAt    time.Time     // set before first is closed

	mu      sync.Mutex
	took    []time.Duration
	refused int
}

// newTally returns the tally of a run that starts now.
func newTally(p Plan) *tally {
	begin := time.Now().Add(p.WarmUp)
	t := &tally{due: p.Rate, begin: begin, end: begin.Add(p.Duration), first: make(chan struct{})}
	time.AfterFunc(p.WarmUp, func() { t.cpuAtBegin.Store(int64(ProcessorTime())) })
	return t
}

// add adds the latencies and the number of refusals of a game.
func (t *tally) add(took []time.Duration, refused int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took = append(t.took, took...)
	t.refused += refused
}

// counts reports whether an acknowledgement at the given time counts: between begin and end, or as
// the first acknowledgement after begin.
func (t *tally) counts(now time.Time) bool {
	if now.Before(t.begin) {
		return false
	}
	counts := now.Before(t.end)
	t.once.Do(func() {
		t.firstAt, counts = now, true
		close(t.first)
	})
	return counts
}

// over reports whether the measurement has ended.
func (t *tally) over(now time.Time) bool {
	select {
	case <-t.first:
		return !now.Before(t.end)
	default:
		return false
	}
}

// wait waits for the end of the measurement. It returns false if ctx is done.
func (t *tally) wait(ctx context.Context) bool {
	end, cancel := context.WithDeadline(ctx, t.end)
	defer cancel()
	<-end.Done()
	select {
	case <-t.first:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

func (t *tally) result() Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	end := t.end
	if t.firstAt.After(end) {
		end = t.firstAt
	}
	r := Result{Due: t.due, Refused: t.refused, Rate: float64(len(t.took)) / end.Sub(t.begin).Seconds()}
	if len(t.took) > 0 {
		r.Work = (ProcessorTime() - time.Duration(t.cpuAtBegin.Load())) / time.Duration(len(t.took))
		s := spreadOf(t.took)
		r.P50, r.P99, r.Worst = s.P50, s.P99, s.Worst
	}
	return r
}
