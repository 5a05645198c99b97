package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
)

// TestAdoptionUnknown checks that the number of games to adopt is unknown before the first inventory.
func TestAdoptionUnknown(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	first := startNode(t, url)
	id := first.duel()
	first.disconnect()
	second := newNode(t, url, elements.Rules)
	lists := 0
	second.log.lists = func() { // Recover first lists the games, and then the inventory lists them
		lists++
		assert.True(t, lists > 2 || second.Count().AdoptionUnknown)
	}
	_, err := second.Recover(t.Context())
	require.NoError(t, err)
	<-second.Recovered()
	assert.False(t, second.Count().AdoptionUnknown)
	require.True(t, second.Hub.Has(id))
	assert.Equal(t, 1, second.Count().Live)
}
