package command

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestDamageError checks that doctor names the NATS servers for which a repair waits, instead of advising a
// repair or a backup.
func TestDamageError(t *testing.T) {
	require.NoError(t, damageError(nil))
	damaged := []*store.Difference{{Stream: "S1", Server: "n3"}, {Stream: "S2", Server: "n3"}}
	assert.EqualError(t, damageError(damaged), "2 replicas damaged: run gamed doctor --repair, or restore the cluster from a backup")
	damaged[1].NotCompared = []store.Absence{{Stream: "S2", Server: "n2", Offline: true}}
	assert.EqualError(t, damageError(damaged), "2 replicas damaged: the repair waits for NATS server n2: start it, or restart it if it stays behind, and then run gamed doctor --repair")
}
