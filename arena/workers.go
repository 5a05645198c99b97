package arena

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// maxBatch is the maximum number of games per batch. Passing on a batch costs as much time as a
	// few dozen requests.
	maxBatch = 256
	// slowBatch is the time for a batch above which a worker takes fewer pairs for its next batch.
	// So a finished game waits only briefly for the other games of its batch.
	slowBatch = 20 * time.Millisecond
	// maxAhead is the maximum number of batches per worker that wait in memory for a slower,
	// earlier batch.
	maxAhead = 64
)

// play plays the remaining games and tallies them in order. Any free worker takes the next pairs.
// Which worker plays a pair does not affect the result.
func (m *Match) play(ctx context.Context, t *tally) error {
	size := t.header.UnitSize()
	begin, pairs := t.games/size, m.Games/size
	workers := m.Parallel
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, pairs-begin)
	if m.PlayElsewhere != nil {
		workers = 1
	}
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	group, working := errgroup.WithContext(working)
	f := &sharedState{match: m, unitSize: size, pairCount: pairs, batches: make(chan *Batch, workers), tokens: make(chan struct{}, maxAhead*workers)}
	f.nextPair.Store(int64(begin))
	for range cap(f.tokens) {
		f.tokens <- struct{}{}
	}
	for range workers {
		group.Go(func() error {
			if m.PlayElsewhere != nil {
				return m.PlayElsewhere(working, &t.header, begin, f.deliver)
			}
			return f.work(working)
		})
	}
	failed := make(chan error, 1)
	go func() {
		failed <- group.Wait()
		close(f.batches)
	}()
	err := f.collect(begin, t)
	cancel()
	for range f.batches { // workers may still be sending
	}
	if stopped := <-failed; err == nil && stopped != nil && !t.done() {
		err = stopped
	}
	if err == nil && !t.done() {
		err = ctx.Err()
	}
	return err
}

// A sharedState is the state shared by the workers of a match.
type sharedState struct {
	match     *Match
	unitSize  int          // games per pair
	pairCount int          // number of pairs in the match
	nextPair  atomic.Int64 // number of the first pair that no worker has taken
	batches   chan *Batch
	tokens    chan struct{} // tokens; a worker takes one per batch, and collect returns it
}

// collect tallies batches until the match is over or the workers have stopped.
func (f *sharedState) collect(next int, t *tally) error {
	start := time.Now()
	written := start
	waiting := map[int]*Batch{} // batches by the number of their first pair
	for b := range f.batches {
		waiting[b.First] = b
		for b, ok := waiting[next]; ok; b, ok = waiting[next] {
			delete(waiting, next)
			next += len(b.played) / f.unitSize
			if err := f.add(b, t); err != nil {
				return fmt.Errorf("arena: %w", err)
			}
			if t.done() {
				return nil
			}
			f.tokens <- struct{}{}
		}
		if len(f.batches) > 0 {
			continue // the lines can wait until the next batches are added
		}
		if now := time.Now(); now.Sub(written) > timesInterval {
			t.writeTimes(now.Sub(start))
			written = now
		}
		if err := t.flush(); err != nil {
			return fmt.Errorf("arena: writing the games: %w", err)
		}
	}
	return nil
}

func (f *sharedState) add(b *Batch, t *tally) error {
	for i := range min(len(b.Times), len(t.unwrittenTimes.Bots)) {
		t.unwrittenTimes.Bots[i].Merge(b.Times[i])
	}
	for i := range b.played {
		if err := t.add(&b.played[i]); err != nil {
			return err
		}
		if f.match.Progress != nil {
			f.match.Progress(t.progress())
		}
		if t.done() {
			break
		}
	}
	return nil
}

// work plays pairs until none are left or ctx is done.
func (f *sharedState) work(ctx context.Context) error {
	w := f.match.worker()
	defer w.Close()
	want := 1 // number of pairs to take
	for {
		select {
		case <-f.tokens:
		case <-ctx.Done():
			return nil
		}
		from := int(f.nextPair.Add(int64(want))) - want
		if from >= f.pairCount {
			return nil
		}
		start := time.Now()
		b, err := w.play(ctx, from, min(want, f.pairCount-from))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		select {
		case f.batches <- b:
		case <-ctx.Done():
			return nil
		}
		switch took := time.Since(start); {
		case took < slowBatch/2:
			want = min(2*want, max(maxBatch/f.unitSize, 1))
		case took > slowBatch:
			want = max(want/2, 1)
		}
	}
}
