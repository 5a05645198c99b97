package main

import (
	"context"
	"encoding/binary"
	"errors"
	"path/filepath"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"go.etcd.io/bbolt"

	"gamed/internal/load"
	"gamed/server/cluster"
	"gamed/store"
)

// others are the engines that gamed does not have.
func others() []load.Engine {
	var all []load.Engine
	for _, always := range []bool{false, true} {
		sync := map[bool]string{false: "never", true: "always"}[always]
		all = append(all,
			load.Engine{Name: "pebble", Sync: sync, Durable: always, Open: func(_ context.Context, dir string) (*load.Opened, error) { return openPebble(dir, always) }},
			load.Engine{Name: "bbolt", Sync: sync, Durable: always, Open: func(_ context.Context, dir string) (*load.Opened, error) { return openBolt(dir, always) }},
		)
	}
	return append(all,
		load.Engine{Name: "jetstream", Sync: "2 minutes", Most: aim, Open: func(ctx context.Context, dir string) (*load.Opened, error) { return openInside(ctx, dir, false) }},
		load.Engine{Name: "jetstream", Sync: "always", Durable: true, Most: aim, Open: func(ctx context.Context, dir string) (*load.Opened, error) { return openInside(ctx, dir, true) }},
	)
}

type appender func(game string, n uint64, record []byte) error

func (a appender) Append(_ context.Context, game string, n uint64, record []byte) error {
	return a(game, n, record)
}

func key(game string, n uint64) []byte { return binary.BigEndian.AppendUint64([]byte(game), n) }

// openPebble is Pebble as it comes, each writer with a batch of its own.
func openPebble(dir string, always bool) (*load.Opened, error) {
	db, err := pebble.Open(dir, &pebble.Options{Logger: silent{}, FormatMajorVersion: pebble.FormatNewest})
	if err != nil {
		return nil, err
	}
	how := &pebble.WriteOptions{Sync: always}
	return &load.Opened{
		Log:   appender(func(game string, n uint64, record []byte) error { return db.Set(key(game, n), record, how) }),
		Close: db.Close,
	}, nil
}

type silent struct{}

func (silent) Infof(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(string, ...any) {}

// openBolt is bbolt, whose Batch puts the writers that wait together.
func openBolt(dir string, always bool) (*load.Opened, error) {
	db, err := bbolt.Open(filepath.Join(dir, "bolt"), 0o600, &bbolt.Options{NoSync: !always, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, err
	}
	bucket := []byte("log")
	if err := db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket(bucket); return err }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &load.Opened{
		Log: appender(func(game string, n uint64, record []byte) error {
			return db.Batch(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put(key(game, n), record) })
		}),
		Close: db.Close,
	}, nil
}

// openInside is gamed's store on JetStream in this process.
func openInside(ctx context.Context, dir string, always bool) (*load.Opened, error) {
	s, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true, JetStream: true, StoreDir: dir, SyncAlways: always})
	if err != nil {
		return nil, err
	}
	s.Start()
	stop := func() error {
		s.Shutdown()
		s.WaitForShutdown()
		return nil
	}
	if !s.ReadyForConnections(10 * time.Second) {
		return nil, errors.Join(errors.New("the embedded NATS server does not start"), stop())
	}
	o, err := load.OnNodes(ctx, 1, "load", func(int) (*load.Connected, error) {
		conn, err := nats.Connect("", append(cluster.Options(), nats.InProcessServer(s))...)
		if err != nil {
			return nil, err
		}
		return connected(ctx, conn, "load", 1)
	})
	if err != nil {
		return nil, errors.Join(err, stop())
	}
	closeIt := o.Close
	o.Close = func() error { return errors.Join(closeIt(), stop()) }
	return o, nil
}

func connected(ctx context.Context, conn *nats.Conn, name string, replicas int) (*load.Connected, error) {
	log, err := store.OpenJetStream(ctx, conn, name, replicas)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &load.Connected{Conn: conn, Log: log, Close: func() error {
		err := log.Close()
		conn.Close()
		return err
	}}, nil
}
