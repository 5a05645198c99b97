package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"

	nodes "gamed/server/cluster"
	"gamed/store"
)

// storageOptions holds the flags that select a store: a data folder, or the NATS servers of a
// cluster.
type storageOptions struct {
	data        string
	headsFile   string         // a file, or ""
	memoryBytes int64          // memory that the process may use, 0 for no limit
	cluster     clusterOptions // an empty name selects the folder
	replicas    int
}

func (s *storageOptions) flags(flags *flag.FlagSet) {
	flags.StringVar(&s.data, "data", "gamed-data", "`DIR`: data folder")
	refuse(flags, "data", func() error {
		if s.data == "" {
			return errors.New("name a folder, such as gamed-data")
		}
		return nil
	})
	s.headsFlag(flags)
	flags.StringVar(&s.cluster.name, "cluster", "", "`NAME`: use the games of this cluster instead of a data folder")
	flags.StringVar(&s.cluster.urls, "nats", "nats://127.0.0.1:4222", "`URL,URL…`: NATS servers of the cluster")
	flags.StringVar(&s.cluster.creds, "creds", "", "`FILE`: credentials for --nats")
	flags.IntVar(&s.replicas, "replicas", 3, "`N`: NATS servers that keep each game of a new cluster, 1 to 5")
	between(flags, &s.replicas, "replicas", 1, 5)
}

// headsFlag defines the flag for the file of heads.
func (s *storageOptions) headsFlag(flags *flag.FlagSet) {
	flags.StringVar(&s.headsFile, "heads", "", "`FILE`: file that shows whether the data folder is an older copy of itself; default DIR.heads beside the data folder, or heads in it")
}

// folder returns the data folder, its file of heads and its limit of memory, for package store.
func (s *storageOptions) folder() store.Folder {
	return store.Folder{Dir: s.data, Heads: s.headsFile, Memory: s.memoryBytes}
}

// A clusterStore is the store of a cluster together with its connection.
type clusterStore struct {
	*store.JetStream
	conn *nats.Conn
}

// Close closes the store and the connection.
func (s clusterStore) Close() error {
	err := s.JetStream.Close()
	s.conn.Close()
	return err
}

// An archivedClusterStore is the store of a cluster with the archive of one server.
type archivedClusterStore struct {
	*store.Archive
	conn *nats.Conn
}

// Close closes the archive, the store and the connection.
func (w archivedClusterStore) Close() error {
	err := w.Archive.Close()
	w.conn.Close()
	return err
}

// open opens the store and creates it if needed. say receives later connection events.
func (s *storageOptions) open(ctx context.Context, sync store.Sync, say func(line string)) (store.Store, error) {
	if s.cluster.name == "" {
		return openFolder(s.data, func() (*store.Embedded, error) { return s.folder().Open(sync) })
	}
	return s.openCluster(ctx, say, true)
}

// openExisting opens a store for a command and returns an error if there is none. It never migrates
// the store of a cluster.
func (s *storageOptions) openExisting(ctx context.Context, env environ) (store.Store, error) {
	if _, err := os.Stat(s.data); err != nil && s.cluster.name == "" {
		return nil, usagef("--data: %w", err)
	}
	if s.cluster.name != "" {
		return s.openCluster(ctx, lineWriter(env.err), false)
	}
	return openFolder(s.data, func() (*store.Embedded, error) { return s.folder().Find(store.SyncAlways) })
}

// openFolder calls open for a data folder, after it has checked the version of the folder and made
// new files private.
func openFolder(dir string, open func() (*store.Embedded, error)) (*store.Embedded, error) {
	if err := checkVersion(dir); err != nil {
		return nil, err
	}
	restrictNewFiles() // the logs contain keys
	log, err := open()
	if err != nil {
		return nil, usagef("--data: %w", err)
	}
	return log, nil
}

// checkVersion returns an error for a data folder of version 1, whose games a store would not find.
func checkVersion(dir string) error {
	old, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")) // the only error is a malformed pattern
	if len(old) > 0 {
		return usagef("--data: folder %s has games of version 1: copy them with gamed import --data NEW %s and use NEW", dir, filepath.Join(dir, "*.jsonl"))
	}
	return nil
}

// name returns the name of the store for messages.
func (s *storageOptions) name() string {
	if s.cluster.name != "" {
		return "cluster " + s.cluster.name
	}
	return s.data
}

// damageAdvice says how to restore damaged or missing items of the store.
func (s *storageOptions) damageAdvice() string {
	if s.cluster.name != "" {
		return "run gamed doctor --repair with the archive of each server, import a backup into a new cluster"
	}
	return "restore the folder from a backup"
}

// startTimeout is the maximum wait for NATS servers that have just started.
const startTimeout = 30 * time.Second

// openCluster opens the store of a cluster. If create is set, it creates a missing store and
// migrates one of an earlier version.
func (s *storageOptions) openCluster(ctx context.Context, say func(line string), create bool) (clusterStore, error) {
	if err := nodes.CheckName(s.cluster.name); err != nil {
		return clusterStore{}, usagef("--cluster: %w", err)
	}
	conn, err := s.cluster.connect("store", say, nodes.Options()...)
	if err != nil {
		return clusterStore{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	var log *store.JetStream
	if create {
		log, err = store.OpenJetStream(ctx, conn, s.cluster.name, s.replicas)
	} else {
		log, err = store.FindJetStream(ctx, conn, s.cluster.name)
	}
	switch {
	case errors.Is(err, store.ErrNoCluster):
		err = usagef("--cluster: no cluster is called %q", s.cluster.name)
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("NATS streams do not respond: start more than half of the NATS servers, with JetStream: %w", err)
	}
	if err != nil {
		conn.Close()
		return clusterStore{}, err
	}
	return clusterStore{log, conn}, nil
}

// lineWriter returns a function that writes lines to w.
func lineWriter(w io.Writer) func(line string) {
	return func(line string) { fmt.Fprintln(w, line) }
}
