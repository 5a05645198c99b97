package store

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArchiveUnequalReplicas removes records from one of three replicas, makes it the leader of the stream,
// and restores from the archive. Afterwards the cluster must have each record once, whichever replica leads.
func TestArchiveUnequalReplicas(t *testing.T) {
	t.Parallel() // the test mostly waits
	c, j := openCluster(t)
	a, err := OpenArchive(j, t.TempDir(), 1<<30)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	written := make(map[string][][]byte)
	for _, game := range writeGames(t, a, 12, 20) {
		written[game], err = j.Read(t.Context(), game)
		require.NoError(t, err)
	}
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	c.RestartTruncated(2)
	stream, err := j.findOnce(t.Context(), j.logStream(0))
	require.NoError(t, err)
	require.NoError(t, j.makeLeader(t.Context(), stream, "n3"))
	_, lost := lostNow(t, a)
	require.NotEmpty(t, lost)
	a.Restore(t.Context(), lost, func(_ *Damage, err error) { assert.NoError(t, err) })
	for _, leader := range []string{"n3", "n1", "n2"} {
		require.NoError(t, j.makeLeader(t.Context(), stream, leader))
		reasons, _ := lostNow(t, a)
		assert.Empty(t, reasons, leader)
		for game, lines := range written {
			records, err := j.Read(t.Context(), game)
			require.NoError(t, err)
			assert.Equal(t, lines, records, game)
		}
	}
}
