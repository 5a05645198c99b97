package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
)

const (
	ownerTimeout = 2 * time.Second       // for an owner to respond; after that the owner counts as frozen
	findTimeout  = 10 * time.Second      // for the search for a game
	retryPause   = 20 * time.Millisecond // between attempts
)

// locate returns the owner of a game, or "" if no server answers as its owner in time.
func (n *Node) locate(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, ownerTimeout)
	defer cancel()
	msg, err := n.conn.RequestWithContext(ctx, n.subject("at", id), nil)
	switch {
	case err == nil:
		return string(msg.Data), nil
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, context.DeadlineExceeded) && n.conn.IsConnected():
		return "", nil
	}
	return "", fmt.Errorf("cluster: owner of game %s: %w: %w", id, hub.ErrUnavailable, err)
}

// withGame gives access to the game of q. If this server owns the game, withGame calls the function
// local. Otherwise it calls the function remote with the owner's id. If the game has no owner, a
// server takes it over first.
func withGame[T any](ctx context.Context, n *Node, q *query, local func() (T, error), remote func(ctx context.Context, node string) (T, error)) (v T, err error) {
	if !hub.IsID(q.Game) {
		return v, hub.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	for {
		v, err = tryWithGame(ctx, n, q, local, remote)
		if !errors.Is(err, hub.ErrElsewhere) && !errors.Is(err, errNoAnswer) {
			return v, err
		}
		if !pause(ctx, retryPause) {
			return v, fmt.Errorf("cluster: game %s: %w: %w", q.Game, hub.ErrUnavailable, err)
		}
	}
}

func tryWithGame[T any](ctx context.Context, n *Node, q *query, local func() (T, error), remote func(ctx context.Context, node string) (T, error)) (v T, err error) {
	nodes, err := n.owners(ctx, q)
	for _, node := range nodes {
		if node != n.id {
			v, err = remote(ctx, node)
		} else if err = n.takeOwnerless(ctx, q); err == nil {
			v, err = local()
		}
		if !errors.Is(err, hub.ErrSetAside) {
			break
		}
	}
	return v, err
}

// owners returns the owner of the game of q. For a game without an owner it sets q.Take and returns
// all candidates, since a server with another version may be unable to run the game.
func (n *Node) owners(ctx context.Context, q *query) ([]string, error) {
	if err := n.awaitCurrent(ctx); err != nil {
		return nil, err
	}
	q.Take = false
	if n.Hub.Has(q.Game) {
		return []string{n.id}, nil
	}
	node, err := n.locate(ctx, q.Game)
	if err != nil {
		return nil, err
	}
	if node != "" {
		return []string{node}, nil
	}
	q.Take = true
	return n.candidates(q.Game), nil
}

// Create creates a game on this server, or returns the one that was created with spec.Key on
// any server.
func (n *Node) Create(ctx context.Context, spec hub.Spec) (hub.Info, error) {
	for {
		id, made, err := n.Hub.Lookup(ctx, &spec)
		if err != nil {
			return hub.Info{}, err
		}
		if made {
			return n.Get(ctx, id)
		}
		info, err := n.Hub.Create(ctx, spec)
		if errors.Is(err, hub.ErrElsewhere) {
			continue // another server has just created the game
		}
		if err != nil {
			return info, err
		}
		if err := n.subscribeTo(info.ID); err != nil {
			return info, fmt.Errorf("cluster: game %s: %w: %w", info.ID, hub.ErrUnavailable, err)
		}
		return info, nil
	}
}

// Get returns a game on any server.
func (n *Node) Get(ctx context.Context, id string) (hub.Info, error) {
	q := &query{Kind: "get", Game: id}
	return withGame(ctx, n, q,
		func() (hub.Info, error) { return n.Hub.Get(ctx, id) },
		func(ctx context.Context, node string) (hub.Info, error) {
			a, err := n.ask(ctx, node, q)
			return a.Info, err
		})
}

// AnnounceNext sends the id of the next game to the clients of a game on any server.
func (n *Node) AnnounceNext(ctx context.Context, id, next string) error {
	if n.Hub.Has(id) {
		return n.Hub.AnnounceNext(ctx, id, next)
	}
	node, err := n.locate(ctx, id)
	if err == nil && node != "" && node != n.id {
		_, err = n.ask(ctx, node, &query{Kind: "follow", Game: id, Next: next})
	}
	return err
}

// Join takes a seat in a game on any server: see [hub.Hub.Join].
func (n *Node) Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error) {
	return n.attach(ctx, &query{Kind: "join", Game: join.Game, Name: who.Name, Face: who.Face, Player: who.ID, NeedsForks: who.NeedsForks, Join: protocol.Append(nil, join), join: join}, to)
}

// Watch attaches a spectator to a game on any server.
func (n *Node) Watch(ctx context.Context, id string, to agent.JSONWriter) (*hub.Seating, error) {
	return n.attach(ctx, &query{Kind: "watch", Game: id}, to)
}

// attach attaches a client here or through the server that owns the game.
func (n *Node) attach(ctx context.Context, q *query, to agent.JSONWriter) (*hub.Seating, error) {
	seating, err := withGame(ctx, n, q,
		func() (*hub.Seating, error) { return n.attachHere(ctx, q, to) },
		func(ctx context.Context, node string) (*hub.Seating, error) { return n.openRemote(ctx, node, q, to) })
	return seating, hub.ClientError(err)
}

// attachHere attaches a client to a game on this server. It first checks in the log that this
// server still owns the game. Otherwise a server that was replaced unnoticed would show an outdated
// game.
func (n *Node) attachHere(ctx context.Context, q *query, to agent.JSONWriter) (*hub.Seating, error) {
	if err := n.Hub.CheckOwner(ctx, q.Game); err != nil {
		return nil, err
	}
	if q.Kind == "watch" {
		return n.Hub.Watch(ctx, q.Game, to)
	}
	return n.Hub.Join(ctx, q.join, hub.Player{ID: q.Player, Name: q.Name, Face: q.Face, NeedsForks: q.NeedsForks}, to)
}
