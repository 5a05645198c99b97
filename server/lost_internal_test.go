package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

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

// A steppedArchive sends to the channel restored at the end of each call of Restore, and then waits
// for a value from the channel next.
type steppedArchive struct {
	archive
	called         bool
	restored, next chan struct{}
}

func (a *steppedArchive) Restore(ctx context.Context, lost []*store.Damage, done func(d *store.Damage, err error)) {
	a.called = true
	a.archive.Restore(ctx, lost, done)
	a.restored <- struct{}{}
	<-a.next
}

// TestLogLost checks that a server reports lost games while it waits for leases to restore them. It
// must log each lost game once, and restore the games of a stream when it holds the lease of the
// stream. Another program compares the replicas during the whole test, which must delay no restore.
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
	var last uint64 // number of games in the last stream
	var leases [3]uint64
	hold := func(i int, until time.Time) { // as another program does
		text := fmt.Appendf(nil, `{"until":%d}`, until.UnixMilli())
		leases[i], err = streams.Put(t.Context(), "replicas", fmt.Sprintf("GAMED_test_%d", i), text, leases[i])
		require.NoError(t, err)
	}
	for i := range 3 {
		stream, err := js.Stream(t.Context(), fmt.Sprintf("GAMED_test_%d", i))
		require.NoError(t, err)
		last = stream.CachedInfo().State.NumSubjects
		require.Positive(t, last)
		require.NoError(t, stream.Purge(t.Context()))
		hold(i, time.Now().Add(time.Hour))
	}

	stepped := &steppedArchive{log, false, make(chan struct{}), make(chan struct{})}
	s.archive = stepped
	ended := make(chan error)
	awaitStep := func() {
		select {
		case <-stepped.restored:
		case err := <-ended:
			require.FailNow(t, "the restore waits for the comparison", err)
		}
	}
	require.NoError(t, streams.WithLease(t.Context(), 0, true, func(context.Context) error {
		go func() {
			err := store.ErrBusy
			for stepped.called = true; errors.Is(err, store.ErrBusy) && stepped.called; {
				stepped.called = false
				err = s.restoreLost(t.Context(), true)
			}
			ended <- err
		}()
		var items []string
		for len(items) < games {
			items = append(items, <-lines...)
		}
		for i, item := range items {
			assert.Equal(t, fmt.Sprintf("game g%03d: record 1: the stored data is damaged: the cluster has lost records: 0 of 1 are there", i), item)
		}
		awaitStep()
		assert.EqualValues(t, games, s.guard.lost.Load())
		assert.Zero(t, s.guard.restored.Load())
		assert.Contains(t, s.reasons(s.games.Count()), "stored data is damaged")
		again, err := log.Lost(t.Context(), false, func(context.Context) error { return nil })
		require.NoError(t, err)
		require.Len(t, again, games)
		s.logLost(again)

		hold(0, time.Time{})
		hold(1, time.Time{})
		for s.guard.restored.Load() < int64(games-last) {
			stepped.next <- struct{}{}
			awaitStep()
		}
		assert.EqualValues(t, last, s.guard.lost.Load())
		again, err = log.Lost(t.Context(), false, func(context.Context) error { return nil })
		require.NoError(t, err)
		require.Len(t, again, int(last))
		hold(2, time.Time{})
		close(stepped.next)
		for {
			select {
			case <-stepped.restored:
			case err := <-ended:
				return err
			}
		}
	}))
	assert.Empty(t, lines, "each is named once")
	assert.Zero(t, s.guard.lost.Load())
	assert.EqualValues(t, games, s.guard.restored.Load())
}
