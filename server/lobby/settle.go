package lobby

import (
	"context"
	"sync"
	"time"

	"gamed/store"
)

const (
	// settlers is how many games that have ended are seen to at once.
	settlers = 4
	// settling is how long that may take for one of them.
	settling = 10 * time.Second
	// again is the wait after a time when the store or the games did not answer.
	again = time.Second
)

// Log returns the log that the games are to be run on. It is that of the Config, but a
// game that is finished there is noted as such only when its result has been: so one
// whose server dies between the two is found among the live games, by the next start or
// by another server, and finished once more.
func (l *Lobby) Log() store.Log { return settledLog{l.c.Log, l.desk} }

type settledLog struct {
	store.Log
	desk *desk
}

func (s settledLog) Finish(_ context.Context, game string) error {
	s.desk.put(game)
	return nil
}

// Open lets the lobby see to games, which run on its Log.
func (l *Lobby) Open(games Games) {
	l.games = games
	for range settlers {
		l.desk.workers.Go(func() {
			for {
				game, ok := l.desk.take()
				if !ok {
					return
				}
				err := l.settle(l.desk.closing, game)
				l.desk.done(game, err == nil)
				if err != nil && l.c.Failed != nil {
					l.c.Failed(game, err)
				}
			}
		})
	}
}

// Close waits until all games that have ended have been seen to, or ctx is done. Those
// that could not be are left to the next start. Call it when the games are closed.
func (l *Lobby) Close(ctx context.Context) {
	stop := context.AfterFunc(ctx, l.desk.stop)
	defer stop()
	l.desk.close()
	l.desk.workers.Wait()
	l.desk.stop()
}

// A desk is the games that have ended and have not been seen to.
type desk struct {
	workers sync.WaitGroup
	closing context.Context // done when nothing more is to be waited for
	stop    context.CancelFunc

	mu     sync.Mutex
	more   *sync.Cond
	games  []string
	known  map[string]bool // these, those that are being seen to, and those to be tried again
	closed bool
}

func newDesk() *desk {
	d := &desk{known: make(map[string]bool)}
	d.more = sync.NewCond(&d.mu)
	d.closing, d.stop = context.WithCancel(context.Background())
	return d
}

func (d *desk) put(game string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known[game] {
		return // other servers' games are found finished again and again while a store is silent
	}
	d.known[game] = true
	d.games = append(d.games, game)
	d.more.Signal()
}

// take waits for a game. It reports false when there are none and none will come.
func (d *desk) take() (game string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.games) == 0 && !d.closed {
		d.more.Wait()
	}
	if len(d.games) == 0 {
		return "", false
	}
	game = d.games[0]
	d.games = d.games[1:]
	return game, true
}

// done notes what has become of a game. One that could not be seen to comes back after a
// while.
func (d *desk) done(game string, settled bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if settled {
		delete(d.known, game)
		return
	}
	time.AfterFunc(again, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.games = append(d.games, game)
		d.more.Signal()
	})
}

func (d *desk) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.more.Broadcast()
}

// settle sees to a game that has ended. All of it may be done again.
func (l *Lobby) settle(ctx context.Context, game string) error {
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	played, err := l.played(ctx, game)
	if err != nil {
		return err
	}
	if played != nil {
		result, err := l.result(ctx, played)
		if err == nil {
			err = l.rate(ctx, result)
		}
		if err == nil {
			err = l.enlist(ctx, result)
		}
		if err == nil {
			err = l.note(ctx, result)
		}
		if err == nil && played.header.Series != nil {
			err = l.goOn(ctx, played)
		}
		if err != nil {
			return err
		}
	}
	return l.c.Log.Finish(ctx, game)
}
