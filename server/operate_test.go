package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/builtin"
	"gamed/server"
	"gamed/server/admin"
	"gamed/server/api"
	"gamed/server/audit"
	"gamed/server/identity"
	"gamed/store"
	"gamed/transfer"
)

// startOperated starts a server with an operator secret on a store, and returns a request header
// with this secret.
func startOperated(t *testing.T, on store.Store) (*testServer, http.Header) {
	t.Helper()
	const secret = "gmo_secret-of-the-operator"
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: withoutBots(builtin.Elements()), Store: on, Limits: fast(), OperatorSecrets: []string{secret}})
	return r, http.Header{"Authorization": {"Bearer " + secret}, api.OperatorHeader: {"root"}}
}

// awaitClose waits until the server ends a connection, and returns the last message before the end.
func (c *client) awaitClose() (last map[string]any) {
	c.t.Helper()
	for {
		m, err := c.read()
		if err != nil {
			return last
		}
		last = m
	}
}

// TestBan checks that a banned guest with an open connection, and the clients of a banned address,
// lose their connections and cannot create games. A ban from chat must still let a player play.
func TestBan(t *testing.T) {
	r, operator := startOperated(t, store.NewMemory())
	ada, who := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Deep Spark"}`)
	id := r.create(t, twoOpen)
	playing, botPlaying := r.sit(t, id, ada), r.sit(t, id, bot)
	ban := func(body string) string {
		return r.post(t, "/api/admin/bans", body, operator, http.StatusCreated)["id"].(string)
	}

	chat := ban(fmt.Sprintf(`{"target":%q,"chat":true,"reason":"spam"}`, who["name"]))
	playing.send(`{"type":"chat","text":"hello"}`)
	refused := playing.next("error")
	assert.Equal(t, "not_allowed", refused["code"])
	assert.Equal(t, "you may not chat on this server: spam", refused["text"])
	playing.send(`{"type":"resign"}`)
	playing.next("over")
	answer, text := r.do(t, "DELETE", "/api/admin/bans/"+chat, "", operator)
	require.Equal(t, 204, answer.StatusCode, text)
	playing.send(`{"type":"chat","text":"hello"}`)
	playing.next("chat")

	all := ban(fmt.Sprintf(`{"target":%q,"seconds":3600,"reason":"cheating"}`, who["id"]))
	for _, c := range []*client{playing, botPlaying} {
		last := c.awaitClose()
		assert.Equal(t, "not_allowed", last["code"])
		assert.Regexp(t, `^you are banned from this server until 2.* UTC: cheating$`, last["text"])
	}
	for _, as := range []http.Header{ada, bot} {
		again, status := r.dialAs(t, as)
		require.Equal(t, http.StatusSwitchingProtocols, status)
		assert.Equal(t, "not_allowed", again.awaitClose()["code"])
		for _, path := range []string{"/api/games", "/api/quick", "/api/session"} {
			assert.Equal(t, "banned", r.post(t, path, twoOpen, as, http.StatusForbidden)["code"], path)
		}
		answer, _ := r.do(t, "GET", "/api/games", "", as)
		assert.Equal(t, 200, answer.StatusCode, "public pages stay readable")
	}
	_, text = r.do(t, "GET", "/api/admin/bans", "", operator)
	assert.Len(t, object(t, text)["bans"], 1)
	answer, _ = r.do(t, "DELETE", "/api/admin/bans/"+all, "", operator)
	require.Equal(t, 204, answer.StatusCode)
	r.greetAs(t, ada)

	ban(`{"target":"203.0.113.0/24"}`)
	assert.Equal(t, "banned", r.post(t, "/api/session", "", from("203.0.113.9"), http.StatusForbidden)["code"])
	stranger, _ := r.dialAs(t, from("203.0.113.9"))
	assert.Equal(t, "you are banned from this server", stranger.awaitClose()["text"])
	neighbour, _ := r.dialAs(t, from("203.0.114.9"))
	neighbour.send(`{"type":"hello","protocol":1}`)
	neighbour.next("welcome")
	ban(`{"target":"2001:db8::1"}`)
	assert.Equal(t, "banned", r.post(t, "/api/session", "", from("2001:db8::2"), http.StatusForbidden)["code"], "the same /64")

	for _, wrong := range []string{`{"target":"127.0.0.1"}`, `{"target":"0.0.0.0/0"}`, `{"target":"::/0"}`, `{"target":"Nobody"}`, `{"target":""}`, `{"target":"1.2.3.4","seconds":-1}`} {
		assert.Equal(t, "bad_ban", r.post(t, "/api/admin/bans", wrong, operator, http.StatusUnprocessableEntity)["code"], wrong)
	}
	_, text = r.do(t, "GET", "/api/admin/actions?limit=3", "", operator)
	last := object(t, text)["actions"].([]any)
	require.Len(t, last, 3)
	assert.Equal(t, "ban", last[0].(map[string]any)["verb"])
	assert.Equal(t, "2001:db8::/64", last[0].(map[string]any)["object"])
	assert.Equal(t, "root", last[0].(map[string]any)["by"])
	assert.Equal(t, "127.0.0.1", last[0].(map[string]any)["from"])
}

