package cluster

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
)

// A hookedLog calls onLive once, when it is next asked for the live games.
type hookedLog struct {
	store.Log
	onLive      atomic.Pointer[func()]
	finishFails atomic.Bool // the log does not record that a game is finished
}

func (m *hookedLog) Finish(ctx context.Context, id string) error {
	if m.finishFails.Load() {
		return store.ErrUnavailable
	}
	return m.Log.Finish(ctx, id)
}

func (m *hookedLog) Live(ctx context.Context) ([]string, error) {
	if onLive := m.onLive.Swap(nil); onLive != nil {
		(*onLive)()
	}
	return m.Log.Live(ctx)
}

// startHooked starts a node with a hookedLog whose records other nodes share.
func startHooked(t *testing.T, url string) (*Node, *hookedLog) {
	t.Helper()
	conn, err := nats.Connect(url, Options()...)
	require.NoError(t, err)
	log, err := store.OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	return startWith(t, conn, log)
}

// startWith starts a node with a hookedLog around log.
func startWith(t *testing.T, conn *nats.Conn, log store.Log) (*Node, *hookedLog) {
	t.Helper()
	m := &hookedLog{Log: log}
	n := New(conn, "test", hub.Config{Rules: []state.Dealer{elements.Rules}, Bots: ai.Roster{}, Log: m, Program: "test", MaxGames: 100, MaxUnfinished: 100, KeepFinished: 3})
	stopClock(n)
	n.inventoryWait = maxWait
	_, err := n.Recover(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = n.Close(context.Background())
		require.NoError(t, log.Close())
		conn.Close()
	})
	return n, m
}

// TestMadeMeanwhile checks that games that another server creates during an inventory stay on that
// server.
func TestMadeMeanwhile(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	other := startNode(t, url)
	n, m := startHooked(t, url)
	awaitPeers(t, []*testNode{other, {Node: n}})
	<-n.Recovered()
	var ids []string
	onLive := func() {
		for range 20 { // each server would adopt half of them
			ids = append(ids, other.duel())
		}
	}
	m.onLive.Store(&onLive)
	require.NoError(t, n.reconcile(t.Context()))
	require.Len(t, ids, 20)
	for _, id := range ids {
		assert.True(t, other.Hub.Has(id))
		assert.False(t, n.Hub.Has(id))
	}
}

// TestFinishedButListed checks that an inventory reports the end of a finished game that the log
// still lists.
func TestFinishedButListed(t *testing.T) {
	t.Parallel()
	conn, err := nats.Connect(startNATS(t), Options()...)
	require.NoError(t, err)
	n, m := startWith(t, conn, store.NewMemory()) // a log that always responds in time
	<-n.Recovered()
	m.finishFails.Store(true)
	info, err := n.Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{Bot: "random"}, {Bot: "random"}}}})
	require.NoError(t, err)
	require.Eventually(t, func() bool { return n.Hub.IsOver(info.ID) }, maxWait, time.Millisecond)
	live, err := m.Live(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{info.ID}, live)
	m.finishFails.Store(false)
	require.NoError(t, n.reconcile(t.Context()))
	live, err = m.Live(t.Context())
	require.NoError(t, err)
	assert.Empty(t, live)
}

// TestNotAdopted checks that adopt fails if the log does not respond, so the node tries again.
func TestNotAdopted(t *testing.T) {
	t.Parallel()
	b := startNode(t, startNATS(t))
	<-b.Recovered()
	require.NoError(t, b.log.Log.Close())
	require.ErrorIs(t, b.adopt(t.Context(), []string{"0123456789"}), hub.ErrUnavailable)
}

// TestInventoryWithoutAll checks that an inventory fails if a server does not respond.
func TestInventoryWithoutAll(t *testing.T) {
	t.Parallel()
	url := startNATS(t)
	other := startNode(t, url)
	n, _ := startHooked(t, url)
	awaitPeers(t, []*testNode{other, {Node: n}})
	<-n.Recovered()
	_, err := n.inventory(t.Context())
	require.NoError(t, err)
	n.mu.Lock()
	n.peers["frozen"] = &peer{lastHeartbeat: n.now()}
	n.mu.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	sub, err := n.conn.Subscribe(n.subject("all"), func(*nats.Msg) { cancel() }) // instead of an answer
	require.NoError(t, err)
	_, err = n.inventory(ctx)
	require.ErrorIs(t, err, errNoAnswer)
	require.NoError(t, sub.Unsubscribe())
}
