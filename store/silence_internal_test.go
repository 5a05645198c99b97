package store

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSilentStreams checks that a stream is silent while its leader is stuck, and that the leader is named. A
// stuck leader keeps the leadership, so no other NATS server responds in its place.
func TestSilentStreams(t *testing.T) {
	t.Parallel() // the test mostly waits
	c, j := openCluster(t)
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	stream, err := j.findOnce(t.Context(), j.logStream(1))
	require.NoError(t, err)
	require.NoError(t, j.makeLeader(t.Context(), stream, "n2"))
	find := func() []Silence {
		silent, err := j.SilentStreams(t.Context())
		require.NoError(t, err)
		return silent
	}
	for len(find()) > 0 { // until the elections at the start are over
	}
	release := c.HangStream(1, j.logStream(1))
	stuck := Silence{j.logStream(1), "n2"}
	for !slices.Contains(find(), stuck) { // the stream may have responded before it was stuck
	}
	silent := find()
	require.Contains(t, silent, stuck)
	for _, s := range silent { // a stuck server may not respond about other streams either
		require.Equal(t, "n2", s.Server, s.Stream)
	}
	release()
	for len(find()) > 0 {
	}
}
