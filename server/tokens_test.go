package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// TestTokens checks that a token works only in the header, within its scopes, and until it
// is revoked.
func TestTokens(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	eve, _ := r.session(t)
	id, bot := r.token(t, ada, `{"name":"Deep Spark"}`)
	text := strings.TrimPrefix(bot.Get("Authorization"), "Bearer ")
	assert.Regexp(t, `^gmd_[A-Za-z0-9_-]{43}$`, text)
	_, body := r.do(t, "GET", "/api/session", "", bot)
	assert.Contains(t, body, `"name":"Deep Spark","kind":"bot","scopes":"play watch create"`)
	_, body = r.do(t, "GET", "/api/tokens", "", ada)
	assert.Contains(t, body, id)
	assert.NotContains(t, body, text)
	_, body = r.do(t, "GET", "/api/tokens", "", eve)
	assert.Equal(t, `{"tokens":[]}`, strings.TrimSpace(body))

	t.Run("only in the header", func(t *testing.T) {
		for _, path := range []string{"?token=", "?access_token=", "?authorization=Bearer+"} {
			answer, body := r.do(t, "GET", "/api/session"+path+text, "", nil)
			assert.Equal(t, 400, answer.StatusCode)
			assert.NotContains(t, body, text)
			assert.NotContains(t, body, "Deep Spark")
		}
		for _, header := range []http.Header{{"Cookie": {"__Host-gamed=" + text}}, {"X-Token": {text}}, {"Sec-Websocket-Protocol": {text}}} {
			_, body := r.do(t, "GET", "/api/session", "", header)
			assert.Contains(t, body, "anonymous", "%v", header)
		}
	})
	t.Run("wrong", func(t *testing.T) {
		session := strings.TrimPrefix(ada.Get("Cookie"), "__Host-gamed=")
		for _, wrong := range []string{"", "Bearer", "Bearer ", "Bearer x", "Bearer gmd_", "Basic " + text, text, "Bearer " + text[:46], "Bearer  " + text, "Bearer " + session, "Bearer gmo_"} {
			header := http.Header{"Authorization": {wrong}}
			answer, _ := r.do(t, "GET", "/api/games", "", header)
			assert.Equal(t, 401, answer.StatusCode, "%q", wrong)
			assert.Equal(t, "Bearer", answer.Header.Get("WWW-Authenticate"))
			_, status := r.dialAs(t, header)
			assert.Equal(t, 401, status, "%q", wrong)
		}
		answer, _ := r.do(t, "GET", "/api/games", "", http.Header{"Authorization": {"Bearer " + text, "Bearer " + text}})
		assert.Equal(t, 401, answer.StatusCode)
		header := ada.Clone()
		header.Set("Authorization", "Bearer x")
		answer, _ = r.do(t, "GET", "/api/games", "", header)
		assert.Equal(t, 401, answer.StatusCode, "a cookie does not make an invalid token valid")
	})
	t.Run("scopes", func(t *testing.T) {
		_, watcher := r.token(t, ada, `{"name":"Watcher","scopes":["watch"]}`)
		_, player := r.token(t, ada, `{"name":"Player","scopes":["play"]}`)
		game := r.create(t, twoOpen)
		c := r.greetAs(t, watcher)
		c.send(`{"type":"join","game":"` + game + `"}`)
		assert.Equal(t, "not_allowed", c.next("error")["code"])
		c.send(`{"type":"watch","game":"` + game + `"}`)
		c.next("joined")
		c = r.greetAs(t, player)
		c.send(`{"type":"watch","game":"` + game + `"}`)
		assert.Equal(t, "not_allowed", c.next("error")["code"])
		c.send(`{"type":"join","game":"` + game + `"}`)
		joined := c.next("joined")
		assert.NotContains(t, joined, "key")
		assert.Equal(t, "Player", joined["seats"].([]any)[0].(map[string]any)["name"])
		for _, header := range []http.Header{watcher, player} {
			for _, path := range []string{"/api/games", "/api/quick"} {
				answer, _ := r.do(t, "POST", path, twoOpen, header)
				assert.Equal(t, 403, answer.StatusCode, path)
			}
		}
		answer, _ := r.do(t, "POST", "/api/games", twoOpen, bot)
		assert.Equal(t, 201, answer.StatusCode)
	})
	t.Run("bots cannot create tokens", func(t *testing.T) {
		for _, method := range []string{"GET", "POST"} {
			answer, _ := r.do(t, method, "/api/tokens", `{"name":"Child"}`, bot)
			assert.Equal(t, 403, answer.StatusCode)
		}
		answer, _ := r.do(t, "DELETE", "/api/tokens/"+id, "", bot)
		assert.Equal(t, 403, answer.StatusCode)
		answer, _ = r.do(t, "POST", "/api/session", "", bot)
		assert.Equal(t, 403, answer.StatusCode)
		answer, _ = r.do(t, "POST", "/api/tokens", `{"name":"Orphan"}`, nil)
		assert.Equal(t, 401, answer.StatusCode)
	})
	for body, want := range map[string]string{
		`{"name":"Quiet Otter 1"}`: "bad_name", `{"name":"` + strings.Repeat("x", 41) + `"}`: "bad_name",
		`{"name":"x","scopes":["root"]}`: "bad_scopes", `{"name":"x","owner":"operator"}`: "bad_json", `{"name":"x","name":"y"}`: "bad_json",
	} {
		_, text := r.do(t, "POST", "/api/tokens", body, ada)
		assert.Contains(t, text, want, body)
	}
	_, text2 := r.do(t, "POST", "/api/tokens", `{"name":"deep spark"}`, eve)
	assert.Contains(t, text2, "name_taken")
	answer, _ := r.do(t, "DELETE", "/api/tokens/"+id, "", eve)
	assert.Equal(t, 404, answer.StatusCode)

	// The revocation of a token closes only the connections of that token.
	game := r.create(t, twoOpen)
	playing, other := r.greetAs(t, bot), r.greetAs(t, ada)
	for _, c := range []*client{playing, other} {
		c.send(`{"type":"join","game":"` + game + `"}`)
		c.next("joined")
	}
	playing.openDecision()
	answer, _ = r.do(t, "DELETE", "/api/tokens/"+id, "", ada)
	assert.Equal(t, 204, answer.StatusCode)
	assert.Equal(t, "revoked", playing.next("error")["code"])
	_, err := playing.read()
	assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err))
	_, status := r.dialAs(t, bot)
	assert.Equal(t, 401, status)
	other.send(`{"type":"ping","t":1}`)
	other.next("pong")
	assert.NotContains(t, r.log.String(), text)
}

