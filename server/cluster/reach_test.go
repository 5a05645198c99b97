package cluster

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outlast waits until a node is isolated, and sets the start of its isolation to long ago.
func (b *box) outlast() {
	b.t.Helper()
	require.Eventually(b.t, func() bool { return b.alone.Load() != 0 }, 20*time.Second, 10*time.Millisecond)
	assert.False(b.t, b.Count().CutOff, "it may be an election")
	b.alone.Store(time.Now().Add(-2 * cutAfter).UnixNano())
}

// TestReach: a server on the smaller side of a network partition, or without a connection,
// reports that after a while, until the log answers again.
func TestReach(t *testing.T) {
	t.Parallel()
	b := startNode(t, startNATS(t))
	<-b.Recovered()
	assert.False(t, b.Count().CutOff)
	b.log.silent.Store(true)
	b.reconcileSoon()
	b.outlast()
	assert.True(t, b.Count().CutOff)
	b.log.silent.Store(false)
	require.Eventually(t, func() bool { return !b.Count().CutOff }, 20*time.Second, 10*time.Millisecond)
	b.die()
	b.outlast()
	assert.True(t, b.Count().CutOff)
}
