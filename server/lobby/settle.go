package lobby

import (
	"context"
	"errors"
	"sync"
	"time"

	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

const (
	settlers    = 4                // ended games settled at once
	settleLimit = 10 * time.Second // the time for one attempt to settle a game
	settleRetry = time.Second      // the wait after a failed attempt
	// damageRetry is the wait after an attempt that found damaged data. A retry can succeed only
	// after the server has restored the data from its archive.
	damageRetry = time.Minute
)

// settleAll settles ended games until the queue is closed and empty.
func (l *Lobby) settleAll() {
	for game, ok := l.settlements.next(); ok; game, ok = l.settlements.next() {
		err := l.settle(l.settlements.closing, game)
		if l.settlements.endAttempt(game, err) && l.c.SettleFailed != nil {
			l.c.SettleFailed(game, err)
		}
	}
}

// Close settles the games that have ended, until ctx is done. The next start finds the
// remaining games in the log's list of live games. The caller must close the games first.
func (l *Lobby) Close(ctx context.Context) {
	stop := context.AfterFunc(ctx, l.settlements.stop)
	defer stop()
	l.settlements.close()
	l.settlements.workers.Wait()
	l.settlements.stop()
}

// settle stores the transcript and the result of an ended game, updates ratings and lists, and
// continues its series. Each step is idempotent. The last step calls Log.Finish. Until that call the log
// lists the game as live, and a restart or another server settles it again.
func (l *Lobby) settle(ctx context.Context, game string) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	played, records, err := l.readFinished(ctx, game)
	if err == nil && played != nil {
		if _, err = l.transcribe(ctx, game, records); err == nil {
			err = l.recordResult(ctx, played)
		}
	}
	if err != nil {
		return err
	}
	return l.c.Log.Finish(ctx, game)
}

// recordResult stores the result of an ended game, updates ratings and lists, and continues its
// series.
func (l *Lobby) recordResult(ctx context.Context, p *table.Summary) error {
	result, err := l.newResult(ctx, p)
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context, *Result) error{l.rate, l.enlist, l.storeResult} {
		if err := step(ctx, result); err != nil {
			return err
		}
	}
	if p.Header.Series != nil {
		return l.continueSeries(ctx, p)
	}
	return nil
}

// A settlementQueue holds the games that have ended and are not settled.
type settlementQueue struct {
	workers sync.WaitGroup
	closing context.Context // done when attempts must stop
	stop    context.CancelFunc

	mu     sync.Mutex
	more   *sync.Cond
	games  []string
	known  map[string]bool // queued, in progress, or waiting for a retry; true after damaged data
	closed bool
}

func newSettlementQueue() *settlementQueue {
	q := &settlementQueue{known: make(map[string]bool)}
	q.more = sync.NewCond(&q.mu)
	q.closing, q.stop = context.WithCancel(context.Background())
	return q
}

// add queues a game unless the queue already has it. While the store fails, the servers in a
// cluster report the same end repeatedly.
func (q *settlementQueue) add(game string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, known := q.known[game]; !known {
		q.known[game] = false
		q.push(game)
	}
}

// push appends a game to the queue. q.mu is held.
func (q *settlementQueue) push(game string) {
	q.games = append(q.games, game)
	q.more.Signal()
}

// next waits for a game. It reports false when the queue is closed and empty.
func (q *settlementQueue) next() (game string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.games) == 0 && !q.closed {
		q.more.Wait()
	}
	if len(q.games) == 0 {
		return "", false
	}
	game = q.games[0]
	q.games = q.games[1:]
	return game, true
}

// endAttempt ends an attempt to settle a game. After an error it queues the game again later. It returns
// true if the caller should report the error: damaged data of a game is reported once.
func (q *settlementQueue) endAttempt(game string, err error) (report bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err == nil {
		delete(q.known, game)
		return false
	}
	wait, damaged := settleRetry, errors.Is(err, store.ErrDamaged) || errors.Is(err, hub.ErrIncomplete)
	if damaged {
		wait = damageRetry
	}
	report = !damaged || !q.known[game]
	q.known[game] = damaged
	time.AfterFunc(wait, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.push(game)
	})
	return report
}

func (q *settlementQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}
