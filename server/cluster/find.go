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
	// asking is how long an owner may take to say that it has a game. After that it is
	// taken for frozen.
	asking = 2 * time.Second
	// finding is how long a game is looked for.
	finding = 10 * time.Second
	// again is the wait before it is looked for once more.
	again = 20 * time.Millisecond
)

// locate asks who has a game; nobody is "".
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
	return "", fmt.Errorf("cluster: who has game %s: %w: %w", id, hub.ErrUnavailable, err)
}

// at does something with a game where it is: here, or on another server, which has to
// take it first if nobody has it.
func at[T any](ctx context.Context, n *Node, id string, here func() (T, error), there func(ctx context.Context, node string, take bool) (T, error)) (v T, err error) {
	if !hub.IsID(id) {
		return v, hub.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(ctx, finding)
	defer cancel()
	for {
		v, err = try(ctx, n, id, here, there)
		if !errors.Is(err, hub.ErrElsewhere) && !errors.Is(err, errSilent) {
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
	for _, node := range n.ranked(id) { // one of another version may not be able to run it
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

// owned asks the log whether a game is still this server's, for somebody who comes to it:
// a server that has been replaced and does not know would show an older game than was
// told of before.
func (n *Node) owned(ctx context.Context, id string) error {
	mine, err := n.local.Mine(ctx, id)
	if err == nil && !mine {
		err = hub.ErrElsewhere
	}
	return err
}

// Create starts a game on this server, unless spec has a Key with which there is one,
// wherever that is.
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
			continue // another server has just made it
		}
		if err != nil {
			return info, err
		}
		if err := n.hold(info.ID); err != nil {
			return info, fmt.Errorf("cluster: game %s: %w: %w", info.ID, hub.ErrUnavailable, err)
		}
		return info, nil
	}
}

// Get returns a game by its id, wherever it is.
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

// Follow tells everybody at a table the id of the game that follows, wherever the table
// is: see [hub.Hub.Follow].
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

// Join takes a seat of a game or comes back to it, wherever the game is: see
// [hub.Hub.Join].
func (n *Node) Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error) {
	message := protocol.Append(nil, join)
	seating, err := at(ctx, n, join.Game,
		func() (*hub.Seating, error) {
			if err := n.owned(ctx, join.Game); err != nil {
				return nil, err
			}
			return n.local.Join(ctx, join, who, to)
		},
		func(ctx context.Context, node string, take bool) (*hub.Seating, error) {
			return n.visit(ctx, node, &ask{Kind: "join", Game: join.Game, Take: take, Name: who.Name, Player: who.ID, Join: message}, to)
		})
	return seating, refusal(err)
}

// Watch shows a game to a spectator, wherever it is.
func (n *Node) Watch(ctx context.Context, id string, to agent.JSONWriter) (*hub.Seating, error) {
	seating, err := at(ctx, n, id,
		func() (*hub.Seating, error) {
			if err := n.owned(ctx, id); err != nil {
				return nil, err
			}
			return n.local.Watch(ctx, id, to)
		},
		func(ctx context.Context, node string, take bool) (*hub.Seating, error) {
			return n.visit(ctx, node, &ask{Kind: "watch", Game: id, Take: take}, to)
		})
	return seating, refusal(err)
}

// refusal puts an error of the hub into the words of the protocol.
func refusal(err error) error {
	for _, why := range []error{hub.ErrNotFound, hub.ErrSetAside} {
		if errors.Is(err, why) {
			return &protocol.Error{Code: protocol.NoGame, Field: "game", Text: why.Error()}
		}
	}
	for _, why := range []error{hub.ErrFull, hub.ErrClosed, hub.ErrUnavailable} {
		if errors.Is(err, why) {
			return &protocol.Error{Code: protocol.Unavailable, Text: why.Error()}
		}
	}
	return err
}
