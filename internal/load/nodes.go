package load

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/server/cluster"
	"gamed/store"
)

// A Connection is the store connection of one server in a cluster.
type Connection struct {
	Conn  *nats.Conn
	Log   store.Log
	Close func() error
}

// OnNodes returns a new cluster with the given number of servers in this process. Each server has
// its own connection. Close removes the cluster's streams from NATS.
func OnNodes(ctx context.Context, servers int, name string, connect func(i int) (*Connection, error)) (*OpenStore, error) {
	var all connections
	o := &OpenStore{}
	var closers []func() error
	o.Close = func() error {
		var errs []error
		for _, c := range closers {
			errs = append(errs, c())
		}
		errs = append(errs, all.remove(name))
		for _, c := range all {
			errs = append(errs, c.Close())
		}
		return errors.Join(errs...)
	}
	for i := range servers {
		c, err := connect(i)
		if err != nil {
			return nil, errors.Join(err, o.Close())
		}
		all = append(all, c)
		n := cluster.New(c.Conn, name, hubConfig(c.Log))
		closers = append(closers, func() error {
			ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
			defer cancel()
			return n.Close(ctx)
		})
		if _, err := n.Recover(ctx); err != nil {
			return nil, errors.Join(err, o.Close())
		}
		o.Servers = append(o.Servers, n)
	}
	o.Log = all
	return o, nil
}

// connections is a log that distributes games over several connections.
type connections []*Connection

func (c connections) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	return c[int(game[len(game)-1])%len(c)].Log.Append(ctx, game, expect, record)
}

// remove deletes the streams of a cluster.
func (c connections) remove(name string) error {
	if len(c) == 0 {
		return nil
	}
	js, err := jetstream.New(c[0].Conn)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	names := js.StreamNames(ctx)
	var errs []error
	for stream := range names.Name() {
		if strings.HasPrefix(stream, "GAMED_"+name+"_") {
			errs = append(errs, js.DeleteStream(ctx, stream))
		}
	}
	if err := errors.Join(append(errs, names.Err())...); err != nil {
		return fmt.Errorf("load: cannot remove the streams of %s: %w", name, err)
	}
	return nil
}