// TestBanElsewhere checks that a running server applies a ban that a command writes to its store.
func TestBanElsewhere(t *testing.T) {
	t.Parallel()
	on := store.NewMemory()
	r, _ := startOperated(t, on)
	ada, who := r.session(t)
	c := r.greetAs(t, ada)
	found, err := identity.NewBook(on).Find(t.Context(), who["name"].(string))
	require.NoError(t, err)
	_, err = admin.New(on).Ban(t.Context(), admin.Operator{Name: "root"}, admin.Ban{Player: found.ID, Name: found.Name})
	require.NoError(t, err)
	assert.Equal(t, "not_allowed", c.awaitClose()["code"])
}

// TestOnlyOperator checks that the server refuses the operator's requests from all other clients.
func TestOnlyOperator(t *testing.T) {
	r, operator := startOperated(t, store.NewMemory())
	ada, _ := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Deep Spark"}`)
	for _, as := range []http.Header{nil, ada, bot} {
		for _, route := range [][2]string{{"GET", "/api/admin"}, {"GET", "/api/admin/reports"}, {"GET", "/api/admin/actions"}, {"GET", "/api/admin/bans"}, {"POST", "/api/admin/bans"}, {"PUT", "/api/admin/maintenance"}} {
			answer, text := r.do(t, route[0], route[1], "", as)
			assert.Equal(t, 403, answer.StatusCode, "%v %s", route, text)
		}
	}
	answer, _ := r.do(t, "GET", "/api/admin", "", http.Header{"Authorization": {"Bearer gmo_wrong"}})
	assert.Equal(t, 401, answer.StatusCode)
	answer, _ = r.do(t, "POST", "/api/games", twoOpen, operator)
	assert.Equal(t, 403, answer.StatusCode, "the operator does not play")
}

// TestMaintenance checks that the server in maintenance refuses requests that start a game, shows the
// reason, and lets a game in progress continue.
func TestMaintenance(t *testing.T) {
	r, operator := startOperated(t, store.NewMemory())
	id := r.create(t, twoOpen)
	first, _ := r.join(t, id), r.join(t, id)
	r.do(t, "PUT", "/api/admin/maintenance", `{"on":true,"text":"Back at 18:00 UTC."}`, operator)
	for _, path := range []string{"/api/games", "/api/quick", "/api/games/" + id + "/play-from", "/api/learn/elements"} {
		refused := r.post(t, path, twoOpen, nil, http.StatusServiceUnavailable)
		assert.Equal(t, "maintenance", refused["code"], path)
		assert.Equal(t, "maintenance: the server starts no new games for now. Back at 18:00 UTC.", refused["text"])
	}
	r.post(t, "/api/games/"+id+"/rematch", "", nil, http.StatusServiceUnavailable)
	_, text := r.get(t, "/api/rules")
	assert.Contains(t, object(t, text)["notice"], "Back at 18:00 UTC.")
	_, text = r.do(t, "GET", "/api/admin", "", operator)
	now := object(t, text)
	assert.Equal(t, []any{true, 1., 2.}, []any{now["maintenance"].(map[string]any)["on"], now["live"], now["connections"]})
	first.send(`{"type":"resign"}`)
	first.next("over")
	r.do(t, "PUT", "/api/admin/maintenance", `{"on":false}`, operator)
	r.create(t, twoOpen)
	_, text = r.get(t, "/api/rules")
	assert.NotContains(t, object(t, text), "notice")
}

