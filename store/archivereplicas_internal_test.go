package store

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
)

// TestArchiveUnequalReplicas removes records from one of three replicas, makes it the leader of the stream,
// and restores from the archive. Afterwards the cluster must have each record once, whichever replica leads.
func TestArchiveUnequalReplicas(t *testing.T) {
	t.Parallel() // the test mostly waits
	c := natstest.RunCluster(t, nil)
	j, err := OpenJetStream(t.Context(), c.Connect(), "test", 3)
	require.NoError(t, err)
	a, err := OpenArchive(j, t.TempDir(), 1<<30)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	written := make(map[string][][]byte)
	for i := 0; len(written) < 4; i++ {
		game := fmt.Sprintf("g%d", i)
		if j.streamOf(game) != 0 {
			continue
		}
		var chain Chain
		for n := range uint64(20) {
			line := chain.Seal(fmt.Appendf(nil, `{"t":"request","n":%d}`, n))
			require.NoError(t, chain.Next(line))
			require.NoError(t, a.Append(t.Context(), game, n, line))
			written[game] = append(written[game], line)
		}
	}
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	c.Stop(2)
	c.TruncateLog(2)
	c.Start(2)
	c.AwaitHealthy(2)
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
