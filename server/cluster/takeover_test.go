package cluster

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

// TestServerKilled checks that clients of one server can play in a game of another. When the game's
// server is killed, the game must continue on the clients' server.
func TestServerKilled(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	id := nodes[0].duel()
	one, two := newPlayer(t, id, nodes[1]), newPlayer(t, id, nodes[1])
	var players sync.WaitGroup
	for _, p := range []*player{one, two} {
		players.Go(func() { assert.True(t, p.play(t.Context())) })
	}
	one.awaitMoves(3)
	assert.True(t, nodes[0].Hub.Has(id))
	assert.False(t, nodes[1].Hub.Has(id))
	nodes[0].disconnect()
	nodes[1].expirePeer(nodes[0])
	players.Wait()
	assert.Equal(t, int64(1), one.byes.Load())
	assert.True(t, nodes[1].Hub.Has(id))
	assert.NotNil(t, verify(t, nodes[1].log, id).Table.End)
}

// TestGoodbye checks that a stopping server hands over its games, and their players reconnect.
func TestGoodbye(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 3)
	var players sync.WaitGroup
	var all []*player
	var ids []string
	for i := range 6 {
		id := nodes[0].duel()
		ids = append(ids, id)
		for range 2 {
			p := newPlayer(t, id, nodes[1+i%2])
			all = append(all, p)
			players.Go(func() { assert.True(t, p.play(t.Context())) })
		}
	}
	quiet := nodes[0].duel()
	for _, p := range all {
		p.awaitMoves(2)
	}
	require.NoError(t, nodes[0].Close(t.Context()))
	players.Wait()
	for _, id := range ids {
		assert.NotNil(t, verify(t, nodes[1].log, id).Table.End)
	}
	// One of the two remaining servers adopts the game without clients.
	require.Eventually(t, func() bool { return nodes[1].Hub.Has(quiet) || nodes[2].Hub.Has(quiet) }, maxWait, 10*time.Millisecond)
	info, err := nodes[1].Get(t.Context(), quiet)
	require.NoError(t, err)
	assert.Equal(t, hub.Open, info.Status)
	assert.NotEqual(t, nodes[1].Hub.Has(quiet), nodes[2].Hub.Has(quiet))
}

// TestFrozen checks that a frozen server whose games have moved cannot write, and drops them.
func TestFrozen(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	frozen, other := nodes[0], nodes[1]
	ids := []string{frozen.duel(), frozen.duel(), frozen.duel()}
	var first []*player
	var players sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	begin := make(chan struct{}) // no game may end before the freeze
	for _, id := range ids {
		for range 2 {
			p := newPlayer(t, id, frozen)
			p.begin = begin
			first = append(first, p)
			players.Go(func() { p.play(ctx) })
		}
	}
	for _, p := range first {
		p.awaitMoves(1)
	}
	frozen.log.freeze()
	close(begin)
	held := make(map[string]bool)
	for len(held) < len(ids) {
		held[<-frozen.log.held] = true
	}
	cancel()
	players.Wait()
	for _, id := range ids {
		require.NoError(t, other.Hub.Take(t.Context(), id, true))
		require.NoError(t, other.subscribeTo(id))
		for range 3 {
			assert.ErrorIs(t, frozen.log.Log.Append(t.Context(), id, 1, []byte("stale")), store.ErrFenced)
		}
	}
	frozen.log.thaw()
	for range ids {
		assert.ErrorIs(t, <-frozen.log.errs, store.ErrFenced)
	}
	for i, id := range ids {
		require.Eventually(t, func() bool { return !frozen.Hub.Has(id) }, maxWait, time.Millisecond)
		for _, p := range first[2*i : 2*i+2] {
			p.nodes = nodes
			players.Go(func() { assert.True(t, p.play(t.Context())) })
		}
	}
	players.Wait()
	for _, id := range ids {
		assert.NotNil(t, verify(t, other.log, id).Table.End)
	}
}

