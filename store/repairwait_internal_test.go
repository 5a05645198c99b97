package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
)

// openCluster runs three NATS servers, and opens a log with three replicas.
func openCluster(t *testing.T) (*natstest.Cluster, *JetStream) {
	c := natstest.RunCluster(t, nil)
	j, err := OpenJetStream(t.Context(), c.Connect(), "test", 3)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return c, j
}

// TestRepairWaitsForServer damages a replica and stops a second NATS server. The error of the
// repair must name the stopped server at once. The same holds for a repair that was interrupted
// after it had dropped a replica. In this case only the stopped server and one other server have
// the stream, so the stream has no leader.
func TestRepairWaitsForServer(t *testing.T) {
	t.Parallel() // the test mostly waits
	c, j := openCluster(t)
	var chain Chain
	for n := range uint64(20) {
		line := chain.Seal(fmt.Appendf(nil, `{"t":"request","n":%d}`, n))
		require.NoError(t, chain.Next(line))
		require.NoError(t, j.Append(t.Context(), "game", n, line))
	}
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	c.RestartTruncated(2)
	stream, err := j.findOnce(t.Context(), j.logStream(j.streamOf("game")))
	require.NoError(t, err)
	require.NoError(t, j.makeLeader(t.Context(), stream, "n1"))
	c.Stop(1)
	var all Comparison
	for len(all.Damaged) == 0 || !slices.ContainsFunc(all.Damaged[0].NotCompared, Absence.isOffline) { // until the others have noticed the stop
		all, _ = j.CompareReplicas(t.Context(), noPace)
	}
	require.Len(t, all.Damaged, 1)
	assert.Equal(t, "n3", all.Damaged[0].Server)
	assert.ErrorContains(t, all.Damaged[0], "; the repair waits: NATS server n2 does not run")
	assert.Equal(t, []string{"n2"}, AwaitedServers(all.Damaged))
	const waits = "NATS server n2 does not run, so the repair waits: start that NATS server"
	j.Repair(t.Context(), all.Damaged, func(_ *Difference, err error) { assert.ErrorContains(t, err, waits) })

	c.Start(1)
	c.AwaitHealthy(1)
	require.NoError(t, j.makeLeader(t.Context(), stream, "n1"))
	require.NoError(t, j.scale(t.Context(), stream, 2, "3"))
	stream, err = j.findOnce(t.Context(), stream.CachedInfo().Config.Name)
	require.NoError(t, err)
	rest := stream.CachedInfo().Cluster.Replicas[0].Name // NATS chose the server to drop
	c.Stop(map[string]int{"n2": 1, "n3": 2}[rest])
	for err = nil; err == nil || !strings.Contains(err.Error(), "NATS server "+rest+" does not run"); { // during elections, nothing responds
		err = j.ResumeRepairs(t.Context())
		require.Error(t, err)
	}
}
