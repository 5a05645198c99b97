package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/store"
)

func TestHTTP(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	game := r.create(t, withBot)
	private := r.create(t, `{"rules":"elements","private":true,"seats":[{"deck":"wildfire"},{"bot":"greedy"}],"clock":{"bank_ms":60000,"per_decision_ms":0,"increment_ms":0}}`)
	tests := []struct {
		name, method, path, body string
		status                   int
		want                     string // in the body
	}{
		{"the page", "GET", "/", "", 200, `<script type="module" src="app.js">`},
		{"a file of the page", "GET", "/app.js", "", 200, "hashchange"},
		{"an unknown file", "GET", "/nothing.js", "", 404, ""},
		{"a POST to the page", "POST", "/", "{}", 405, ""},
		{"health", "GET", "/healthz", "", 200, `"status":"ok"`},
		{"metrics", "GET", "/metrics", "", 200, "gamed_games_live 2"},
		{"rulesets", "GET", "/api/rules", "", 200, `"name":"elements"`},
		{"a ruleset", "GET", "/api/rules/elements", "", 200, `"cards":[`},
		{"an unknown ruleset", "GET", "/api/rules/chess", "", 404, `"code":"not_found"`},
		{"bots", "GET", "/api/bots", "", 200, `"name":"greedy"`},
		{"schema", "GET", "/api/schema", "", 200, `"choose"`},
		{"a game", "GET", "/api/games/" + game, "", 200, `"status":"open"`},
		{"a private game", "GET", "/api/games/" + private, "", 200, `"private":true`},
		{"an unknown game", "GET", "/api/games/0123456789", "", 404, `"code":"no_game"`},
		{"games", "GET", "/api/games?status=open,live&rules=elements&limit=5", "", 200, game},
		{"games of an unknown ruleset", "GET", "/api/games?rules=chess", "", 200, `{"games":[]}`},
		{"an invalid limit", "GET", "/api/games?limit=lots", "", 400, "limit is a number"},
		{"an invalid status", "GET", "/api/games?status=done", "", 400, "open, live and over"},
		{"the log of an unfinished game", "GET", "/api/games/" + game + "/log", "", 409, `"code":"not_over"`},
		{"the log of an unknown game", "GET", "/api/games/..%2f..%2fetc/log", "", 404, `"code":"no_game"`},
		{"an unknown address", "GET", "/api/secrets", "", 404, "not_found"},
		{"wrong method", "DELETE", "/api/games/" + game, "", 405, `"code":"method"`},

		{"no body", "POST", "/api/games", "", 415, "application/json"},
		{"not JSON", "POST", "/api/games", "rules=elements", 400, "bad_json"},
		{"two values", "POST", "/api/games", withBot + withBot, 400, "after top-level value"},
		{"an unknown field", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"cheat":true}`, 400, `unknown field \"cheat\"`},
		{"a repeated field", "POST", "/api/games", `{"rules":"elements","rules":"elements","seats":[{},{}]}`, 400, `duplicate object member name`},
		{"a field in the wrong case", "POST", "/api/games", `{"Rules":"elements","seats":[{},{}]}`, 400, `unknown field \"Rules\"`},
		{"no UTF-8", "POST", "/api/games", "{\"rules\":\"elements\xff\"}", 400, "bad_json"},
		{"whole numbers with a fraction or an exponent", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"best_of":3.0,"clock":{"bank_ms":6e4}}`, 201, `"bank_ms":60000`},
		{"a fraction", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"best_of":3.5}`, 400, `\"best_of\" must be a whole number from 0 to 7"`},
		{"a number beyond the range", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"clock":{"bank_ms":1e99}}`, 400, `\"clock/bank_ms\" must be a whole number from 0 to 604800000"`},
		{"a number of seats beyond the range", "POST", "/api/quick", `{"rules":"elements","seats":99999999999999999999}`, 400, `\"seats\" must be a whole number from 0 to 6"`},
		{"a budget beyond the range", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"forks":{"worlds":1,"steps":-1e30}}`, 400, `\"forks/steps\" must be a whole number from 1 to 100000"`},
		{"a delay beyond the range", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"spectators":{"delay_ms":1e30}}`, 400, `from 0 to 3600000`},
		{"a wrong type", "POST", "/api/games", `{"rules":7}`, 400, `\"rules\" must be a string`},
		{"a number for a switch", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"private":1}`, 400, `\"private\" must be true or false`},
		{"an object for a list", "POST", "/api/games", `{"rules":"elements","seats":{}}`, 400, `\"seats\" must be a list`},
		{"a list for an object", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"table":[]}`, 400, `\"table\" must be an object`},
		{"a string for a number", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"best_of":"3"}`, 400, `\"best_of\" must be a whole number from 0 to 7`},
		{"a switch for a number", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"best_of":true}`, 400, `\"best_of\" must be a whole number from 0 to 7`},
		{"a list for the body", "POST", "/api/games", `[]`, 400, `the body must be an object`},
		{"a body of space", "POST", "/api/games", "\n", 400, `the body is empty`},
		{"half a body", "POST", "/api/games", `{"rules":"elements"`, 400, `the JSON ends too early`},
		{"a byte-order mark", "POST", "/api/games", "\ufeff{}", 400, `\\ufeff`},
		{"a huge body", "POST", "/api/games", `{"rules":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "too_big"},
		{"a deeply nested body", "POST", "/api/games", strings.Repeat("[", 60_000), 400, "bad_json"},
		{"a null", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"private":null}`, 400, `\"private\" is null`},
		{"a null in a seat", "POST", "/api/games", `{"rules":"elements","seats":[{},{"bot":null}]}`, 400, `\"seats/1/bot\" is null`},
		{"a body of only null", "POST", "/api/games", `null`, 400, `\"the body\" is null`},
		{"an unknown parameter", "GET", "/api/games?state=open", "", 400, `unknown parameter \"state\"`},
		{"a parameter in the wrong case", "GET", "/api/games?Limit=5", "", 400, `unknown parameter \"Limit\"`},
		{"a parameter of another route", "GET", "/api/bots?limit=5", "", 400, "unknown parameter"},
		{"a repeated parameter", "GET", "/api/games?limit=1&limit=200", "", 400, "limit is repeated"},
		{"a malformed query", "GET", "/api/games?limit=%zz", "", 400, "bad_query"},
		{"a parameter in a POST request", "POST", "/api/games?private=true", withBot, 400, "unknown parameter"},
		{"a game of an unknown ruleset", "POST", "/api/games", `{"rules":"chess","seats":[{},{}]}`, 422, "available: dominion, elements"},
		{"too few seats", "POST", "/api/games", `{"rules":"elements","seats":[{}]}`, 422, "2 to 4"},
		{"too many seats", "POST", "/api/games", `{"rules":"elements","seats":[{},{},{},{},{}]}`, 422, "2 to 4"},
		{"an unknown bot", "POST", "/api/games", `{"rules":"elements","seats":[{},{"bot":"hal"}]}`, 422, "seats[1].bot"},
		{"an unknown deck", "POST", "/api/games", `{"rules":"elements","seats":[{"deck":"nope"},{}]}`, 422, "nope"},
		{"an illegal deck", "POST", "/api/games", `{"rules":"elements","seats":[{"deck":"3 Spark\n"},{}]}`, 422, "seats"},
		{"an unknown table option", "POST", "/api/games", `{"rules":"dominion","seats":[{}],"table":{"kingdm":"Moat"}}`, 422, `table: dominion: unknown table option \"kingdm\"`},
		{"a kingdom with an unknown card", "POST", "/api/games", `{"rules":"dominion","seats":[{},{}],"table":{"kingdom":"Mote"}}`, 422, `did you mean \"Moat\"?`},
		{"a table option of the wrong type", "POST", "/api/games", `{"rules":"dominion","seats":[{}],"table":{"turns":5}}`, 400, `\"table/turns\" must be a string`},
		{"a deck for a ruleset without decks", "POST", "/api/games", `{"rules":"dominion","seats":[{"deck":"wildfire"}]}`, 422, "seats: dominion: no decks to choose"},
		{"seven seats", "POST", "/api/games", `{"rules":"dominion","seats":[{},{},{},{},{},{},{}]}`, 422, "1 to 6"},
		{"a clock without time", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"clock":{}}`, 422, "must be positive"},
		{"a negative clock", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"clock":{"bank_ms":-1}}`, 422, "a week"},
		{"an unknown policy", "POST", "/api/games", `{"rules":"elements","seats":[{},{}],"clock":{"bank_ms":1,"absent":"pray"}}`, 422, "forfeit, bot or wait"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, body := r.request(t, tt.method, tt.path, tt.body)
			assert.Equal(t, tt.status, status, body)
			assert.Contains(t, body, tt.want)
			if status >= 400 && strings.HasPrefix(tt.path, "/api/") {
				wrong := object(t, body)
				assert.NotEmpty(t, wrong["code"])
				assert.NotEmpty(t, wrong["text"])
				assert.Len(t, wrong, 2)
			}
		})
	}
	_, body := r.get(t, "/api/games")
	assert.NotContains(t, body, private, "a private game is not listed")
}

