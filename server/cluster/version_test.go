package cluster

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/hub"
	"gamed/table"
)

// TestVersions checks that servers without the rules of a game, as during an update, do not
// adopt it. They forward clients to servers that can run the game.
func TestVersions(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	nodes := []*testNode{startNode(t, url), startNode(t, url), startNodeOf(t, url)}
	awaitPeers(t, nodes)
	old := nodes[2]
	for range 8 { // so that the hash chooses each server at least once
		id := nodes[0].duel()
		nodes[0].Hub.Drop(id)
		nodes[0].unsubscribe(id)
		info, err := old.Get(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, id, info.ID)
		assert.False(t, old.Hub.Has(id))
		assert.True(t, nodes[0].Hub.Has(id) || nodes[1].Hub.Has(id))
	}
	quiet := nodes[0].duel()
	require.ErrorIs(t, old.take(t.Context(), quiet, false), hub.ErrSetAside)
	records, err := old.log.Read(t.Context(), quiet)
	require.NoError(t, err)
	assert.Len(t, records, 1, "it has not been taken from its server")
	require.NoError(t, nodes[1].take(t.Context(), quiet, false))
	require.Eventually(t, func() bool { return !old.Hub.IsSetAside(quiet) }, maxWait, time.Millisecond)
	records, err = old.log.Read(t.Context(), quiet)
	require.NoError(t, err)
	summary, err := table.Summarize(records)
	require.NoError(t, err)
	assert.Equal(t, nodes[1].id, summary.Epoch)
	require.NoError(t, nodes[0].Close(t.Context()))
	require.NoError(t, nodes[1].Close(t.Context()))
	_, err = old.Get(t.Context(), quiet)
	assert.ErrorIs(t, err, hub.ErrSetAside, "no server can run it")
}