// TestReplaced checks that a server whose games were taken over shows no outdated game. It tells the
// spectators of such a game to reconnect.
func TestReplaced(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	<-nodes[0].Recovered() // so the node makes no further inventory during the test
	id, silent := nodes[0].duel(), nodes[0].duel()
	r := make(recorder, 10)
	_, err := nodes[0].Watch(t.Context(), id, r)
	require.NoError(t, err)
	assert.Equal(t, "joined", object(t, <-r)["type"])
	require.NoError(t, nodes[1].take(t.Context(), id, true))
	assert.Equal(t, "bye", object(t, <-r)["type"])

	require.NoError(t, nodes[1].Hub.Take(t.Context(), silent, true)) // without a message to the other servers
	require.NoError(t, nodes[1].subscribeTo(silent))
	assert.True(t, nodes[0].Hub.Has(silent))
	_, err = nodes[0].Watch(t.Context(), silent, r)
	require.NoError(t, err)
	assert.False(t, nodes[0].Hub.Has(silent))
	assert.IsType(t, new(protocol.Encoded), <-r)
}

// TestCutOff checks that sessions end on both sides when one server loses its connection or no
// longer has the sessions.
func TestCutOff(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	id := nodes[0].duel()
	cuts := map[string]func(){
		"the owner's connection":   func() { require.NoError(t, nodes[0].conn.ForceReconnect()) },
		"the visitor's connection": func() { require.NoError(t, nodes[1].conn.ForceReconnect()) },
		"the owner's memory": func() {
			nodes[0].mu.Lock()
			clear(nodes[0].clients)
			nodes[0].mu.Unlock()
		},
	}
	for _, name := range []string{"the owner's connection", "the visitor's connection", "the owner's memory"} {
		r := make(recorder, 10)
		s, err := nodes[1].Watch(t.Context(), id, r)
		require.NoError(t, err)
		assert.Equal(t, "joined", object(t, <-r)["type"])
		cuts[name]()
		require.NoError(t, s.Submit(&protocol.Chat{Text: "hello"}))
		for m := object(t, <-r); m["type"] != "bye"; m = object(t, <-r) {
			assert.Equal(t, "chat", m["type"], name)
		}
		require.Eventually(t, func() bool {
			info, err := nodes[0].Get(t.Context(), id)
			return err == nil && (info.WatcherCount == 0 || name == "the owner's memory")
		}, maxWait, 10*time.Millisecond, name)
	}
}

// TestTakenWhileCreated checks that a server drops a game that another server has taken before this
// server had finished creating the game.
func TestTakenWhileCreated(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	<-nodes[0].Recovered() // so the node makes no further inventory during the test
	spec := hub.Spec{Request: hub.Request{Rules: "elements", Seats: make([]hub.SeatSpec, 2)}, Key: "9c1f5a0e-7d3b-4f0e-8a65-1b2c3d4e5f60"}
	nodes[0].log.appended = sync.OnceFunc(func() {
		id, _, err := nodes[1].Hub.Lookup(t.Context(), &spec)
		require.NoError(t, err)
		require.NoError(t, nodes[1].Hub.Take(t.Context(), id, true))
		require.NoError(t, nodes[1].subscribeTo(id))
		nodes[0].onTaken(nodes[1].takenMsg(id))
	})
	info, err := nodes[0].Create(t.Context(), spec)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return !nodes[0].Hub.Has(info.ID) }, maxWait, time.Millisecond)
	assert.True(t, nodes[1].Hub.Has(info.ID))
}

// TestTakenWhileSilent checks that a server drops a game that another server has taken, even if the
// log does not respond at first.
func TestTakenWhileSilent(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	<-nodes[0].Recovered() // so the node makes no further inventory during the test
	id := nodes[0].duel()
	require.NoError(t, nodes[1].Hub.Take(t.Context(), id, true))
	failed := make(chan struct{})
	nodes[0].log.read = func() error {
		select {
		case <-failed:
			return nil
		default:
			close(failed)
			return store.ErrUnavailable
		}
	}
	nodes[0].onTaken(nodes[1].takenMsg(id))
	require.Eventually(t, func() bool { return !nodes[0].Hub.Has(id) }, maxWait, time.Millisecond)
}

// takenMsg returns the message of [Node.tellTaken] as another server receives it.
func (b *testNode) takenMsg(id string) *nats.Msg {
	return &nats.Msg{Subject: b.subject("taken", id), Data: []byte(b.id)}
}
