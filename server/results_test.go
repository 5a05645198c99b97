package server_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// awaitResults waits for a list of results of the given length and returns the ids of its
// games.
func (r *testServer) awaitResults(t *testing.T, query string, as http.Header, n int) (ids []string) {
	t.Helper()
	require.Eventually(t, func() bool {
		answer, text := r.do(t, http.MethodGet, "/api/results?"+query, "", as)
		require.Equal(t, http.StatusOK, answer.StatusCode, text)
		ids = []string{}
		for _, result := range object(t, text)["results"].([]any) {
			ids = append(ids, result.(map[string]any)["game"].(string))
		}
		return len(ids) == n
	}, responseTimeout, 10*time.Millisecond, query)
	return ids
}

// loseGame creates a game, joins it, resigns and waits for the result. It returns the game's id.
func (r *testServer) loseGame(t *testing.T, spec string, as http.Header) string {
	t.Helper()
	id := r.create(t, spec)
	c := r.sit(t, id, as)
	c.send(`{"type":"resign"}`)
	c.next("over")
	require.Eventually(t, func() bool {
		_, text := r.get(t, "/api/games/"+id)
		return object(t, text)["result"] != nil || object(t, text)["status"] == "live" // spectators see the end later
	}, responseTimeout, 10*time.Millisecond)
	c.drop() // otherwise the server waits for the close frame of the client
	return id
}

// TestResultsAfterRestart checks that results survive a restart, and that only the players of
// a private game see its result.
func TestResultsAfterRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() (*testServer, *store.Embedded) {
		s, err := store.OpenEmbedded(dir, store.SyncNever)
		require.NoError(t, err)
		return start(t, s, fast()), s
	}
	r, s := open()
	ada, who := r.session(t)
	eve, _ := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Deep Spark"}`)
	one := r.loseGame(t, `{"rules":"elements","name":"Tuesday","seats":[{},{"bot":"random"}]}`, ada)
	two := r.loseGame(t, `{"rules":"elements","seats":[{},{"bot":"greedy"}],"clock":{"bank_ms":60000}}`, bot)
	hidden := r.loseGame(t, `{"rules":"elements","private":true,"seats":[{},{"bot":"random"}]}`, ada)
	hers := r.loseGame(t, `{"rules":"elements","private":true,"seats":[{},{"bot":"random"}]}`, bot)
	r.awaitResults(t, "player="+url.QueryEscape(who["name"].(string)), ada, 2)
	r.awaitResults(t, "player=deep+spark", ada, 2)
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())

	r, s = open()
	assert.Equal(t, []string{two, one}, r.awaitResults(t, "", nil, 2))
	assert.Equal(t, []string{two, one}, r.awaitResults(t, "", ada, 2), "only players see their private games")
	name := "player=" + url.QueryEscape(who["name"].(string))
	assert.Equal(t, []string{hidden, one}, r.awaitResults(t, name, ada, 2))
	for _, stranger := range []http.Header{nil, eve} {
		assert.Equal(t, []string{one}, r.awaitResults(t, name, stranger, 1))
		assert.Equal(t, []string{two}, r.awaitResults(t, "player=Deep+Spark&kind=bot", stranger, 1))
	}
	for _, owner := range []http.Header{ada, bot} {
		assert.Equal(t, []string{hers, two}, r.awaitResults(t, "player=Deep+Spark", owner, 2), "an owner sees the results of its bot")
	}
	assert.Equal(t, []string{hers}, r.awaitResults(t, "player=Deep+Spark&limit=1", bot, 1))
	_, text := r.do(t, "GET", "/api/results?limit=1", "", nil)
	next := object(t, text)["next"].(string)
	assert.Equal(t, []string{one}, r.awaitResults(t, "limit=1&before="+next, nil, 1))
	assert.NotContains(t, text, who["id"])
	assert.Contains(t, text, `"clock":{"bank_ms":60000`)

	// The list of games contains them too, without a replay.
	assert.Equal(t, []string{two, one}, r.ids(t, "status=over"))
	assert.Equal(t, []string{one}, r.ids(t, "status=over&text=tues"))
	assert.Equal(t, []string{one}, r.ids(t, "status=over&clock=none"))
	assert.Equal(t, []string{two}, r.ids(t, "limit=1"))
	assert.Empty(t, r.ids(t, "status=over&free=1"))
	assert.Empty(t, r.ids(t, "status=open,live"))
	_, text = r.get(t, "/metrics")
	assert.Contains(t, text, "gamed_games_finished 0\n")
	require.Equal(t, 200, func() int { status, _ := r.get(t, "/api/games/"+one); return status }())
	assert.Equal(t, []string{two, one}, r.ids(t, "status=over"), "each game appears once, although one is in memory again")

	for query, want := range map[string]string{
		"limit=0": "limit is", "kind=king": "kind is", "before=x": "before", "player=%ff": "player is", "player=" + url.QueryEscape(string(make([]byte, 97))): "player is",
	} {
		status, text := r.get(t, "/api/results?"+query)
		assert.Equal(t, 400, status, query)
		assert.Contains(t, text, want)
	}
	status, _ := r.request(t, "POST", "/api/results", `{"game":"x"}`)
	assert.Equal(t, 405, status, "clients cannot write results")
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())
}

// TestResultsOverServers checks that all servers in a cluster list the same results.
func TestResultsOverServers(t *testing.T) {
	t.Parallel()
	servers := startCluster(t, 2)
	ada, who := servers[0].session(t)
	var want []string
	for i, r := range servers {
		want = append([]string{r.loseGame(t, withBot, ada)}, want...)
		servers[1-i].awaitResults(t, "", nil, i+1)
	}
	for _, r := range servers {
		assert.Equal(t, want, r.awaitResults(t, "player="+url.QueryEscape(who["name"].(string)), nil, 2))
		assert.ElementsMatch(t, want, r.ids(t, "status=over"))
	}
}

// TestLateResult checks that the result of a game with delayed spectators stays secret until
// they have seen the end.
func TestLateResult(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	late := r.loseGame(t, `{"rules":"elements","seats":[{},{"bot":"random"}],"spectators":{"delay_ms":3600000}}`, ada)
	plain := r.loseGame(t, withBot, ada)
	assert.Equal(t, []string{plain}, r.awaitResults(t, "", ada, 1))
	assert.Equal(t, []string{plain}, r.ids(t, "status=over"))
	assert.Equal(t, []string{late}, r.ids(t, "status=live"))
}
