package store_test

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gamed/store"
)

// TestTogether: records of many games that go together are all kept, in order, while
// somebody who has been replaced goes on trying: he alone is refused.
func TestTogether(t *testing.T) {
	const games, records = 64, 20
	s := startServer(t)
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
	// Of a batch of which one record is refused the others are kept all the same.
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

// TestOlderStreams: streams that an earlier version has made take batches from now on.
func TestOlderStreams(t *testing.T) {
	s := startServer(t)
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "GAMED_test_0", Subjects: []string{"gamed.test.log.0.*"}, DenyDelete: true, DenyPurge: true, AllowDirect: true, Discard: jetstream.DiscardNew,
	})
	require.NoError(t, err)
	log := openJetStream(t, s, "test")
	stream, err := js.Stream(t.Context(), "GAMED_test_0")
	require.NoError(t, err)
	assert.True(t, stream.CachedInfo().Config.AllowAtomicPublish)
	var group errgroup.Group
	for g := range 64 {
		group.Go(func() error { return log.Append(t.Context(), fmt.Sprint("g", g), 0, nil) })
	}
	require.NoError(t, group.Wait())
	games, err := log.Games(t.Context())
	require.NoError(t, err)
	assert.Len(t, games, 64)
}
