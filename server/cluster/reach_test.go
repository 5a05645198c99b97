package cluster

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// awaitIsolation waits until a node is isolated, and moves the start of its isolation far into the
// past.
func (b *testNode) awaitIsolation() {
	b.t.Helper()
	require.Eventually(b.t, func() bool { return b.isolatedSince.Load() != 0 }, maxWait, 10*time.Millisecond)
	assert.False(b.t, b.Count().CutOff, "it may be an election")
	b.isolatedSince.Store(b.now().Add(-2 * cutAfter).UnixNano())
}

// TestIsolation checks that a server in a network minority, or without a connection, reports its
// isolation after a while. It stops doing so when the log responds again.
func TestIsolation(t *testing.T) {
	t.Parallel()
	b := startNode(t, startNATS(t))
	<-b.Recovered()
	assert.False(t, b.Count().CutOff)
	b.log.silent.Store(true)
	b.reconcileSoon()
	b.awaitIsolation()
	assert.True(t, b.Count().CutOff)
	b.log.silent.Store(false)
	require.Eventually(t, func() bool { return !b.Count().CutOff }, maxWait, 10*time.Millisecond)
	b.disconnect()
	b.awaitIsolation()
	assert.True(t, b.Count().CutOff)
}