// awaitChat waits until the store has a chat message. A game stores its chat in the background.
func awaitChat(t *testing.T, on store.Store, game, text string) {
	t.Helper()
	require.Eventually(t, func() bool {
		personal, _, err := on.Get(t.Context(), "personal", game)
		return err == nil && strings.Contains(string(personal), text)
	}, responseTimeout, time.Millisecond)
}

// TestReport checks that a report has the chat as evidence, and that a second report replaces the
// first.
func TestReport(t *testing.T) {
	on := store.NewMemory()
	r, operator := startOperated(t, on)
	ada, _ := r.session(t)
	bea, other := r.session(t)
	id := r.create(t, twoOpen)
	first, second := r.sit(t, id, ada), r.sit(t, id, bea)
	first.send(`{"type":"ping","t":1}`)
	first.next("pong") // the server has stored the seat: it tells the client of the seat earlier
	require.True(t, second.sendChat("insult"))
	awaitChat(t, on, id, "insult")
	path := "/api/games/" + id + "/reports"
	for _, wrong := range []string{`{"seat":2,"text":"x"}`, `{"seat":-1,"text":"x"}`, `{"seat":1,"text":" "}`, `{"seat":0,"text":"myself"}`} {
		assert.Equal(t, "bad_report", r.post(t, path, wrong, ada, http.StatusUnprocessableEntity)["code"], wrong)
	}
	assert.Equal(t, "unknown_player", r.post(t, path, `{"seat":1,"text":"x"}`, nil, http.StatusUnauthorized)["code"])
	for _, text := range []string{"rude", "very rude"} {
		answer, body := r.do(t, "POST", path, fmt.Sprintf(`{"seat":1,"text":%q}`, text), ada)
		require.Equal(t, 204, answer.StatusCode, body)
	}
	_, text := r.do(t, "GET", "/api/admin/reports", "", operator)
	reports := object(t, text)["reports"].([]any)
	require.Len(t, reports, 1)
	report := reports[0].(map[string]any)
	assert.Equal(t, []any{"very rude", other["id"], other["name"], id}, []any{report["text"], report["player"], report["name"], report["game"]})
	assert.Equal(t, []any{"1: insult"}, report["chat"])

	closing := "/api/admin/reports/" + report["id"].(string)
	answer, _ := r.do(t, "POST", closing, `{"note":"warned"}`, operator)
	assert.Equal(t, 204, answer.StatusCode)
	_, text = r.do(t, "GET", "/api/admin/reports", "", operator)
	assert.Empty(t, object(t, text)["reports"])
	_, text = r.do(t, "GET", "/api/admin/reports?all=yes", "", operator)
	assert.Contains(t, text, `"note":"warned"`)
	assert.Equal(t, "not_found", r.post(t, closing+"x", `{}`, operator, http.StatusNotFound)["code"])
}

