package server

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/store"
)

// A heldRepair is a writer for the server's log. When the log says that a replica was replaced, it
// holds the repair until release is closed.
type heldRepair struct {
	replaced, failed chan struct{} // signals, with room for one each
	release          chan struct{}
}

func (h heldRepair) Write(line []byte) (int, error) {
	signal := h.failed
	switch {
	case bytes.Contains(line, []byte("a damaged replica was replaced")):
		signal = h.replaced
		defer func() { <-h.release }()
	case !bytes.Contains(line, []byte("a replica is damaged and its repair")):
		return len(line), nil
	}
	select {
	case signal <- struct{}{}:
	default:
	}
	return len(line), nil
}

// TestGuardReplicas checks that the guard repairs a replica whose file was truncated, once its NATS server
// has returned. The guard must go on comparing while the repair is held. With the flag -all-replicas the test also damages a second NATS server after the repair of
// the first. One stream is enough, because with that flag the test of package store damages all streams.
func TestGuardReplicas(t *testing.T) {
	t.Parallel() // this test mostly waits
	c := natstest.RunCluster(t, nil)
	streams, err := store.OpenJetStream(t.Context(), c.Connect(), "test", 3)
	require.NoError(t, err)
	log, err := store.OpenArchive(streams, t.TempDir(), 1<<30)
	require.NoError(t, err)
	held := heldRepair{make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{})}
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Logger: zerolog.New(held), ScrubRate: 100_000, Replicas: log})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, s.close(context.Background()))
		require.NoError(t, log.Close())
	})
	game, err := s.games.Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{}, {}}}})
	require.NoError(t, err)
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	for away, urgent := true, false; away; urgent = true { // a replica that catches up is not compared
		away, err = s.guardOnce(t.Context(), urgent)
		require.NoError(t, err)
	}
	assert.Zero(t, s.guard.repaired.Load())
	registry := prometheus.NewRegistry()
	s.guard.register(registry)
	families, err := registry.Gather()
	require.NoError(t, err)
	values := make(map[string]float64)
	for _, f := range families {
		values[f.GetName()] = f.Metric[0].GetGauge().GetValue()
	}
	for _, name := range []string{"start_time_seconds", "duration_seconds", "messages"} {
		assert.Positive(t, values["gamed_replica_comparison_"+name], name)
	}
	_, err = s.guardOnce(t.Context(), false)
	require.ErrorIs(t, err, store.ErrBusy, "it has just compared them")

	servers := 1
	if *natstest.AllReplicas {
		servers = 2
	}
	for i := range servers {
		c.RestartTruncated(i)
		for replaced := false; !replaced; { // after the restart, some streams may have no leader yet
			if _, err = s.guardOnce(t.Context(), true); err != nil || s.guard.repairs.damagedReplicas() == 0 {
				continue
			}
			select {
			case <-held.replaced:
				replaced = true
			case <-held.failed:
			}
		}
		if i == 0 { // the repair still holds the lease of its stream
			passes := s.guard.passes.Load()
			_, err = s.guardOnce(t.Context(), true)
			require.NoError(t, err)
			assert.Equal(t, passes+1, s.guard.passes.Load())
			close(held.release)
		}
		s.guard.repairs.group.Wait()
		assert.EqualValues(t, i+1, s.guard.repaired.Load())
		assert.Zero(t, s.guard.repairs.damagedReplicas())
	}
	all, err := log.CompareReplicas(t.Context(), func(context.Context) error { return nil })
	require.NoError(t, err)
	assert.Empty(t, all.Damaged)
	c.Stop(2)
	_, err = log.Read(t.Context(), game.ID)
	assert.NoError(t, err)
}

// TestCompareWithoutLeases checks that the server compares the replicas even if it can obtain no
// lease, and reports that nothing can be repaired until it obtains one. The lease is unreadable, so
// the test need not wait for a stream that does not respond.
func TestCompareWithoutLeases(t *testing.T) {
	t.Parallel()
	streams, err := store.OpenJetStream(t.Context(), natstest.Connect(t, natstest.RunServer(t)), "test", 1)
	require.NoError(t, err)
	log, err := store.OpenArchive(streams, t.TempDir(), 1<<30)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	s := &Server{c: Config{Logger: zerolog.Nop(), ScrubRate: 100_000, Replicas: log}}
	blocked := func() bool { return s.hasReason(t, "damaged data cannot be repaired") }
	revision, err := streams.Put(t.Context(), "replicas", "turn", []byte("{"), 0)
	require.NoError(t, err)
	_, err = s.guardOnce(t.Context(), true)
	require.NoError(t, err)
	assert.EqualValues(t, 1, s.guard.passes.Load())
	assert.True(t, blocked())
	_, err = streams.Put(t.Context(), "replicas", "turn", []byte("{}"), revision)
	require.NoError(t, err)
	_, err = s.guardOnce(t.Context(), true)
	require.NoError(t, err)
	assert.EqualValues(t, 2, s.guard.passes.Load())
	assert.False(t, blocked())
}

// TestRestoreLost checks that the server restores games from its archive after they have
// disappeared from the cluster. It must set aside a game that another server has begun again in the
// meantime, and give the reason.
func TestRestoreLost(t *testing.T) {
	t.Parallel()
	conn := natstest.Connect(t, natstest.RunServer(t))
	streams, err := store.OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	log, err := store.OpenArchive(streams, t.TempDir(), 1<<30)
	require.NoError(t, err)
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Logger: zerolog.Nop(), ScrubRate: 100_000, Replicas: log})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, s.close(context.Background()))
		require.NoError(t, log.Close())
	}()
	var games []string
	for range 3 {
		game, err := s.games.Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{}, {}}}})
		require.NoError(t, err)
		games = append(games, game.ID)
	}
	require.NoError(t, s.restoreLost(t.Context(), true))
	assert.Zero(t, s.guard.restored.Load())

	js, err := jetstream.New(conn)
	require.NoError(t, err)
	for i := range 3 {
		stream, err := js.Stream(t.Context(), fmt.Sprintf("GAMED_test_%d", i))
		require.NoError(t, err)
		require.NoError(t, stream.Purge(t.Context()))
	}
	var chain store.Chain
	require.NoError(t, streams.Append(t.Context(), games[2], 0, chain.Seal([]byte(`{"t":"another"}`))))
	require.NoError(t, streams.Append(t.Context(), games[2], 1, store.After(chain.Seal([]byte(`{"t":"another"}`))).Seal([]byte(`{"t":"record"}`))))
	s.hub.Fence(games[0], store.ErrDamaged)
	for s.guard.restored.Load() < 2 {
		require.NoError(t, s.restoreLost(t.Context(), true))
	}
	for _, id := range games[:2] {
		_, err := s.hub.Records(t.Context(), id)
		assert.NoError(t, err)
		assert.False(t, s.hub.IsSetAside(id))
	}
	_, err = s.hub.Records(t.Context(), games[2])
	require.ErrorIs(t, err, hub.ErrSetAside)
	assert.ErrorContains(t, err, "the cluster lost this record, which it had acknowledged, and then stored another one")
}
