package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestAgree checks that two players can undo a choice, mute, change settings and agree on a draw
// over WebSockets. A spectator sees the table and the end, and cannot offer a draw.
func TestAgree(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	third := r.watch(t, game)
	players := []*client{r.join(t, game), r.join(t, game)}
	u := players[0].openDecision()
	n := number(u["n"])
	id := u["decision"].(map[string]any)["id"]
	players[0].choose(id, 0)
	players[0].send(`{"type":"offer","kind":"undo"}`)
	for _, c := range append(players, third) {
		for {
			u := c.next("update")
			events := u["events"].([]any)
			if len(events) > 0 && events[0].(map[string]any)["what"] == "undo" {
				assert.Greater(t, number(u["n"]), n)
				break
			}
		}
	}
	players[0].send(`{"type":"mute","seat":1,"on":true}`)
	assert.Equal(t, []any{1.}, players[0].next("settings")["muted"])
	players[0].send(`{"type":"settings","alone":true}`)
	assert.Equal(t, true, players[0].next("settings")["alone"])
	third.send(`{"type":"who"}`)
	assert.Len(t, third.next("table")["seats"], 2)
	third.send(`{"type":"offer","kind":"draw"}`)
	assert.Equal(t, "no_seat", third.next("error")["code"])

	players[0].send(`{"type":"offer","kind":"draw"}`)
	for {
		if offers, _ := players[1].next("table")["offers"].([]any); len(offers) > 0 {
			assert.Equal(t, map[string]any{"kind": "draw", "seat": 0., "accepted": []any{}, "asked": []any{1.}}, offers[0])
			break
		}
	}
	players[1].send(`{"type":"respond","kind":"draw","accept":true}`)
	for _, c := range append(players, third) {
		over := c.next("over")
		assert.Equal(t, "agreed", over["reason"])
		assert.Equal(t, true, over["draw"])
	}
}

// TestDeclineInvitation checks that a spectator can decline the invitation to an open game, but no
// offer.
func TestDeclineInvitation(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	host, guest := r.join(t, game), r.watch(t, game)
	guest.send(`{"type":"respond","kind":"draw","accept":false}`)
	assert.Equal(t, "no_seat", guest.next("error")["code"])
	guest.send(`{"type":"respond","kind":"invitation","accept":false}`)
	for {
		if declined := host.next("table")["declined"]; declined != nil {
			assert.Equal(t, map[string]any{"kind": "invitation", "seat": -1., "by": -1.}, declined)
			break
		}
	}
}

// TestSpectatorOptions checks a table without spectators and a table with delayed ones, and that the
// server refuses invalid settings for spectators.
func TestSpectatorOptions(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, `{"rules":"elements","seats":[{},{}],"spectators":"none"}`)
	c := r.greet(t)
	c.send(`{"type":"watch","game":"` + game + `"}`)
	assert.Equal(t, "no_seat", c.next("error")["code"])

	game = r.create(t, `{"rules":"elements","seats":[{},{}],"spectators":{"delay_ms":60000}}`)
	c.send(`{"type":"watch","game":"` + game + `"}`)
	assert.EqualValues(t, 60000, c.next("joined")["delay_ms"])
	player := r.join(t, game)
	r.join(t, game)
	player.send(`{"type":"resign"}`)
	player.next("over")
	status, text := r.get(t, "/api/games/"+game)
	require.Equal(t, http.StatusOK, status)
	info := object(t, text)
	assert.Equal(t, "live", info["status"])
	assert.Equal(t, map[string]any{"delay_ms": 60000.}, info["spectators"])
	assert.NotContains(t, text, `"won"`)
	for _, what := range []string{"log", "replay"} {
		status, _ = r.get(t, "/api/games/"+game+"/"+what)
		assert.Equal(t, http.StatusConflict, status, what)
	}
	for _, wrong := range []string{`"some"`, `{"delay_ms":-1}`, `{"delay_ms":3600001}`, `{"late":1}`, `5`} {
		status, text := r.request(t, "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"spectators":`+wrong+`}`)
		assert.Equal(t, http.StatusBadRequest, status, wrong)
		assert.Contains(t, text, "spectators", wrong)
	}
}