// TestOrigin checks that the server refuses pages of other sites and requests to foreign host
// names.
func TestOrigin(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	do := func(method, path string, change func(*http.Request)) *http.Response {
		q, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(withBot))
		require.NoError(t, err)
		q.Header.Set("Content-Type", "application/json")
		change(q)
		response, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		return response
	}
	for host, status := range map[string]int{
		"localhost": 200, "localhost:80": 200, "LocalHost.": 200, "gamed.localhost:8080": 200, "127.0.0.1": 200, "[::1]:1": 200,
		"evil.example": 421, "localhost.evil.example": 421, "evil.example:8080": 421,
	} {
		assert.Equal(t, status, do("GET", "/healthz", func(q *http.Request) { q.Host = host }).StatusCode, host)
	}
	evil := func(q *http.Request) { q.Header.Set("Origin", "http://evil.example") }
	assert.Equal(t, 403, do("POST", "/api/games", evil).StatusCode)
	assert.Equal(t, 415, do("POST", "/api/games", func(q *http.Request) { q.Header.Set("Content-Type", "text/plain") }).StatusCode)
	for kind, status := range map[string]int{
		"application/json; charset=utf-8": 201, "Application/JSON;charset=UTF-8": 201,
		"application/json; charset=iso-8859-1": 415, "application/json; charset=utf-16": 415, "application/json; charset": 415, "application/json; charset=utf-8; charset=utf-16": 415,
	} {
		assert.Equal(t, status, do("POST", "/api/games", func(q *http.Request) { q.Header.Set("Content-Type", kind) }).StatusCode, kind)
	}
	_, response, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(r.url, "http")+"/ws",
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://evil.example"}}})
	require.Error(t, err)
	assert.Equal(t, 403, response.StatusCode)

	header := do("GET", "/", func(*http.Request) {}).Header
	assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"))
	assert.Contains(t, header.Get("Content-Security-Policy"), "script-src 'self'")
	assert.NotContains(t, header.Get("Content-Security-Policy"), "unsafe")
	assert.NotEmpty(t, header.Get("ETag"))
	again := do("GET", "/", func(q *http.Request) { q.Header.Set("If-None-Match", header.Get("ETag")) })
	assert.Equal(t, http.StatusNotModified, again.StatusCode)
	assert.Contains(t, do("GET", "/healthz", func(*http.Request) {}).Header.Get("Content-Security-Policy"), "default-src 'none'")
}
