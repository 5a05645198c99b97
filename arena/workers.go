package arena

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// batch is how many outcomes a worker hands over at once: a hand-over
	// costs as much as a few dozen requests.
	batch = 64
	// linger is how long a worker of slow games keeps an outcome to itself.
	linger = 20 * time.Millisecond
	// ahead is how many batches a worker may be ahead of the slowest one.
	ahead = 4
)

// play plays the games and tallies them in order. Pair p is played by worker p
// modulo their number, so what is played does not depend on who is faster.
func (m *Match) play(ctx context.Context, t *tally) error {
	workers := m.Parallel
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, m.pair(m.Games-1)+1)
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	group, working := errgroup.WithContext(working)
	played := make([]chan []outcome, workers)
	for w := range played {
		played[w] = make(chan []outcome, ahead)
		group.Go(func() error { return m.work(working, w, workers, played[w]) })
	}
	outErr := m.collect(played, t)
	cancel()
	if err := group.Wait(); err != nil {
		return err
	}
	if outErr != nil {
		return fmt.Errorf("arena: writing the games: %w", outErr)
	}
	return ctx.Err()
}

// collect tallies what the workers have played, until it is all or one of them
// has stopped.
func (m *Match) collect(played []chan []outcome, t *tally) error {
	pending := make([][]outcome, len(played))
	for n := range m.Games {
		w := m.pair(n) % len(played)
		if len(pending[w]) == 0 {
			if pending[w] = <-played[w]; pending[w] == nil {
				break
			}
		}
		o := &pending[w][0]
		pending[w] = pending[w][1:]
		if err := t.add(n, o, len(pending[w]) == 0); err != nil {
			return err
		}
		if m.Progress != nil {
			m.Progress(n + 1)
		}
	}
	return t.flush()
}

// work plays the pairs of worker w, until ctx is done.
func (m *Match) work(ctx context.Context, w, workers int, played chan<- []outcome) error {
	defer close(played)
	lane := m.lane()
	var done []outcome
	sent := time.Now()
	for n := range m.Games {
		if m.pair(n)%workers != w {
			continue
		}
		o, err := lane.play(ctx, n)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("arena: game %d of seed %d: %w", n, m.Seed, err)
		}
		done = append(done, o)
		if len(done) == batch || time.Since(sent) > linger {
			handOver(ctx, played, done)
			done, sent = make([]outcome, 0, batch), time.Now()
		}
	}
	if len(done) > 0 {
		handOver(ctx, played, done)
	}
	return nil
}

func handOver(ctx context.Context, played chan<- []outcome, done []outcome) {
	select {
	case played <- done:
	case <-ctx.Done():
	}
}