// TestRevokedElsewhere checks that a server closes the connections of a token that another server
// with the same store has revoked.
func TestRevokedElsewhere(t *testing.T) {
	t.Parallel()
	shared := store.NewMemory()
	one := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: splitStore{store.NewMemory(), shared}, Limits: fast()})
	two := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: splitStore{store.NewMemory(), shared}, Limits: fast()})
	ada, who := one.session(t)
	_, body := two.do(t, "GET", "/api/session", "", ada)
	assert.Equal(t, who, object(t, body))
	id, bot := one.token(t, ada, `{"name":"Spark"}`)
	c, guest := two.greetAs(t, bot), two.greetAs(t, ada)
	answer, _ := one.do(t, "DELETE", "/api/tokens/"+id, "", ada)
	require.Equal(t, 204, answer.StatusCode)
	assert.Equal(t, "revoked", c.next("error")["code"])
	guest.send(`{"type":"ping","t":1}`)
	guest.next("pong")
}

// TestOperator checks that the operator's secret manages the tokens of all owners, but gives no
// access to games or sessions.
func TestOperator(t *testing.T) {
	const secret = "gmo_not-a-good-one"
	r := startConfig(t, server.Config{
		Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: agent.DefaultLimits, OperatorSecrets: []string{secret},
	})
	ada, _ := r.session(t)
	guests, _ := r.token(t, ada, `{"name":"Hers"}`)
	root := http.Header{"Authorization": {"Bearer " + secret}}
	own, bot := r.token(t, root, `{"name":"House bot"}`)
	_, body := r.do(t, "GET", "/api/tokens", "", root)
	assert.Contains(t, body, own)
	assert.Contains(t, body, guests, "the operator can revoke tokens of guests")
	_, body = r.do(t, "GET", "/api/tokens", "", ada)
	assert.NotContains(t, body, own)
	for _, id := range []string{own, guests} {
		answer, _ := r.do(t, "DELETE", "/api/tokens/"+id, "", root)
		assert.Equal(t, 204, answer.StatusCode)
	}
	for _, path := range []string{"/api/session", "/api/me/games", "/api/games"} {
		answer, _ := r.do(t, "GET", path, "", root)
		assert.Equal(t, 403, answer.StatusCode, path)
	}
	_, status := r.dialAs(t, root)
	assert.Equal(t, 403, status)
	_, status = r.dialAs(t, bot)
	assert.Equal(t, 401, status)
	none := start(t, store.NewMemory(), fast())
	answer, _ := none.do(t, "GET", "/api/tokens", "", http.Header{"Authorization": {"Bearer "}})
	assert.Equal(t, 401, answer.StatusCode, "the server has no operator")
}
