package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/store"
)

func openReplicas(t *testing.T, c *natstest.Cluster) *store.JetStream {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	log, err := store.OpenJetStream(ctx, c.Connect(), "test", 3)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, log.Close()) })
	return log
}

func unpaced(ctx context.Context) error { return ctx.Err() }

// A gameWriter writes games and values, and remembers what the store has acknowledged.
type gameWriter struct {
	log    store.Store
	lines  map[string][]string
	values map[string]string
}

// write writes games of 20 records.
func (w *gameWriter) write(ctx context.Context, t *testing.T, games int) {
	for range games {
		game := fmt.Sprintf("g%d", len(w.lines))
		var chain store.Chain
		for n := range uint64(20) {
			line := chain.Seal(fmt.Appendf(nil, `{"t":"request","n":%d}`, n))
			require.NoError(t, chain.Next(line))
			require.NoError(t, w.log.Append(ctx, game, n, line))
			w.lines[game] = append(w.lines[game], string(line))
		}
		_, err := w.log.Put(ctx, "guest", game, []byte(game), 0)
		require.NoError(t, err)
		w.values[game] = game
		require.NoError(t, w.log.Finish(ctx, game))
	}
}

// check checks that log has all games and values that w has written.
func (w *gameWriter) check(ctx context.Context, t *testing.T, log *store.JetStream) {
	t.Helper()
	for game, lines := range w.lines {
		assert.Equal(t, lines, read(t, log, game), game)
	}
	for key, value := range w.values {
		got, _, err := log.Get(ctx, "guest", key)
		require.NoError(t, err)
		assert.Equal(t, value, string(got))
	}
}

// TestTruncatedReplica checks that a comparison finds no damage while games are written. Then it
// truncates a log of one of three NATS servers, or all its streams with the flag -all-replicas.
// NATS does not notice the damage. The comparison must find each damaged replica and no other, and
// Repair must repair them. After that, the test restarts another server, or with the flag each of
// the two others in turn. Nothing may be missing.
func TestTruncatedReplica(t *testing.T) {
	t.Parallel() // the test mostly waits
	c := natstest.RunCluster(t, nil)
	log := openReplicas(t, c)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	w := &gameWriter{log: log, lines: make(map[string][]string), values: make(map[string]string)}
	w.write(ctx, t, 4)
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	background, stop := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		for background.Err() == nil {
			w.write(ctx, t, 1)
		}
	}()
	same, err := log.CompareReplicas(ctx, unpaced)
	require.NoError(t, err)
	require.Empty(t, same.Damaged)
	require.Positive(t, same.Messages)
	stop()
	<-written

	c.Stop(2)
	c.Truncate(2)
	c.Start(2)
	c.AwaitHealthy(2)
	begun := time.Now()
	var found store.Comparison
	for away := true; away; away = len(found.NotCompared) > 0 { // a replica that catches up is not compared
		var err error
		found, err = log.CompareReplicas(ctx, unpaced)
		require.NoError(t, err)
	}
	require.NotEmpty(t, found.Damaged, "the truncated replicas")
	t.Logf("found after %v", time.Since(begun))
	repaired := 0
	log.Repair(ctx, found.Damaged, func(d *store.Difference, err error) {
		t.Log(d)
		assert.NoError(t, err)
		assert.Equal(t, "n3", d.Server)
		assert.Len(t, d.Intact, 2)
		repaired++
	})
	assert.Equal(t, len(found.Damaged), repaired)
	t.Logf("repaired after %v", time.Since(begun))
	found, err = log.CompareReplicas(ctx, unpaced)
	require.NoError(t, err)
	require.Empty(t, found.Damaged)

	others := 1
	if *natstest.AllReplicas {
		others = 2
	}
	for i := range others {
		c.Stop(i)
		c.Start(i)
		c.AwaitHealthy(i)
	}
	w.check(ctx, t, openReplicas(t, c))
}
