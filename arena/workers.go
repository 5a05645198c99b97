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
	// most is the maximum number of games per delivery. A delivery costs as much as a few dozen
	// requests.
	most = 64
	// linger is the maximum time for which a worker holds back finished games.
	linger = 20 * time.Millisecond
	// ahead is the maximum number of batches per worker that wait in memory for a slower,
	// earlier batch.
	ahead = 64
)

// play plays the remaining games and tallies them in order. Any free worker takes the next
// pairs. The assignment does not affect the result.
func (m *Match) play(ctx context.Context, t *tally) error {
	size := t.header.Unit()
	begin, pairs := t.games/size, m.Games/size
	workers := m.Parallel
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, pairs-begin)
	if m.Elsewhere != nil {
		workers = 1
	}
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	group, working := errgroup.WithContext(working)
	f := &field{match: m, size: size, pairs: pairs, played: make(chan *Batch, workers), free: make(chan struct{}, ahead*workers)}
	f.next.Store(int64(begin))
	for range cap(f.free) {
		f.free <- struct{}{}
	}
	for range workers {
		group.Go(func() error {
			if m.Elsewhere != nil {
				return m.Elsewhere(working, &t.header, begin, f.take)
			}
			return f.work(working)
		})
	}
	failed := make(chan error, 1)
	go func() {
		failed <- group.Wait()
		close(f.played)
	}()
	err := f.collect(begin, t)
	cancel()
	for range f.played { // workers may still be sending
	}
	if stopped := <-failed; err == nil && stopped != nil && !t.done() {
		err = stopped
	}
	if err == nil && !t.done() {
		err = ctx.Err()
	}
	return err
}

// A field is the state shared by the workers of a match.
type field struct {
	match  *Match
	size   int          // games per pair
	pairs  int          // of the match
	next   atomic.Int64 // the first pair not yet taken
	played chan *Batch
	free   chan struct{} // tokens; a worker needs one to take pairs
}

// collect tallies batches until the match is over or the workers have stopped.
func (f *field) collect(next int, t *tally) error {
	begun := time.Now()
	written := begun
	waiting := map[int]*Batch{} // by first pair
	for b := range f.played {
		waiting[b.First] = b
		for b, ok := waiting[next]; ok; b, ok = waiting[next] {
			delete(waiting, next)
			next += len(b.played) / f.size
			if err := f.add(b, t); err != nil {
				return fmt.Errorf("arena: %w", err)
			}
			if t.done() {
				return nil
			}
			f.free <- struct{}{}
		}
		if len(f.played) > 0 {
			continue // the lines can wait
		}
		if now := time.Now(); now.Sub(written) > every {
			t.clock(now.Sub(begun))
			written = now
		}
		if err := t.flush(); err != nil {
			return fmt.Errorf("arena: writing the games: %w", err)
		}
	}
	return nil
}

func (f *field) add(b *Batch, t *tally) error {
	for i := range min(len(b.Times), len(t.fresh.Bots)) {
		t.fresh.Bots[i].Merge(b.Times[i])
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
func (f *field) work(ctx context.Context) error {
	w := f.match.worker()
	defer w.Close()
	want := 1 // pairs to take
	for {
		select {
		case <-f.free:
		case <-ctx.Done():
			return nil
		}
		from := int(f.next.Add(int64(want))) - want
		if from >= f.pairs {
			return nil
		}
		begun := time.Now()
		b, err := w.play(ctx, from, min(want, f.pairs-from))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		select {
		case f.played <- b:
		case <-ctx.Done():
			return nil
		}
		switch took := time.Since(begun); {
		case took < linger/2:
			want = min(2*want, max(most/f.size, 1))
		case took > linger:
			want = max(want/2, 1)
		}
	}
}
