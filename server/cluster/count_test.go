package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUnsure checks that the number of games to adopt is unknown before the first inventory.
func TestUnsure(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	first := startNode(t, url)
	id := first.duel()
	first.die()
	second := startNode(t, url)
	assert.True(t, second.Count().Unsure)
	<-second.Recovered()
	assert.False(t, second.Count().Unsure)
	require.True(t, second.Hub.Has(id))
	assert.Equal(t, 1, second.Count().Live)
}
