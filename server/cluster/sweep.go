package cluster

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/server/hub"
)

const (
	// rollCall is how long the others may take to name their games.
	rollCall = 2 * time.Second
	// greeting is how long a server listens for the others before it adopts games.
	greeting = 1100 * time.Millisecond
	// round is how often the games are gone through when nothing has happened.
	round = 5 * time.Minute
	// adopters is how many games are adopted at once.
	adopters = 16
	// electing is how long the log may take to say at the start which games there are.
	electing = 20 * time.Second
	// retry is the wait after a time when the log or the others did not answer.
	retry = 500 * time.Millisecond
)

// want has the games gone through soon.
func (n *Node) want() {
	select {
	case n.wanted <- struct{}{}:
	default:
	}
}

// sweeps goes through the games of all servers at the start, when a server is gone,
// when this one was frozen, and now and then.
func (n *Node) sweeps() {
	if !pause(n.closing, greeting) {
		return
	}
	for first := true; ; {
		if err := n.sweep(n.closing); err != nil {
			if !pause(n.closing, retry) {
				return
			}
			continue
		}
		if first {
			close(n.recovered)
			first = false
		}
		timer := time.NewTimer(round)
		select {
		case <-n.wanted:
		case <-timer.C:
		case <-n.closing.Done():
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

// live asks the log which games are not over, for a server that starts while NATS elects.
func (n *Node) live(ctx context.Context) (ids []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, electing)
	defer cancel()
	for {
		if ids, err = n.config.Log.Live(ctx); err == nil || !pause(ctx, retry) {
			return ids, err
		}
	}
}

// sweep lets those games go that others have taken, and adopts this server's share of
// those that nobody has.
func (n *Node) sweep(ctx context.Context) error {
	stale := n.stale.Load()
	theirs, err := n.roll(ctx)
	if err != nil {
		return err
	}
	for _, id := range n.local.Here() {
		if theirs[id] {
			if _, err := n.local.Mine(ctx, id); err != nil && !errors.Is(err, hub.ErrNotFound) {
				return err
			}
		}
	}
	n.stale.CompareAndSwap(stale, 0)
	live, err := n.config.Log.Live(ctx)
	n.unheard.Store(err != nil)
	if err != nil {
		return err
	}
	if theirs, err = n.roll(ctx); err != nil { // again: a game that was made meanwhile has its server
		return err
	}
	live = slices.DeleteFunc(live, func(id string) bool {
		// One that is over here, where somebody has looked at it, may not have been noted as such.
		return theirs[id] || !hub.IsID(id) || n.local.Has(id) && !n.local.Over(id) || n.local.Aside(id) || n.chosen(id) != n.id
	})
	return n.adopt(ctx, live)
}

// adopt takes games that nobody has.
func (n *Node) adopt(ctx context.Context, ids []string) error {
	n.adopting.Store(int64(len(ids)))
	n.counted.Store(true)
	defer n.adopting.Store(0)
	var next atomic.Int64
	var failed atomic.Bool
	var workers sync.WaitGroup
	for range min(adopters, len(ids)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(ids) {
					return
				}
				err := n.take(ctx, ids[i], false)
				n.adopting.Add(-1)
				if errors.Is(err, hub.ErrUnavailable) {
					failed.Store(true)
				} // any other game is elsewhere, or over, or set aside
			}
		})
	}
	workers.Wait()
	if failed.Load() {
		return hub.ErrUnavailable
	}
	return ctx.Err()
}

// take makes a game this server's.
func (n *Node) take(ctx context.Context, id string, wanted bool) error {
	if err := n.local.Take(ctx, id, wanted); err != nil {
		return err
	}
	if err := n.hold(id); err != nil {
		return hub.ErrUnavailable
	}
	if n.local.Has(id) { // one that is over may be no more
		n.counts.taken.Add(1)
	}
	_ = n.conn.Publish(n.subject("taken", id), []byte(n.id)) // one that is not told finds out at the next roll call
	return nil
}

// taken lets a game go that another server says it has taken. Without it the old owner
// would show those who only wait or watch a game that stands still.
func (n *Node) taken(msg *nats.Msg) {
	id := last(msg.Subject)
	if string(msg.Data) == n.id || !n.local.Has(id) && !n.local.Aside(id) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closing.Err() == nil {
		n.group.Go(func() { _, _ = n.local.Mine(n.closing, id) }) // the same
	}
}
