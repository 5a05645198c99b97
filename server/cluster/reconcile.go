package cluster

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"gamed/server/hub"
)

const (
	// inventoryTimeout is the maximum wait for the other servers' lists of games.
	inventoryTimeout = 2 * time.Second
	// joinWait is how long a new server listens for heartbeats before its first inventory.
	joinWait = 1100 * time.Millisecond
	// inventoryInterval is the interval between routine inventories.
	inventoryInterval = 5 * time.Minute
	// maxAdopting is the number of games adopted at once.
	maxAdopting = 16
	// electionTimeout is the maximum wait at startup for the log to list the games.
	electionTimeout = 20 * time.Second
	// olderRulesWait is how long a game of older rules waits for a server that has its rules.
	olderRulesWait = 5 * time.Minute
	// reconcileRetry is the wait after a failure of the log or the other servers.
	reconcileRetry = 500 * time.Millisecond
)

// reconcileSoon makes reconcileLoop run reconcile.
func (n *Node) reconcileSoon() {
	select {
	case n.reconcileWanted <- struct{}{}:
	default:
	}
}

// reconcileLoop runs reconcile at startup, after the loss of a server, after this server was
// frozen or lost NATS, and at regular intervals.
func (n *Node) reconcileLoop() {
	if !pause(n.closing, joinWait) {
		return
	}
	for first := true; ; {
		if err := n.reconcile(n.closing); err != nil {
			if !pause(n.closing, reconcileRetry) {
				return
			}
			continue
		}
		if first {
			close(n.recovered)
			first = false
		}
		select {
		case <-n.reconcileWanted:
		case <-time.After(n.interval):
		case <-n.closing.Done():
			return
		}
	}
}

// listLive returns the unfinished games. It waits while NATS elects a leader.
func (n *Node) listLive(ctx context.Context) (ids []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, electionTimeout)
	defer cancel()
	for {
		if ids, err = n.config.Log.Live(ctx); err == nil || !pause(ctx, reconcileRetry) {
			return ids, err
		}
	}
}

// reconcile drops games that other servers have taken, and adopts this server's share of the
// games without an owner.
func (n *Node) reconcile(ctx context.Context) error {
	stale := n.staleHeartbeat.Load()
	theirs, err := n.inventory(ctx)
	if err != nil {
		return err
	}
	for _, id := range n.Hub.Unfinished() {
		if theirs[id] {
			if err := n.Hub.CheckOwner(ctx, id); err != nil && !errors.Is(err, hub.ErrElsewhere) && !errors.Is(err, hub.ErrNotFound) {
				return err
			}
		}
	}
	n.staleHeartbeat.CompareAndSwap(stale, 0)
	live, err := n.config.Log.Live(ctx)
	n.logSilent.Store(err != nil)
	if err != nil {
		return err
	}
	if theirs, err = n.inventory(ctx); err != nil { // again: a game may have been created meanwhile
		return err
	}
	live = slices.DeleteFunc(live, func(id string) bool {
		// The log may still list a finished game that a request has loaded here.
		return theirs[id] || !hub.IsID(id) || n.Hub.Has(id) && !n.Hub.IsOver(id) || n.Hub.IsSetAside(id) || n.chosenOwner(id) != n.id
	})
	if err := n.adopt(ctx, live); err != nil {
		return err
	}
	return n.rescue(ctx, olderRulesWait)
}

// adopt takes games without an owner.
func (n *Node) adopt(ctx context.Context, ids []string) error {
	n.adopting.Store(int64(len(ids)))
	n.adoptingKnown.Store(true)
	defer n.adopting.Store(0)
	return forEach(ctx, ids, func(id string) error {
		defer n.adopting.Add(-1)
		return n.take(ctx, id, false)
	})
}

// rescue moves the games of older rules that this server has set aside to servers that have the
// rules. It ends a game as a draw only after the game has waited for at least minWait, because a
// server with the rules may be frozen or restarting. The error is as in [forEach].
func (n *Node) rescue(ctx context.Context, minWait time.Duration) error {
	since := n.Hub.Stranded()
	return forEach(ctx, slices.Collect(maps.Keys(since)), func(id string) error {
		_, err := n.Get(ctx, id)
		switch {
		case err == nil:
			n.Hub.Drop(id) // another server runs the game
		case errors.Is(err, hub.ErrSetAside) && time.Since(since[id]) >= minWait:
			if err = n.Hub.EndOlder(ctx, id); err == nil {
				n.tellTaken(id)
			}
		}
		return err
	})
}

// forEach calls the function do for every game, for up to maxAdopting games at once. It returns
// ErrUnavailable if the log did not respond for a game. It ignores other errors: they mean that a
// game is elsewhere, over or set aside. If ctx is done, forEach skips the remaining games.
func forEach(ctx context.Context, ids []string, do func(id string) error) error {
	var workers errgroup.Group
	workers.SetLimit(maxAdopting)
	for _, id := range ids {
		if ctx.Err() != nil {
			break
		}
		workers.Go(func() error {
			if errors.Is(do(id), hub.ErrUnavailable) {
				return hub.ErrUnavailable
			}
			return nil
		})
	}
	return cmp.Or(workers.Wait(), ctx.Err())
}

// take makes this server the owner of a game.
func (n *Node) take(ctx context.Context, id string, wanted bool) error {
	if err := n.Hub.Take(ctx, id, wanted); err != nil {
		return err
	}
	if err := n.subscribeTo(id); err != nil {
		return hub.ErrUnavailable
	}
	if n.Hub.Has(id) { // false for a finished game
		n.counts.takenGames.Add(1)
	}
	n.tellTaken(id)
	return nil
}

// tellTaken tells the other servers that this server has changed the owner of a game or ended
// the game. A server that misses the message notices the change at the next inventory.
func (n *Node) tellTaken(id string) { _ = n.conn.Publish(n.subject("taken", id), []byte(n.id)) }

// onTaken drops a game that another server has taken. Otherwise waiting players and spectators
// would receive no more updates. If the log does not respond, onTaken tries again.
func (n *Node) onTaken(msg *nats.Msg) {
	id, owner := lastPart(msg.Subject), string(msg.Data)
	if owner == n.id || !n.Hub.IsKnown(id) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closing.Err() == nil {
		n.group.Go(func() { n.dropTaken(id, owner) })
	}
}

// dropTaken drops a game that another server has taken. If that server has stopped meanwhile, an
// inventory may have found the game still here, so dropTaken asks for another inventory.
func (n *Node) dropTaken(id, owner string) {
	for errors.Is(n.Hub.CheckOwner(n.closing, id), hub.ErrUnavailable) {
		if !pause(n.closing, reconcileRetry) {
			return
		}
	}
	n.mu.Lock()
	here := n.peers[owner] != nil
	n.mu.Unlock()
	if !here {
		n.reconcileSoon()
	}
}
