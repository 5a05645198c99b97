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
	asking  = 2 * time.Second       // for an owner to answer; then it counts as frozen
	finding = 10 * time.Second      // for the search for a game
	again   = 20 * time.Millisecond // between attempts
)

// locate returns the owner of a game, "" if there is none.
func (n *Node) locate(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	msg, err := n.conn.RequestWithContext(ctx, n.subject("at", id), nil)
	switch {
	case err == nil:
		return string(msg.Data), nil
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, context.DeadlineExceeded) && n.conn.Status() == nats.CONNECTED:
		return "", nil
	}
	return "", fmt.Errorf("cluster: owner of game %s: %w: %w", id, hub.ErrUnavailable, err)
}

// at calls here or there, depending on the server that owns a game. A server takes a game
// without an owner first.
func at[T any](ctx context.Context, n *Node, id string, here func() (T, error), there func(ctx context.Context, node string, take bool) (T, error)) (v T, err error) {
	if !hub.IsID(id) {
		return v, hub.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(ctx, finding)
	defer cancel()
	for {
		v, err = try(ctx, n, id, here, there)
		if !errors.Is(err, hub.ErrElsewhere) && !errors.Is(err, errNoAnswer) {
			return v, err
		}
		if !pause(ctx, again) {
			return v, fmt.Errorf("cluster: game %s: %w: %w", id, hub.ErrUnavailable, err)
		}
	}
}

func try[T any](ctx context.Context, n *Node, id string, here func() (T, error), there func(ctx context.Context, node string, take bool) (T, error)) (v T, err error) {
	if err := n.settled(ctx); err != nil {
		return v, err
	}
	if n.local.Has(id) {
		return here()
	}
	node, err := n.locate(ctx, id)
	switch {
	case err != nil:
		return v, err
	case node == n.id:
		return here()
	case node != "":
		return there(ctx, node, false)
	}
	for _, node := range n.ranked(id) { // a server of another version may not run it
		if node != n.id {
			v, err = there(ctx, node, true)
		} else if err = n.take(ctx, id, true); err == nil {
			return here()
		}
		if !errors.Is(err, hub.ErrSetAside) {
			break
		}
	}
	return v, err
}

// owned checks with the log that this server still owns a game. A server that was replaced
// without knowing would show a new client an outdated game.
func (n *Node) owned(ctx context.Context, id string) error {
	mine, err := n.local.Mine(ctx, id)
	if err == nil && !mine {
		err = hub.ErrElsewhere
	}
	return err
}

// Create creates a game on this server, or returns the one that was created with spec.Key on
// any server.
func (n *Node) Create(ctx context.Context, spec hub.Spec) (hub.Info, error) {
	for {
		if spec.Key != "" {
			id, made, err := n.local.Lookup(ctx, &spec)
			if err != nil {
				return hub.Info{}, err
			}
			if made {
				return n.Get(ctx, id)
			}
		}
		info, err := n.local.Create(ctx, spec)
		if errors.Is(err, hub.ErrElsewhere) {
			continue // another server has just created it
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

// Get returns a game of any server.
func (n *Node) Get(ctx context.Context, id string) (hub.Info, error) {
	return at(ctx, n, id,
		func() (hub.Info, error) { return n.local.Get(ctx, id) },
		func(ctx context.Context, node string, take bool) (hub.Info, error) {
			a, err := n.ask(ctx, node, &ask{Kind: "get", Game: id, Take: take})
			if err != nil {
				return hub.Info{}, err
			}
			return *a.Info, nil
		})
}

// Follow sends the id of the next game to the clients of a game of any server.
func (n *Node) Follow(ctx context.Context, id, next string) error {
	if n.local.Has(id) {
		return n.local.Follow(ctx, id, next)
	}
	node, err := n.locate(ctx, id)
	if err == nil && node != "" && node != n.id {
		_, err = n.ask(ctx, node, &ask{Kind: "follow", Game: id, Next: next})
	}
	return err
}

// Join takes a seat of a game of any server: see [hub.Hub.Join].
func (n *Node) Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error) {
	return n.attach(ctx, &ask{Kind: "join", Game: join.Game, Name: who.Name, Player: who.ID, Join: protocol.Append(nil, join)}, to, func() (*hub.Seating, error) {
		return n.local.Join(ctx, join, who, to)
	})
}

// Watch attaches a spectator to a game of any server.
func (n *Node) Watch(ctx context.Context, id string, to agent.JSONWriter) (*hub.Seating, error) {
	return n.attach(ctx, &ask{Kind: "watch", Game: id}, to, func() (*hub.Seating, error) { return n.local.Watch(ctx, id, to) })
}

// attach attaches a client with here, or with a request to the server that owns the game.
func (n *Node) attach(ctx context.Context, q *ask, to agent.JSONWriter, here func() (*hub.Seating, error)) (*hub.Seating, error) {
	seating, err := at(ctx, n, q.Game,
		func() (*hub.Seating, error) {
			if err := n.owned(ctx, q.Game); err != nil {
				return nil, err
			}
			return here()
		},
		func(ctx context.Context, node string, take bool) (*hub.Seating, error) {
			q.Take = take
			return n.openRemote(ctx, node, q, to)
		})
	return seating, hub.Refusal(err)
}
