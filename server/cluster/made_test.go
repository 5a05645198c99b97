package cluster

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/hub"
)

// TestCreateAgain checks that all servers return the same game for one idempotency key.
func TestCreateAgain(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 3)
	spec := hub.Spec{Request: hub.Request{Rules: "elements", Seats: make([]hub.SeatSpec, 2)}, Key: "3f8e1b77-5d52-4c1e-9a4e-0c6f0b2ad9d1"}
	var group sync.WaitGroup
	ids := make([]string, 9)
	for i := range ids {
		group.Go(func() {
			info, err := nodes[i%3].Create(t.Context(), spec)
			assert.NoError(t, err)
			ids[i] = info.ID
		})
	}
	group.Wait()
	for _, id := range ids {
		assert.Equal(t, ids[0], id)
	}
	games, err := nodes[0].log.Games(t.Context())
	require.NoError(t, err)
	assert.Equal(t, ids[:1], games)
	owner := 0
	require.Eventually(t, func() bool { // the slower servers drop the game
		have := 0
		for i, b := range nodes {
			if b.Hub.Has(ids[0]) {
				owner = i
				have++
			}
		}
		return have == 1
	}, maxWait, time.Millisecond)
	nodes[owner].disconnect()
	info, err := nodes[(owner+1)%3].Create(t.Context(), spec)
	require.NoError(t, err)
	assert.Equal(t, ids[0], info.ID)
}
