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
	// most bounds the games of one delivery. A delivery costs as much as a few dozen
	// requests.
	most = 64
	// linger bounds the time for which a worker holds back outcomes.
	linger = 20 * time.Millisecond
	// ahead bounds the spans per worker that wait in memory for a slower one before
	// them.
	ahead = 64
)

// A span is a range of pairs played by a worker.
type span struct {
	from  int // first pair
	games []outcome
	took  []decision
	times []Histogram // by bot, of a span played elsewhere
}

// play plays the remaining games and tallies them in order. Any free worker takes the
// next pairs; the result does not depend on which.
func (m *Match) play(ctx context.Context, t *tally) error {
	size := t.size()
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
	f := &field{match: m, size: size, pairs: int64(pairs), played: make(chan span, workers), free: make(chan struct{}, ahead*workers), spare: make(chan []outcome, 2*workers)}
	f.next.Store(int64(begin))
	for range cap(f.free) {
		f.free <- struct{}{}
	}
	for range workers {
		group.Go(func() error {
			if m.Elsewhere != nil {
				return m.Elsewhere(working, &t.header, begin, pairs, f.take)
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
	for range f.played { // the workers may be handing over
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
	size   int // games of a pair
	pairs  int64
	next   atomic.Int64 // the first pair not yet taken
	played chan span
	free   chan struct{}  // tokens: a worker needs one to take pairs
	spare  chan []outcome // buffers for reuse while still cached
}

// collect tallies spans until the match is over or the workers have stopped.
func (f *field) collect(next int, t *tally) error {
	begun := time.Now()
	written := begun
	waiting := map[int]span{} // by first pair
	for l := range f.played {
		waiting[l.from] = l
		for l, ok := waiting[next]; ok; l, ok = waiting[next] {
			delete(waiting, next)
			next += len(l.games) / f.size
			if err := f.add(l, t); err != nil {
				return fmt.Errorf("arena: writing the games: %w", err)
			}
			if t.done() {
				return nil
			}
			f.free <- struct{}{}
			select {
			case f.spare <- l.games[:0]:
			default:
			}
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

func (f *field) add(l span, t *tally) error {
	for _, d := range l.took {
		t.fresh.Bots[d.bot].add(d.took, 1)
	}
	for i := range min(len(l.times), len(t.fresh.Bots)) {
		t.fresh.Bots[i].Merge(l.times[i])
	}
	for i := range l.games {
		if err := t.add(&l.games[i]); err != nil {
			return err
		}
		if f.match.Progress != nil {
			f.match.Progress(t.games + len(t.unit))
		}
		if t.done() {
			break
		}
	}
	return nil
}

// work plays pairs until none are left or ctx is done.
func (f *field) work(ctx context.Context) error {
	lane := f.match.lane()
	defer lane.close()
	want := 1 // pairs to take
	for {
		select {
		case <-f.free:
		case <-ctx.Done():
			return nil
		}
		var games []outcome
		select {
		case games = <-f.spare:
		default:
		}
		from := int(f.next.Add(int64(want))) - want
		begun := time.Now()
		for pair := from; pair < min(from+want, int(f.pairs)); pair++ {
			for n := pair * f.size; n < (pair+1)*f.size; n++ {
				o, err := lane.play(ctx, n)
				switch {
				case ctx.Err() != nil:
					return nil
				case err != nil:
					return fmt.Errorf("arena: game %d of seed %d: %w", n, f.match.Seed, err)
				}
				games = append(games, o)
			}
		}
		if len(games) == 0 {
			return nil
		}
		select {
		case f.played <- span{from: from, games: games, took: lane.took()}:
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
