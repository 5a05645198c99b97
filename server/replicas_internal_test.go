package server

import (
	"context"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/natstest"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/store"
)

// TestGuardReplicas truncates a file of one of three NATS servers, and with the flag -all-replicas of a second one after
// its repair. The guard repairs each replica once its NATS server has returned. One stream is enough, because
// with that flag the test of package store damages all streams.
func TestGuardReplicas(t *testing.T) {
	t.Parallel() // it mostly waits
	c := natstest.Run(t, nil)
	log, err := store.OpenJetStream(t.Context(), c.Connect(), "test", 3)
	require.NoError(t, err)
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Logger: zerolog.Nop(), Scrub: 100_000, Replicas: log})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, s.close(context.Background()))
		require.NoError(t, log.Close())
	})
	game, err := s.games.Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{}, {}}}})
	require.NoError(t, err)
	for i := range 3 {
		c.Healthy(i)
	}
	away, err := s.guardOnce(t.Context(), false)
	require.NoError(t, err)
	assert.False(t, away)
	assert.Zero(t, s.guard.repaired.Load())
	_, err = s.guardOnce(t.Context(), false)
	require.ErrorIs(t, err, store.ErrBusy, "it has just compared them")

	servers := 1
	if *natstest.All {
		servers = 2
	}
	for i := range servers {
		c.Stop(i)
		c.TruncateLog(i)
		c.Start(i)
		c.Healthy(i)
		for s.guard.repaired.Load() == int64(i) {
			_, err = s.guardOnce(t.Context(), true) // an error may follow the restart
		}
		require.NoError(t, err)
		assert.EqualValues(t, i+1, s.guard.repaired.Load())
		assert.Zero(t, s.guard.damaged.Load())
	}
	all, err := log.CompareReplicas(t.Context(), func(context.Context) error { return nil })
	require.NoError(t, err)
	assert.Empty(t, all.Damaged)
	c.Stop(2)
	_, err = log.Read(t.Context(), game.ID)
	assert.NoError(t, err)
}
