package store_test

import (
	"context"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gamed/internal/test/natstest"
	"gamed/store"
)

func openJetStream(t testing.TB, s *server.Server, cluster string) *store.JetStream {
	t.Helper()
	log, _ := connectJetStream(t, s, cluster)
	return log
}

// connectJetStream opens the store of a cluster for a test, and returns it with its connection.
func connectJetStream(t testing.TB, s *server.Server, cluster string) (*store.JetStream, *nats.Conn) {
	t.Helper()
	log, conn := dialJetStream(t, s, cluster)
	t.Cleanup(func() {
		require.NoError(t, log.Close())
		conn.Close()
	})
	return log, conn
}

// dialJetStream opens the store of a cluster. The caller closes the store and then the connection.
func dialJetStream(t testing.TB, s *server.Server, cluster string) (*store.JetStream, *nats.Conn) {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	require.NoError(t, err)
	log, err := store.OpenJetStream(context.Background(), conn, cluster, 1)
	require.NoError(t, err)
	return log, conn
}

// untilSent returns a context that ends when the connection has sent a message.
func untilSent(t *testing.T, conn *nats.Conn) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	before := conn.Stats().OutMsgs
	go func() {
		defer cancel()
		for ctx.Err() == nil && conn.Stats().OutMsgs == before {
			time.Sleep(time.Millisecond)
		}
	}()
	return ctx
}

// TestTwoOwners checks that a replaced owner cannot write and that the new one reads all
// records.
func TestTwoOwners(t *testing.T) {
	s := natstest.RunServer(t)
	one, two, other := openJetStream(t, s, "test"), openJetStream(t, s, "test"), openJetStream(t, s, "other")
	add(t, one, "g", 0, "a", "b")
	add(t, two, "g", 2, "epoch two")
	require.ErrorIs(t, one.Append(t.Context(), "g", 2, []byte("late")), store.ErrFenced)
	require.ErrorIs(t, one.Append(t.Context(), "g", 2, []byte("late")), store.ErrFenced)
	add(t, two, "g", 3, "c")
	assert.Equal(t, []string{"a", "b", "epoch two", "c"}, read(t, one, "g"))
	games, err := other.Games(t.Context())
	require.NoError(t, err)
	assert.Empty(t, games, "the game belongs to another cluster")
	add(t, other, "g", 0, "x")
}

// TestLongGame checks that Read returns more records than fit into one response.
func TestLongGame(t *testing.T) {
	t.Parallel()
	log := openJetStream(t, natstest.RunServer(t), "test")
	var games errgroup.Group // side by side, so that the games share syncs
	for _, game := range []string{"long", "other"} {
		games.Go(func() error {
			for n := range uint64(1205) {
				if err := log.Append(t.Context(), game, n, fmt.Append(nil, game, n)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, games.Wait())
	records := read(t, log, "long")
	require.Len(t, records, 1205)
	for n, r := range records {
		require.Equal(t, fmt.Sprint("long", n), r)
	}
}

// TestServerAway checks that an append waits until a stopped server runs again, and stores the
// record once.
func TestServerAway(t *testing.T) {
	t.Parallel() // it mostly waits
	options := server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, SyncAlways: true,
	}
	s := natstest.RunServerWith(t, options)
	log, conn := connectJetStream(t, s, "test")
	add(t, log, "g", 0, "a")
	options.Port = s.Addr().(*net.TCPAddr).Port
	s.Shutdown()
	s.WaitForShutdown()

	require.ErrorIs(t, log.Append(untilSent(t, conn), "g", 1, []byte("lost")), store.ErrAmbiguous)
	_, err := log.Read(untilSent(t, conn), "g")
	require.ErrorIs(t, err, store.ErrUnavailable)

	kept := make(chan error)
	go func() { kept <- log.Append(context.Background(), "h", 0, []byte("b")) }()
	natstest.RunServerWith(t, options)
	require.NoError(t, <-kept)
	assert.Equal(t, []string{"b"}, read(t, log, "h"))
	records := read(t, log, "g") // includes the ambiguous record if it was stored
	assert.Equal(t, []string{"a", "lost"}[:len(records)], records)
	add(t, log, "g", uint64(len(records)), "c")
}

// TestNoRoom checks that a full stream refuses records with ErrFull and keeps the records that it has.
func TestNoRoom(t *testing.T) {
	options := server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, JetStreamMaxStore: 64 << 10,
	}
	log := openJetStream(t, natstest.RunServerWith(t, options), "test")
	record := make([]byte, 10<<10)
	var err error
	n := uint64(0)
	for ; err == nil; n++ {
		err = log.Append(t.Context(), "g", n, record)
	}
	require.ErrorIs(t, err, store.ErrFull)
	require.ErrorIs(t, log.Append(t.Context(), "g", n-1, record), store.ErrFull)
	assert.Len(t, read(t, log, "g"), int(n-1))
}
