package cluster

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/table"
)

// TestLobby checks that lists, games and logs cover all servers.
func TestLobby(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 3)
	for _, b := range nodes {
		b.duel()
	}
	for _, b := range nodes {
		infos, err := b.List(t.Context(), hub.Filter{Limit: 10})
		require.NoError(t, err)
		require.Len(t, infos, 3)
		for _, info := range infos {
			got, err := b.Get(t.Context(), info.ID)
			require.NoError(t, err)
			assert.Equal(t, info, got)
			_, err = b.Hub.Log(t.Context(), info.ID)
			assert.ErrorIs(t, err, hub.ErrNotOver)
		}
		infos, err = b.List(t.Context(), hub.Filter{Limit: 2})
		require.NoError(t, err)
		assert.Len(t, infos, 2)
		_, err = b.Get(t.Context(), "0123456789")
		assert.ErrorIs(t, err, hub.ErrNotFound)
		_, err = b.Get(t.Context(), "*.>")
		assert.ErrorIs(t, err, hub.ErrNotFound, "an invalid id is not used in a subject")
	}
	_, err := nodes[1].Join(t.Context(), &protocol.Join{Game: nodes[0].duel(), Key: "wrong"}, hub.Player{}, make(recorder, 10))
	wrong := (*protocol.Error)(nil)
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, protocol.BadKey, wrong.Code)
}

// TestLostMessage checks that a lost message between two servers ends the session.
func TestLostMessage(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	id := nodes[0].duel()
	for _, kind := range []byte{frameNumber, frameMessage} {
		r := make(recorder, 10)
		_, err := nodes[1].Watch(t.Context(), id, r)
		require.NoError(t, err)
		assert.Equal(t, "joined", object(t, <-r)["type"])
		nodes[1].mu.Lock()
		require.Len(t, nodes[1].sessions, 1)
		var v *remoteSession
		for _, v = range nodes[1].sessions {
		}
		nodes[1].mu.Unlock()
		nodes[1].toClient(&nats.Msg{Subject: nodes[1].subject("to", nodes[1].id, "told", v.id), Data: frame{number: 7, kind: kind, data: []byte(`{}`)}.bytes()})
		assert.Equal(t, "bye", object(t, <-r)["type"])
	}
	nodes[0].mu.Lock()
	defer nodes[0].mu.Unlock()
	assert.LessOrEqual(t, len(nodes[0].clients), 2)
}

// TestLateHeartbeat checks that a server with a late heartbeat checks the owners of its games in the
// log before it shows them.
func TestLateHeartbeat(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	<-nodes[0].Recovered() // so the node makes no further inventory during the test
	kept, lost := nodes[0].duel(), nodes[0].duel()
	require.NoError(t, nodes[1].Hub.Take(t.Context(), lost, true))
	require.NoError(t, nodes[1].subscribeTo(lost))
	assert.True(t, nodes[0].Hub.Has(lost), "this server has not learned of the game yet")
	nodes[0].lastBeat.Store(nodes[0].now().Add(-time.Minute).UnixNano())
	for _, id := range []string{kept, lost} {
		_, err := nodes[0].Get(t.Context(), id)
		require.NoError(t, err)
	}
	assert.True(t, nodes[0].Hub.Has(kept))
	assert.False(t, nodes[0].Hub.Has(lost))
}

// TestChosen checks that all servers choose the same owner for a game and get equal shares.
// When a server stops, only its games move.
func TestChosen(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 3)
	const games = 300
	before, share := make(map[string]string), make(map[string]int)
	for i := range games {
		id := fmt.Sprint("game", i)
		before[id] = nodes[0].chosenOwner(id)
		share[before[id]]++
		assert.Equal(t, before[id], nodes[1].chosenOwner(id))
	}
	for _, b := range nodes {
		assert.InDelta(t, games/3, share[b.id], games/6)
	}
	require.NoError(t, nodes[2].Close(t.Context()))
	awaitPeers(t, nodes[:2])
	for id, node := range before {
		assert.Equal(t, nodes[0].chosenOwner(id), nodes[1].chosenOwner(id))
		if node != nodes[2].id {
			assert.Equal(t, node, nodes[0].chosenOwner(id))
		}
	}
}

// TestForks checks that a seat in a game on another server has a forward model.
func TestForks(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	budget := &protocol.Budget{Worlds: 3, Steps: 7}
	info, err := nodes[0].Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: make([]hub.SeatSpec, 2), TableOptions: protocol.TableOptions{Forks: budget}}})
	require.NoError(t, err)
	var away *hub.Seating
	r := make(recorder, 100)
	join := &protocol.Join{Game: info.ID}
	for _, join.Claim = range []string{"", "my-own_key-of-22-chars"} {
		away, err = nodes[1].Join(t.Context(), join, hub.Player{}, r)
		require.NoError(t, err)
		assert.Equal(t, budget, away.Budget)
	}
	here, err := nodes[0].Join(t.Context(), join, hub.Player{}, make(recorder, 100))
	require.NoError(t, err)
	assert.Equal(t, away.Seat, here.Seat)
	want, err := here.World(t.Context())
	require.NoError(t, err)
	m, err := away.World(t.Context())
	require.NoError(t, err)
	asked := want.Decision(away.Seat)
	assert.Equal(t, asked, m.Decision(away.Seat))
	assert.Equal(t, table.Digest(want), table.Digest(m))
	for {
		e, ok := (<-r).(*protocol.Encoded)
		if ok && e.Update {
			assert.Equal(t, asked, e.Decision)
			return
		}
	}
}

// TestBotNotes checks that the nonce of a remote player reaches the game, and that every server can
// return the notes of the game's bot.
func TestBotNotes(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	info, err := nodes[0].Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: make([]hub.SeatSpec, 2)}})
	require.NoError(t, err)
	r := make(recorder, 100)
	var away *hub.Seating
	for _, nonce := range []string{"", "brought-along"} {
		away, err = nodes[1].Join(t.Context(), &protocol.Join{Game: info.ID, Nonce: nonce}, hub.Player{}, r)
		require.NoError(t, err)
	}
	for {
		e, ok := (<-r).(*protocol.Encoded)
		if !ok || e.Decision == 0 {
			continue
		}
		require.NoError(t, away.Submit(&protocol.Choose{Decision: e.Decision, Info: "the default option"}))
		break
	}
	for _, b := range nodes {
		require.Eventually(t, func() bool {
			said, err := b.BotNotes(t.Context(), info.ID)
			return err == nil && len(said) == 1 && said[0].Info == "the default option"
		}, maxWait, 10*time.Millisecond)
	}
	assert.Equal(t, []string{"", "brought-along"}, verify(t, nodes[0].config.Log, info.ID).Table.Nonces)
}

// TestNeedsForks checks that a bot that needs a forward model cannot join a game without one, on the
// game's server and on another.
func TestNeedsForks(t *testing.T) {
	t.Parallel()
	nodes := startNodes(t, startNATS(t), 2)
	id := nodes[0].duel()
	for i, b := range nodes {
		_, err := b.Join(t.Context(), &protocol.Join{Game: id}, hub.Player{Name: "Ada", NeedsForks: true}, make(recorder, 10))
		wrong := (*protocol.Error)(nil)
		require.ErrorAs(t, err, &wrong, "server %d", i)
		assert.Equal(t, protocol.NoForks, wrong.Code, "server %d", i)
	}
}
