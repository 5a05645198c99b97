package server_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/internal/test/leaktest"
	"gamed/store"
)

// TestMain runs more parallel tests at once than there are processors, because some tests mostly
// wait. The flag -parallel overrides this number.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err) // every test binary has the flag
	}
	leaktest.Main(m)
}

// fast returns the default limits with a message rate that no test client reaches.
func fast() agent.Limits {
	limits := agent.DefaultLimits
	limits.Rate, limits.Burst = 100_000, 100_000
	return limits
}

const (
	twoOpen = `{"rules":"elements","seats":[{},{}]}`
	withBot = `{"rules":"elements","seats":[{},{"bot":"random"}]}`
)

// TestDuel checks what two players and a spectator receive during a whole game.
func TestDuel(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	third := r.watch(t, game)
	first, second := r.join(t, game), r.join(t, game)
	assert.NotEqual(t, first.seat, second.seat)
	assert.NotEqual(t, first.key, second.key)

	status, _ := r.get(t, "/api/games/"+game+"/log")
	assert.Equal(t, http.StatusConflict, status, "the log of an unfinished game contains hidden cards")

	type result struct {
		over map[string]any
		err  error
	}
	results := make(chan result, 3)
	for i, c := range []*client{first, second, third} {
		go func() {
			over, err := c.play(uint64(i))
			results <- result{over, err}
		}()
	}
	a, b, c := <-results, <-results, <-results
	for _, one := range []result{a, b, c} {
		require.NoError(t, one.err)
		assert.Equal(t, a.over, one.over, "all clients receive the same end")
	}
	assert.Contains(t, a.over, "won")

	for _, text := range third.seen {
		m := object(t, text)
		assert.NotContains(t, m, "decision", "a spectator has no decision")
		if m["type"] != "over" { // over contains the key of the game's chance, which is no seat's key
			assert.NotContains(t, m, "key")
		}
	}
	checkSecrets(t, third, -1)
	checkSecrets(t, first, int(first.seat))
	checkSecrets(t, second, int(second.seat))
	for _, one := range []*client{first, second} {
		assert.NotContains(t, strings.Join(third.seen, "\n"), one.key)
		assert.NotContains(t, r.log.String(), one.key)
	}

	status, body := r.get(t, "/api/games/"+game)
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, "over", object(t, body)["status"])
	assert.Equal(t, a.over["won"], object(t, body)["won"])
	status, body = r.get(t, "/api/games/"+game+"/log")
	require.Equal(t, http.StatusOK, status)
	assert.NotContains(t, body, first.key)
	for line := range strings.Lines(body) {
		assert.True(t, json.Valid([]byte(line)))
	}

	// A late spectator sees the end.
	late := r.watch(t, game)
	assert.NotNil(t, late.next("update"))
	assert.Equal(t, a.over["won"], late.next("over")["won"])
}

// checkSecrets fails if a client received a card that another player drew or was dealt.
func checkSecrets(t *testing.T, c *client, own int) {
	t.Helper()
	for _, text := range c.seen {
		m := object(t, text)
		if m["type"] != "update" {
			continue
		}
		for _, e := range m["events"].([]any) {
			event := e.(map[string]any)
			if event["what"] == "draw" && int(event["seat"].(float64)) != own {
				assert.NotContains(t, event, "card", text)
			}
		}
		view := m["view"].(map[string]any)
		if view["turn"] != 0.0 {
			continue // later, a card may be public before the player holds it
		}
		for i, side := range view["sides"].([]any) {
			if i != own {
				assert.Empty(t, side.(map[string]any)["cards"], text)
			}
		}
	}
}

// TestComeBack checks that a player returns to the open decision with the key of the seat, after a
// disconnect in the middle of a game.
func TestComeBack(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	c, other := r.join(t, game), r.join(t, game)
	before := c.openDecision()
	c.drop()
	for gone := false; !gone; { // the other seat learns that the player is disconnected
		seat := other.next("table")["seats"].([]any)[int(c.seat)].(map[string]any)
		gone = seat["here"] == false
	}

	stranger := r.greet(t)
	for _, tt := range []struct{ join, code string }{
		{`{"type":"join","game":"` + game + `"}`, "no_seat"},
		{`{"type":"join","game":"` + game + `","seat":0}`, "no_seat"},
		{`{"type":"join","game":"` + game + `","seat":0,"key":"guess"}`, "bad_key"},
		{`{"type":"join","game":"` + game + `","seat":1,"key":"` + c.key + `"}`, "bad_key"},
		{`{"type":"join","game":"nosuchgame"}`, "no_game"},
	} {
		stranger.send(tt.join)
		assert.Equal(t, tt.code, stranger.next("error")["code"], tt.join)
	}

	again := r.greet(t)
	again.send(`{"type":"join","game":"` + game + `","key":"` + c.key + `"}`)
	joined := again.next("joined")
	assert.Equal(t, c.seat, joined["seat"])
	assert.NotContains(t, joined, "key", "the key is sent once")
	after := again.openDecision()
	assert.Equal(t, before["decision"], after["decision"])
	assert.Equal(t, before["view"], after["view"])
	again.choose(after["decision"].(map[string]any)["id"], 0)
	assert.Greater(t, again.next("update")["n"], before["n"])
}

// TestSessions checks that a client can act only for its own seat.
func TestSessions(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, withBot)
	c := r.greet(t)
	c.send(`{"type":"resign"}`)
	assert.Equal(t, "out_of_turn", c.next("error")["code"], "the client has not joined a game")
	c.send(`{"type":"watch","game":"` + game + `"}`)
	c.next("joined")
	c.send(`{"type":"resign"}`)
	assert.Equal(t, "no_seat", c.next("error")["code"], "the client is a spectator")
	c.send(`{"type":"chat","text":"good luck"}`)
	said := c.next("chat")
	assert.Equal(t, "good luck", said["text"])
	assert.Equal(t, -1.0, said["seat"])
	c.send(`{"type":"ping","t":42}`)
	assert.Equal(t, 42.0, c.next("pong")["t"])
	c.send(`{"type":"join","game":"` + game + `"}`)
	assert.Equal(t, 0.0, c.next("joined")["seat"], "a spectator may take a seat")
	c.send(`{"type":"resign"}`)
	assert.Equal(t, []any{1.0}, c.next("over")["won"])
	c.send(`{"type":"bye"}`)
	c.next("bye")
	_, err := c.read()
	assert.Equal(t, websocket.StatusNormalClosure, websocket.CloseStatus(err))
}
