package store_test

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gamed/internal/test/natstest"
	"gamed/store"
)

// TestBatches checks that batches store the records of many games in order while a replaced owner retries.
// Only the replaced owner's records are refused.
func TestBatches(t *testing.T) {
	t.Parallel()
	const games, records = 64, 20
	s := natstest.RunServer(t)
	log, stale := openJetStream(t, s, "test"), openJetStream(t, s, "test")
	for g := range games {
		add(t, stale, fmt.Sprint("g", g), 0, "0")
	}
	var group errgroup.Group
	for g := range games {
		group.Go(func() error {
			for n := uint64(1); n < records; n++ {
				if err := log.Append(t.Context(), fmt.Sprint("g", g), n, fmt.Append(nil, n)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
	for g := range games {
		id := fmt.Sprint("g", g)
		group.Go(func() error { return log.Append(t.Context(), id, records, []byte("last")) })
		group.Go(func() error {
			assert.ErrorIs(t, stale.Append(t.Context(), id, 1, []byte("stale")), store.ErrFenced)
			return nil
		})
	}
	// Although the stream refuses a batch with one wrong record, the cluster must store the other
	// records.
	group.Go(func() error { return log.Append(t.Context(), "new", 0, []byte("0")) })
	require.NoError(t, group.Wait())
	for g := range games {
		kept := read(t, log, fmt.Sprint("g", g))
		require.Len(t, kept, records+1)
		for n, r := range kept[:records] {
			require.Equal(t, fmt.Sprint(n), r)
		}
		require.Equal(t, "last", kept[records])
	}
}

// TestOlderStreams opens the streams of an earlier version, which had more streams and no
// batches. FindJetStream must leave the streams unchanged, and OpenJetStream must enable batches.
func TestOlderStreams(t *testing.T) {
	t.Parallel()
	s := natstest.RunServer(t)
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	_, err = store.FindJetStream(t.Context(), conn, "test")
	require.ErrorIs(t, err, store.ErrNoCluster)
	made := jetstream.StreamConfig{DenyDelete: true, DenyPurge: true, AllowDirect: true, Discard: jetstream.DiscardNew}
	for i := range 8 {
		made.Name, made.Subjects = fmt.Sprint("GAMED_test_", i), []string{fmt.Sprintf("gamed.test.log.%d.*", i)}
		_, err = js.CreateStream(t.Context(), made)
		require.NoError(t, err)
	}
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "GAMED_test_LIVE", Subjects: []string{"gamed.test.live.*"}, MaxMsgsPerSubject: 1})
	require.NoError(t, err)
	for _, batches := range []bool{false, true} {
		var log *store.JetStream
		if batches {
			log = openJetStream(t, s, "test")
		} else {
			log, err = store.FindJetStream(t.Context(), conn, "test")
			require.NoError(t, err)
		}
		for i := range 8 {
			stream, err := js.Stream(t.Context(), fmt.Sprint("GAMED_test_", i))
			require.NoError(t, err)
			assert.Equal(t, batches, stream.CachedInfo().Config.AllowAtomicPublish)
		}
		var group errgroup.Group
		for g := range 64 {
			group.Go(func() error { return log.Append(t.Context(), fmt.Sprint("g", g, "-", batches), 0, nil) })
		}
		require.NoError(t, group.Wait())
		require.ErrorIs(t, log.DeleteGame(t.Context(), fmt.Sprint("g1-", batches)), store.ErrPermanent)
		games, err := log.Games(t.Context())
		require.NoError(t, err)
		assert.Subset(t, games, []string{fmt.Sprint("g0-", batches), fmt.Sprint("g63-", batches)})
		if !batches {
			require.NoError(t, log.Close())
		}
	}
	stream, err := js.Stream(t.Context(), "GAMED_test_7")
	require.NoError(t, err)
	assert.NotZero(t, stream.CachedInfo().State.Msgs, "the games stay in their streams")
}

// TestFind checks that FindJetStream neither changes nor creates a stream.
func TestFind(t *testing.T) {
	s := natstest.RunServer(t)
	add(t, openJetStream(t, s, "test"), "g", 0, "a", "b")
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	configs := func() (all []jetstream.StreamConfig) {
		streams := js.ListStreams(t.Context())
		for info := range streams.Info() {
			all = append(all, info.Config)
		}
		require.NoError(t, streams.Err())
		return all
	}
	before := configs()
	log, err := store.FindJetStream(t.Context(), conn, "test")
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, read(t, log, "g"))
	names, err := log.Buckets(t.Context())
	require.NoError(t, err)
	assert.Empty(t, names)
	require.NoError(t, log.Close())
	assert.ElementsMatch(t, before, configs())
}
