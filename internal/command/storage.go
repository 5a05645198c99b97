package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/nats-io/nats.go"

	nodes "gamed/server/cluster"
	"gamed/store"
)

// storage is where games are kept, as the flags say: in a folder, or by the NATS
// servers of a cluster.
type storage struct {
	data     string
	cluster  cluster // without a name there is none
	replicas int
}

func (s *storage) flags(flags *flag.FlagSet) {
	flags.StringVar(&s.data, "data", dataFolder, "the games are in folder `DIR`")
	flags.StringVar(&s.cluster.name, "cluster", "", "the games are those of the servers of cluster `NAME`, and not in a folder")
	flags.StringVar(&s.cluster.urls, "nats", "nats://127.0.0.1:4222", "with --cluster, they are kept by the NATS servers at `URL,URL…`")
	flags.StringVar(&s.cluster.creds, "creds", "", "the `FILE` with the credentials for --nats")
	flags.IntVar(&s.replicas, "replicas", 3, "with --cluster, each game is kept on `N` NATS servers, from 1 to 5; it counts when the cluster is new")
}

// A shared log is that of a cluster, with the connection to it.
type shared struct {
	*store.JetStream
	conn *nats.Conn
}

// Close closes both.
func (s shared) Close() error {
	err := s.JetStream.Close()
	s.conn.Close()
	return err
}

// open opens it. say is told what happens to the connection later on.
func (s *storage) open(ctx context.Context, sync store.Sync, say func(line string)) (store.Store, error) {
	if s.cluster.name == "" {
		return openData(s.data, sync)
	}
	return s.share(ctx, say, true)
}

// existing opens one that is there, for a command. A cluster's stays as it is, but for what the
// command itself writes.
func (s *storage) existing(ctx context.Context, env environ) (store.Store, error) {
	if _, err := os.Stat(s.data); err != nil && s.cluster.name == "" {
		return nil, usagef("--data: %w", err)
	}
	if s.cluster.name != "" {
		return s.share(ctx, telling(env.err), false)
	}
	return findData(s.data)
}

// name is what the user calls it.
func (s *storage) name() string {
	if s.cluster.name != "" {
		return "cluster " + s.cluster.name
	}
	return s.data
}

// answering is how long the servers of NATS may take until they serve, when they have just
// been started.
const answering = 30 * time.Second

// share opens the games of a cluster, which may be a new one, or one of an earlier version, if create is set.
func (s *storage) share(ctx context.Context, say func(line string), create bool) (shared, error) {
	if s.replicas < 1 || s.replicas > 5 {
		return shared{}, usagef("--replicas is a number from 1 to 5")
	}
	if err := nodes.CheckName(s.cluster.name); err != nil {
		return shared{}, usagef("--cluster: %w", err)
	}
	conn, err := s.cluster.connect("store", say, nodes.Options()...)
	if err != nil {
		return shared{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	var log *store.JetStream
	if create {
		log, err = store.OpenJetStream(ctx, conn, s.cluster.name, s.replicas)
	} else {
		log, err = store.FindJetStream(ctx, conn, s.cluster.name)
	}
	switch {
	case errors.Is(err, store.ErrNoCluster):
		err = usagef("--cluster: there are no games of a cluster called %q", s.cluster.name)
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("the streams of NATS do not answer: start its servers with jetstream, and more than half of them: %w", err)
	}
	if err != nil {
		conn.Close()
		return shared{}, err
	}
	return shared{log, conn}, nil
}

func telling(w io.Writer) func(line string) {
	return func(line string) { fmt.Fprintln(w, line) }
}