// TestDeleteGame checks that an operator can delete a finished game with chat, but no unfinished or
// unknown one. The deletion must remove the chat, and keep the ratings. An import of an older export must
// not restore the game.
func TestDeleteGame(t *testing.T) {
	t.Parallel()
	on := store.NewMemory()
	r, operator := startOperated(t, on)
	ada, _ := r.session(t)
	bea, _ := r.session(t)
	id := r.post(t, "/api/games", `{"rules":"elements","seats":[{},{}],"rated":true}`, ada, http.StatusCreated)["id"].(string)
	first, second := r.sit(t, id, ada), r.sit(t, id, bea)
	require.True(t, second.sendChat("a secret"))
	assert.Equal(t, "not_over", r.requestAs(t, "DELETE", "/api/admin/games/"+id, operator, http.StatusConflict)["code"])
	first.send(`{"type":"resign"}`)
	first.next("over")
	r.awaitRatings(t, 1, ada)
	var backup bytes.Buffer
	require.NoError(t, transfer.ExportAll(t.Context(), &backup, on))

	status, _ := r.get(t, "/api/games/"+id+"/replay")
	require.Equal(t, http.StatusOK, status)
	require.Eventually(t, func() bool { // the lobby settles the game
		answer, _ := r.do(t, "DELETE", "/api/admin/games/"+id, "", operator)
		return answer.StatusCode == 204
	}, responseTimeout, 10*time.Millisecond)
	require.Eventually(t, func() bool {
		status, _ := r.get(t, "/api/games/"+id)
		return status == http.StatusNotFound
	}, responseTimeout, 10*time.Millisecond)
	status, _ = r.get(t, "/api/games/"+id+"/log")
	assert.Equal(t, http.StatusNotFound, status)
	require.Eventually(t, func() bool {
		status, _ := r.get(t, "/api/games/"+id+"/replay")
		return status == http.StatusNotFound
	}, responseTimeout, 10*time.Millisecond, "the replay stays in memory")
	_, text := r.get(t, "/api/results")
	assert.NotContains(t, text, id)
	_, text = r.do(t, "GET", "/api/me/games", "", ada)
	assert.NotContains(t, text, id)
	r.awaitRatings(t, 1, ada)
	answer, _ := r.do(t, "DELETE", "/api/admin/games/"+id, "", operator)
	assert.Equal(t, 204, answer.StatusCode, "again")
	assert.Equal(t, "no_game", r.requestAs(t, "DELETE", "/api/admin/games/zzzzzzzzzz", operator, http.StatusNotFound)["code"])

	var now bytes.Buffer
	require.NoError(t, transfer.ExportAll(t.Context(), &now, on))
	assert.NotContains(t, now.String(), "a secret")
	_, err := transfer.Import(t.Context(), on, &backup)
	require.NoError(t, err)
	_, err = on.Read(t.Context(), id)
	require.ErrorIs(t, err, store.ErrNotFound)
}

// requestAs sends a request without a body and returns the JSON object of the answer.
func (r *testServer) requestAs(t *testing.T, method, path string, as http.Header, status int) map[string]any {
	t.Helper()
	answer, text := r.do(t, method, path, "", as)
	require.Equal(t, status, answer.StatusCode, text)
	return object(t, text)
}

