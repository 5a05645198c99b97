package server

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/natstest"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/store"
)

// TestGuardReplicas truncates the files of two of three NATS servers, one after the other. The
// server repairs both in the background as soon as they return.
func TestGuardReplicas(t *testing.T) {
	c := natstest.Run(t, nil)
	log, err := store.OpenJetStream(t.Context(), c.Connect(), "test", 3)
	require.NoError(t, err)
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Logger: zerolog.Nop(), Scrub: 100_000, Replicas: log})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, s.close(context.Background()))
		require.NoError(t, log.Close())
	})
	spec := hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{}, {}}}}
	var games []string
	for range 6 {
		game, err := s.games.Create(t.Context(), spec)
		require.NoError(t, err)
		games = append(games, game.ID)
	}
	for i := range 3 {
		c.Healthy(i)
	}
	away, err := s.guardOnce(t.Context(), false)
	require.NoError(t, err)
	assert.False(t, away)
	assert.Zero(t, s.guard.repaired.Load())
	_, err = s.guardOnce(t.Context(), false)
	require.ErrorIs(t, err, store.ErrBusy, "it has just compared them")

	for i := range 2 {
		c.Stop(i)
		c.Truncate(i)
		c.Start(i)
		c.Healthy(i)
		before := s.guard.repaired.Load()
		require.Eventually(t, func() bool {
			_, err := s.guardOnce(t.Context(), true)
			return err == nil && s.guard.repaired.Load() > before
		}, 4*time.Minute, time.Second) // a repair takes up to a minute with the race detector on a busy machine
		assert.Zero(t, s.guard.damaged.Load())
	}
	c.Stop(2)
	for _, id := range games {
		_, err := log.Read(t.Context(), id)
		assert.NoError(t, err)
	}
}
