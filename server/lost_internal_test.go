package server

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/store"
)

// lossLines is a writer for the server's log that sends the lost items of each line on the channel.
type lossLines chan []string

func (l lossLines) Write(line []byte) (int, error) {
	var said struct{ Items []string }
	err := json.Unmarshal(line, &said)
	if len(said.Items) > 0 {
		l <- said.Items
	}
	return len(line), err
}

// TestLogLost checks that a server reports lost games while it waits for the lease to restore them.
// It must log each lost game once, and restore the games when it holds the lease.
func TestLogLost(t *testing.T) {
	t.Parallel() // it mostly waits
	conn := natstest.Connect(t, natstest.RunServer(t))
	streams, err := store.OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	log, err := store.OpenArchive(streams, t.TempDir(), 1<<30)
	require.NoError(t, err)
	lines := make(lossLines, 10)
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Logger: zerolog.New(lines), ScrubRate: 100_000, Replicas: log})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, s.close(context.Background()))
		require.NoError(t, log.Close())
	}()
	const games = 2*maxNamed + 1
	for i := range games {
		require.NoError(t, log.Append(t.Context(), fmt.Sprintf("g%03d", i), 0, []byte("lost")))
	}
	require.NoError(t, s.restoreLost(t.Context(), true))
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	for i := range 3 {
		stream, err := js.Stream(t.Context(), fmt.Sprintf("GAMED_test_%d", i))
		require.NoError(t, err)
		require.NoError(t, stream.Purge(t.Context()))
	}

	restored := make(chan error)
	require.NoError(t, streams.WithLease(t.Context(), 0, true, func(context.Context) error {
		go func() { restored <- s.restoreLost(t.Context(), true) }()
		var items []string
		for len(items) < games {
			items = append(items, <-lines...)
		}
		for i, item := range items {
			assert.Equal(t, fmt.Sprintf("game g%03d: record 1: the stored data is damaged: the cluster has lost records: 0 of 1 are there", i), item)
		}
		assert.EqualValues(t, games, s.guard.lost.Load())
		assert.Zero(t, s.guard.restored.Load())
		assert.Contains(t, s.reasons(s.games.Count()), "stored data is damaged")
		again, err := log.Lost(t.Context(), false, func(context.Context) error { return nil })
		require.NoError(t, err)
		require.Len(t, again, games)
		s.logLost(again)
		return nil
	}))
	require.NoError(t, <-restored)
	assert.Empty(t, lines, "each is named once")
	assert.Zero(t, s.guard.lost.Load())
	assert.EqualValues(t, games, s.guard.restored.Load())
}
