package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/store"
)

// TestCheckServers checks which NATS servers are safe, and that each error says what to change.
func TestCheckServers(t *testing.T) {
	t.Parallel()
	c := natstest.RunCluster(t, nil)
	monitors := strings.Split(c.Monitors(), ",")
	silent, err := store.CheckServers(t.Context(), monitors)
	require.NoError(t, err)
	assert.Empty(t, silent)

	_, err = store.CheckServers(t.Context(), monitors[:1])
	require.ErrorIs(t, err, store.ErrUnsafe)
	assert.ErrorContains(t, err, "gamed knows 1 NATS servers: run at least 3, and name all in --nats")
	_, err = store.CheckServers(t.Context(), []string{monitors[0], monitors[0], monitors[1]})
	assert.ErrorContains(t, err, "gamed knows 2 NATS servers")

	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	conn := c.Connect()
	log, err := store.OpenJetStream(ctx, conn, "one", 1)
	require.NoError(t, err)
	require.ErrorIs(t, log.CheckStreams(ctx), store.ErrUnsafe)
	assert.ErrorContains(t, log.CheckStreams(ctx), "stream GAMED_one_0 has fewer than 3 replicas: run nats stream edit GAMED_one_0 --replicas 3")
	require.NoError(t, log.Close())
	log, err = store.OpenJetStream(ctx, conn, "three", 3)
	require.NoError(t, err)
	require.NoError(t, log.CheckStreams(ctx))
	require.NoError(t, log.Close())

	c.Stop(0)
	silent, err = store.CheckServers(t.Context(), monitors)
	require.NoError(t, err, "one of three may be away")
	assert.Len(t, silent, 1)
	c.Stop(1)
	_, err = store.CheckServers(t.Context(), monitors)
	require.ErrorIs(t, err, store.ErrUnsafe)
	assert.ErrorContains(t, err, "the settings of a NATS server are unknown: set http: ")
}

// TestCheckServersThatDoNotSync checks that one server that syncs every two minutes makes the cluster unsafe.
func TestCheckServersThatDoNotSync(t *testing.T) {
	t.Parallel()
	c := natstest.RunCluster(t, func(i int, o *server.Options) { o.SyncAlways = i != 1 })
	_, err := store.CheckServers(t.Context(), strings.Split(c.Monitors(), ","))
	require.ErrorIs(t, err, store.ErrUnsafe)
	assert.EqualError(t, err, "this NATS cluster may lose acknowledged moves: "+
		"NATS server n2 syncs its files every 2m0s: set jetstream { sync_interval: always } and restart it")
}