// TestErase checks the export and the erasure of a guest with a bot, after a rated game with chat.
// Then neither the guest's name nor id may be in the store, except for the id in the log of the operators.
// The store must keep the result and the ratings, and be consistent.
func TestErase(t *testing.T) {
	t.Parallel()
	on := store.NewMemory()
	r, operator := startOperated(t, on)
	ada, who := r.session(t)
	bea, other := r.session(t)
	answer, _ := r.do(t, "PATCH", "/api/session", `{"face":"fox"}`, ada)
	require.Equal(t, http.StatusOK, answer.StatusCode)
	r.token(t, ada, `{"name":"Deep Spark"}`)
	id := r.post(t, "/api/games", `{"rules":"elements","seats":[{},{}],"rated":true}`, ada, http.StatusCreated)["id"].(string)
	first, second := r.sit(t, id, ada), r.sit(t, id, bea)
	require.True(t, first.sendChat("my own words"))
	require.True(t, second.sendChat("other words"))
	answer, _ = r.do(t, "POST", "/api/games/"+id+"/reports", `{"seat":1,"text":"rude"}`, ada)
	require.Equal(t, 204, answer.StatusCode)
	first.send(`{"type":"resign"}`)
	first.next("over")
	r.awaitRatings(t, 1, ada)
	require.Eventually(t, func() bool {
		_, text := r.get(t, "/api/games/"+id)
		return strings.Contains(text, `"result"`)
	}, responseTimeout, 10*time.Millisecond)
	awaitChat(t, on, id, "other words")

	next := r.post(t, "/api/games/"+id+"/rematch", "", bea, http.StatusOK)["game"].(string)
	_, text := r.get(t, "/api/games/"+next)
	require.Contains(t, text, who["name"], "the rematch waits for the player")

	path := "/api/admin/players/" + url.PathEscape(who["name"].(string))
	replay, text := r.do(t, "GET", "/api/games/"+id+"/replay", "", nil)
	require.Contains(t, text, who["name"])
	known := http.Header{"If-None-Match": {replay.Header.Get("ETag")}}
	replay, _ = r.do(t, "GET", "/api/games/"+id+"/replay", "", known)
	require.Equal(t, http.StatusNotModified, replay.StatusCode)
	_, text = r.do(t, "GET", path, "", operator)
	for _, want := range []string{"\"face\":\"fox\"", who["id"].(string), who["name"].(string), id, "my own words", "Deep Spark", "rude"} {
		assert.Contains(t, text, want)
	}
	for _, not := range []string{other["id"].(string), other["name"].(string), "other words"} {
		assert.NotContains(t, text, not)
	}
	_, text = r.do(t, "DELETE", path, "", operator)
	assert.Equal(t, map[string]any{"player": who["name"], "games": 1., "bots": 1., "unfinished": []any{}}, object(t, text))

	first.awaitClose()
	_, text = r.do(t, "GET", "/api/session", "", ada)
	assert.Equal(t, "anonymous", object(t, text)["kind"])
	require.Eventually(t, func() bool {
		_, text := r.get(t, "/api/games/"+id)
		return strings.Contains(text, "Deleted player") && !strings.Contains(text, who["name"].(string))
	}, responseTimeout, 10*time.Millisecond)
	require.Eventually(t, func() bool { // the ratings follow the games
		_, text := r.get(t, "/api/ratings?rules=elements")
		return !strings.Contains(text, who["name"].(string))
	}, responseTimeout, 10*time.Millisecond)
	require.Eventually(t, func() bool {
		replay, text := r.do(t, "GET", "/api/games/"+id+"/replay", "", known)
		return replay.StatusCode == http.StatusOK && !strings.Contains(text, who["name"].(string))
	}, responseTimeout, 10*time.Millisecond, "the replay keeps the name")
	players := r.awaitRatings(t, 1, bea)
	assert.Len(t, players, 2)
	var all bytes.Buffer
	require.NoError(t, transfer.ExportAll(t.Context(), &all, on))
	left := exportedValues(t, all.Bytes())
	for _, not := range []string{who["name"].(string), "my own words", "rude", "Deep Spark"} {
		assert.NotContains(t, left, not)
	}
	assert.Contains(t, left, "other words")
	buckets, err := on.Buckets(t.Context())
	require.NoError(t, err)
	for _, bucket := range buckets {
		keys, err := on.Keys(t.Context(), bucket, "")
		require.NoError(t, err)
		for _, key := range keys {
			text, _, err := on.Get(t.Context(), bucket, key)
			require.NoError(t, err)
			if bucket != "action" { // the log of the operators keeps the id
				assert.NotContains(t, key+string(text), who["id"], "%s/%s", bucket, key)
			}
		}
	}
	assert.NoError(t, audit.Run(t.Context(), on, func(context.Context) error { return nil }, func(err error) { assert.NoError(t, err) }))
	assert.Equal(t, "not_found", r.requestAs(t, "DELETE", path, operator, http.StatusNotFound)["code"])
}

// exportedValues returns the decoded values of an export.
func exportedValues(t *testing.T, export []byte) string {
	t.Helper()
	var all strings.Builder
	for line := range bytes.Lines(export) {
		var v struct {
			Value []byte `json:"value"`
		}
		require.NoError(t, json.Unmarshal(line, &v))
		all.Write(v.Value)
	}
	return all.String()
}
