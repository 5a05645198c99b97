package server_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/store"
)

// TestOverAfterRestart checks that clients can read a game that ended before a restart.
func TestOverAfterRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, err := store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	r := start(t, log, fast())
	game := r.create(t, `{"rules":"elements","seats":[{"bot":"random"},{"bot":"greedy"}]}`)
	watcher := r.watch(t, game)
	over := watcher.next("over")
	watcher.drop()
	_, before := r.get(t, "/api/games/"+game+"/log")
	require.NoError(t, r.stop())
	require.NoError(t, log.Close())

	log, err = store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	defer func() { assert.NoError(t, log.Close()) }()
	r = start(t, log, fast())
	status, body := r.get(t, "/api/games/"+game)
	require.Equal(t, 200, status, body)
	info := object(t, body)
	assert.Equal(t, "over", info["status"])
	assert.Equal(t, over["won"], info["won"])
	_, after := r.get(t, "/api/games/"+game+"/log")
	assert.Equal(t, before, after)
	late := r.watch(t, game)
	assert.Equal(t, over, late.next("over"))
	late.drop()
	require.NoError(t, r.stop())
}

// TestSetAside checks that a server with one damaged log reports the log and serves the other games.
func TestSetAside(t *testing.T) {
	log := store.NewMemory()
	const damaged = "0123456789"
	require.NoError(t, log.Append(t.Context(), damaged, 0, []byte("what?")))
	r := start(t, log, agent.DefaultLimits)
	for _, path := range []string{"", "/log"} {
		status, body := r.get(t, "/api/games/"+damaged+path)
		assert.Equal(t, 410, status)
		assert.Equal(t, "set_aside", object(t, body)["code"])
		assert.Contains(t, body, "gamed doctor")
	}
	c := r.greet(t)
	c.send(`{"type":"watch","game":"` + damaged + `"}`)
	refused := c.next("error")
	assert.Equal(t, "no_game", refused["code"])
	assert.Contains(t, refused["text"], "set aside")
	c.drop()
	_, body := r.get(t, "/healthz")
	assert.Equal(t, map[string]any{"status": "ok", "program": "gamed test", "games": 0.0, "waiting": 0.0, "set_aside": 1.0}, object(t, body))
	_, body = r.get(t, "/metrics")
	assert.Contains(t, body, "gamed_games_set_aside 1")
	r.create(t, withBot)
	require.NoError(t, r.stop())
	assert.Contains(t, r.log.String(), `"game":"0123456789","error":"record 1: the log cannot be replayed: invalid character`)
}

// TestSilentStore checks that players are told about an unresponsive store. The game continues when
// the store responds again.
func TestSilentStore(t *testing.T) {
	t.Parallel()
	log := store.NewMemory()
	r := start(t, log, fast())
	game := r.create(t, twoOpen)
	c, other := r.join(t, game), r.join(t, game)
	held := make(chan struct{})
	log.InjectFault(func(store.Call) store.Fault {
		<-held
		return store.Fault{}
	})
	c.choose(c.openDecision()["decision"].(map[string]any)["id"], 0)
	for _, seat := range []*client{c, other} {
		for table := seat.next("table"); table["held"] != true; table = seat.next("table") {
			assert.NotContains(t, table, "held")
		}
	}
	close(held)
	for _, seat := range []*client{c, other} {
		assert.NotContains(t, seat.next("table"), "held")
		seat.next("update")
		seat.drop()
	}
}

// TestFullStore checks the errors of requests that write to a full store.
func TestFullStore(t *testing.T) {
	log := store.NewMemory()
	r := start(t, log, fast())
	game := r.create(t, twoOpen)
	c, other := r.join(t, game), r.join(t, game)
	asked := c.openDecision()["decision"].(map[string]any)["id"]
	other.openDecision()
	log.InjectFault(func(call store.Call) store.Fault {
		if call.Append {
			return store.Fault{Err: store.ErrFull}
		}
		return store.Fault{}
	})
	c.choose(asked, 0)
	refused := c.next("error")
	assert.Equal(t, "unavailable", refused["code"])
	assert.Contains(t, refused["text"], "store is full")
	assert.Equal(t, asked, refused["decision"])
	status, body := r.request(t, "POST", "/api/games", withBot)
	assert.Equal(t, 503, status)
	assert.Contains(t, body, "store is full")
	log.InjectFault(nil)
	c.choose(asked, 0)
	c.next("update")
	other.next("update")
	c.drop()
	other.drop()
}
