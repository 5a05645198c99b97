package cluster

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// startVersion starts a node with a version of the rules of elements.
func startVersion(t *testing.T, url string, version int) *testNode {
	t.Helper()
	return startNodeOf(t, url, versioned(version))
}

// versioned returns a version of the rules of elements.
func versioned(version int) state.Dealer {
	changed := *elements.Rules
	changed.Version = version
	return &changed
}

// reasonOf returns the reason of a game's end, or "" for an unfinished game.
func (b *testNode) reasonOf(id string) string {
	b.t.Helper()
	records, err := b.log.Read(b.t.Context(), id)
	require.NoError(b.t, err)
	summary, err := table.Summarize(records)
	require.NoError(b.t, err)
	if !summary.Closed() {
		return ""
	}
	return summary.Reason
}

// TestRollingUpgrade checks the upgrade of a cluster to newer rules. The games of older rules stay
// on a server that has these rules. While this server is away, the games wait. A game ends when no
// server has had its rules for some time.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	old := startVersion(t, url, 1)
	upgraded := []*testNode{startVersion(t, url, 2), startVersion(t, url, 2)}
	awaitPeers(t, append(upgraded, old))
	var ids []string
	for range 4 {
		ids = append(ids, old.duel())
	}
	for _, id := range ids {
		require.ErrorIs(t, upgraded[0].take(t.Context(), id, false), hub.ErrSetAside)
	}
	require.NoError(t, upgraded[0].rescue(t.Context(), 0))
	for _, id := range ids {
		require.Empty(t, old.reasonOf(id), "its server runs it")
		info, err := upgraded[1].Get(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, hub.Open, info.Status)
	}
	require.Empty(t, upgraded[0].Hub.Stranded())
	require.NoError(t, old.Close(t.Context()))
	require.Eventually(t, func() bool {
		return len(upgraded[0].Hub.Stranded())+len(upgraded[1].Hub.Stranded()) >= len(ids)
	}, maxWait, 10*time.Millisecond)
	for _, id := range ids {
		require.Empty(t, old.reasonOf(id), "the servers wait")
		_, err := upgraded[1].Get(t.Context(), id)
		require.ErrorIs(t, err, hub.ErrSetAside)
	}

	back := startVersion(t, url, 1)
	awaitPeers(t, append(upgraded, back))
	for _, b := range upgraded {
		require.NoError(t, b.rescue(t.Context(), 0))
	}
	for _, id := range ids {
		require.Empty(t, old.reasonOf(id))
		assert.True(t, back.Hub.Has(id), "it has moved to the server with its rules")
	}

	require.NoError(t, back.Close(t.Context()))
	awaitPeers(t, upgraded)
	require.Eventually(t, func() bool {
		for _, b := range upgraded {
			require.NoError(t, b.rescue(t.Context(), 0))
		}
		for _, id := range ids {
			if old.reasonOf(id) == "" {
				return false
			}
		}
		return true
	}, maxWait, 10*time.Millisecond)
	for _, id := range ids {
		assert.Equal(t, protocol.ReasonRules, old.reasonOf(id))
		for _, b := range upgraded {
			info, err := b.Get(t.Context(), id)
			require.NoError(t, err)
			assert.Equal(t, hub.Over, info.Status)
		}
		to := make(recorder, 10)
		_, err := upgraded[1].Watch(t.Context(), id, to)
		require.NoError(t, err)
		assert.Equal(t, "joined", object(t, <-to)["type"])
		assert.Equal(t, protocol.ReasonRules, object(t, <-to)["reason"])
	}
	for _, b := range upgraded {
		require.Eventually(t, func() bool { return len(b.Hub.Stranded()) == 0 }, maxWait, 10*time.Millisecond)
	}
}

// TestTakenByStopped checks that a server makes an inventory if the new owner of a game stopped before
// this server had dropped the game.
func TestTakenByStopped(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	old, back, upgraded := startVersion(t, url, 1), startVersion(t, url, 1), newNode(t, url, versioned(2))
	upgraded.lastBeat.Store(upgraded.now().UnixNano()) // so that the server does not count as frozen
	id := old.duel()
	require.ErrorIs(t, upgraded.take(t.Context(), id, false), hub.ErrSetAside)
	since := upgraded.Hub.Stranded()[id]
	require.NoError(t, back.take(t.Context(), id, true))
	require.NoError(t, old.Close(t.Context()))

	checking, stopped := make(chan struct{}), make(chan struct{})
	upgraded.log.read = sync.OnceValue(func() error {
		close(checking)
		<-stopped
		return nil
	})
	upgraded.onTaken(back.takenMsg(id))
	<-checking
	require.NoError(t, back.Close(t.Context()))
	upgraded.markDead(back.id)
	<-upgraded.reconcileWanted
	require.NoError(t, upgraded.reconcile(t.Context()))
	require.Equal(t, since, upgraded.Hub.Stranded()[id], "the game was still here")
	close(stopped)
	<-upgraded.reconcileWanted
	assert.Empty(t, upgraded.Hub.Stranded())
	require.NoError(t, upgraded.reconcile(t.Context()))
	assert.Contains(t, upgraded.Hub.Stranded(), id)
}

// TestRescueWithoutLog checks that rescue fails if the log does not respond, so the node tries again.
func TestRescueWithoutLog(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	old, upgraded := startVersion(t, url, 1), startVersion(t, url, 2)
	<-upgraded.Recovered() // so the node makes no further inventory during the test
	id := old.duel()
	old.disconnect()
	require.ErrorIs(t, upgraded.take(t.Context(), id, false), hub.ErrSetAside)
	upgraded.log.read = func() error { return store.ErrUnavailable }
	require.ErrorIs(t, upgraded.rescue(t.Context(), 0), hub.ErrUnavailable)
}
