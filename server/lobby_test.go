package server_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/store"
)

// ids returns the ids of the games that a query lists.
func (r *testServer) ids(t *testing.T, query string) []string {
	t.Helper()
	status, body := r.get(t, "/api/games?"+query)
	require.Equal(t, http.StatusOK, status, body)
	var list struct {
		Games []struct {
			ID string `json:"id"`
		} `json:"games"`
	}
	require.NoError(t, json.Unmarshal([]byte(body), &list))
	ids := []string{}
	for _, g := range list.Games {
		ids = append(ids, g.ID)
	}
	return ids
}

// TestListFilters checks the filters of the list, which never contains private games.
func TestListFilters(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	plain := r.create(t, `{"rules":"elements","seats":[{},{},{}]}`)
	named := r.create(t, `{"rules":"elements","name":"Tuesday Night","seats":[{},{"bot":"greedy"}],"clock":{"bank_ms":60000}}`)
	slow := r.create(t, `{"rules":"dominion","seats":[{},{}],"clock":{"per_decision_ms":86400000}}`)
	r.create(t, `{"rules":"elements","name":"Tuesday secret","private":true,"seats":[{},{}]}`)
	r.join(t, slow)
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"", []string{slow, named, plain}},
		{"rules=elements", []string{named, plain}},
		{"clock=none", []string{plain}},
		{"clock=fast", []string{named}},
		{"clock=slow", []string{slow}},
		{"free=1", []string{slow, named, plain}},
		{"free=2", []string{plain}},
		{"free=2&clock=slow", []string{}},
		{"text=tuesday", []string{named}},
		{"text=STRANGER", []string{slow}},
		{"text=greedy&rules=elements", []string{named}},
		{"text=nobody", []string{}},
		{"here=yes", []string{slow}},
		{"status=live", []string{}},
	} {
		assert.ElementsMatch(t, tt.want, r.ids(t, tt.query), tt.query)
	}
	assert.Len(t, r.ids(t, "limit=1&text=e"), 1)
	for _, query := range []string{"clock=sand", "free=many", "free=-1", "here=maybe", "text=%ff"} {
		status, body := r.get(t, "/api/games?"+query)
		assert.Equal(t, http.StatusBadRequest, status, query)
		assert.Contains(t, body, "bad_query")
	}
}

func TestTableOptions(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	for _, tt := range []struct {
		name, spec string
		status     int
		want       string
	}{
		{"a name", `{"rules":"elements","name":"Grüße","seats":[{},{}]}`, 201, `"name":"Grüße"`},
		{"a level", `{"rules":"elements","seats":[{},{"bot":"hard"}]}`, 422, "has no level hard"}, // the server lacks the learned bots
		{"a medium bot", `{"rules":"elements","seats":[{},{"bot":"medium"}]}`, 201, `"name":"greedy"`},
		{"a series", `{"rules":"elements","best_of":3,"seats":[{},{}]}`, 201, `"of":3,"number":1`},
		{"a long name", `{"rules":"elements","name":"0123456789012345678901234567890123456789012345678901234567890","seats":[{},{}]}`, 422, "at most 60 bytes"},
		{"a name with a right-to-left override", `{"rules":"elements","name":"a\u202eb","seats":[{},{}]}`, 422, "changes the direction of the text"},
		{"a name with a line break", `{"rules":"elements","name":"a\nb","seats":[{},{}]}`, 422, "contains the control character U+000A"},
		{"a series that may end in a draw", `{"rules":"elements","best_of":2,"seats":[{},{}]}`, 422, "3, 5 or 7"},
		{"a series with one seat", `{"rules":"polity","best_of":3,"seats":[{}]}`, 422, "at least two seats"},
		{"a rated game without an identity", `{"rules":"elements","rated":true,"seats":[{},{}]}`, 401, "unknown_player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, body := r.request(t, http.MethodPost, "/api/games", tt.spec)
			assert.Equal(t, tt.status, status, body)
			assert.Contains(t, body, tt.want)
		})
	}
}

func TestBots(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	_, body := r.get(t, "/api/bots")
	assert.Contains(t, body, `"bots":[{"name":"random"`)
	assert.Contains(t, body, `{"name":"beginner","title":"Beginner","rules":"elements","bot":"random","about":"Chooses at random."}`)
	assert.Contains(t, body, `{"name":"strongest","title":"Strongest","rules":"polity","bot":"ismcts:1000"}`)
}

// quick requests a match and returns the game.
func (r *testServer) quick(t *testing.T, terms string) string {
	t.Helper()
	status, body := r.request(t, http.MethodPost, "/api/quick", terms)
	require.Equal(t, http.StatusOK, status, body)
	return object(t, body)["game"].(string)
}

// TestQuickCancel checks that a cancelled request is matched with no later player.
func TestQuickCancel(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	status, body := r.request(t, http.MethodPost, "/api/quick", `{"rules":"elements"}`)
	require.Equal(t, http.StatusOK, status, body)
	left := object(t, body)
	status, body = r.request(t, http.MethodPost, "/api/quick", `{"rules":"elements","cancel":true,"ticket":"`+left["ticket"].(string)+`"}`)
	require.Equal(t, http.StatusNoContent, status, body)
	assert.NotEqual(t, left["game"], r.quick(t, `{"rules":"elements"}`))
}

// TestQuickCancelForgets checks that a player's games lack the game of a cancelled wait.
func TestQuickCancelForgets(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	games := func() []any {
		t.Helper()
		_, body := r.do(t, http.MethodGet, "/api/me/games", "", ada)
		return object(t, body)["games"].([]any)
	}
	for _, end := range []string{`"cancel":true`, `"bot":"easy"`} {
		answer, body := r.do(t, http.MethodPost, "/api/quick", `{"rules":"elements"}`, ada)
		require.Equal(t, http.StatusOK, answer.StatusCode, body)
		id := object(t, body)["game"].(string)
		c := r.greetAs(t, ada)
		c.send(`{"type":"join","game":"` + id + `"}`)
		c.next("joined")
		c.send(`{"type":"ping","t":1}`)
		c.next("pong") // the join is complete: the server has stored the seat
		require.Len(t, games(), 1)
		answer, body = r.do(t, http.MethodPost, "/api/quick", `{"rules":"elements",`+end+`}`, ada)
		require.Less(t, answer.StatusCode, 300, body)
		assert.Empty(t, games(), end)
		c.drop()
	}
}

// TestQuickOverServers checks that two players on different servers of a cluster are matched and
// can play the game. It also checks the filters on both servers.
func TestQuickOverServers(t *testing.T) {
	t.Parallel()
	servers := startCluster(t, 2)
	terms := `{"rules":"elements","table":{"turns":"1"}}`
	id := servers[0].quick(t, terms)
	ada := servers[0].join(t, id)
	assert.Equal(t, id, servers[1].quick(t, terms))
	assert.NotEqual(t, id, servers[0].quick(t, terms))
	require.Eventually(t, func() bool {
		ids := servers[1].ids(t, "here=yes&free=1&rules=elements&text=stranger")
		return len(ids) == 1 && ids[0] == id
	}, responseTimeout, 10*time.Millisecond)
	bea := servers[1].join(t, id)
	ends := make(chan map[string]any)
	for seed, c := range []*client{ada, bea} {
		go func() {
			over, _ := c.play(uint64(seed))
			ends <- over
		}()
	}
	assert.Equal(t, (<-ends)["won"], (<-ends)["won"])
	assert.Empty(t, servers[0].ids(t, "free=1&here=yes"))
}
