package server_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/replay"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
	"gamed/transfer"
)

// startVersion starts a server with a version of the rules of elements.
func startVersion(t *testing.T, log store.Store, version int) *testServer {
	changed := *elements.Rules
	changed.Version = version
	return startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(&changed), Store: log, Limits: fast()})
}

// awaitResult waits until the result of a game is stored, and returns the game.
func (r *testServer) awaitResult(t *testing.T, id string) (info map[string]any) {
	t.Helper()
	require.Eventually(t, func() bool {
		status, body := r.get(t, "/api/games/"+id)
		require.Equal(t, http.StatusOK, status, body)
		info = object(t, body)
		return info["result"] != nil
	}, responseTimeout, 10*time.Millisecond)
	return info
}

// begin seats all players at a game, and disconnects them when the game has begun.
func (r *testServer) begin(t *testing.T, id string, players ...http.Header) {
	t.Helper()
	var clients []*client
	for _, as := range players {
		clients = append(clients, r.sit(t, id, as))
	}
	for _, c := range clients {
		c.next("update")
		c.drop()
	}
}

// TestOlderRules checks an upgrade of a server to newer rules, and a move of its games to another
// folder. Finished games keep their results, ratings and public moves. Unfinished ones end as a
// draw.
func TestOlderRules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, err := store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	r := startVersion(t, log, 1)
	ada, _ := r.session(t)
	bea, _ := r.session(t)
	const rated = `{"rules":"elements","rated":true,"seats":[{},{}]}`
	lost := r.post(t, "/api/games", rated, ada, http.StatusCreated)["id"].(string)
	first, second := r.sit(t, lost, ada), r.sit(t, lost, bea)
	ended := make(chan error, 1)
	go func() {
		_, err := second.play(2)
		ended <- err
	}()
	_, err = first.play(1)
	require.NoError(t, err)
	require.NoError(t, <-ended)
	first.drop()
	second.drop()
	bare := r.playBots(t, bots)
	before := map[string]map[string]any{lost: r.awaitResult(t, lost), bare: r.awaitResult(t, bare)}
	shown := r.page(t, lost, "?seat=watcher&count=500")
	r.awaitRatings(t, 1, ada)
	cut := r.post(t, "/api/games", rated, ada, http.StatusCreated)["id"].(string)
	r.begin(t, cut, ada, bea)
	series := r.create(t, `{"rules":"elements","best_of":3,"seats":[{},{}]}`)
	r.begin(t, series, ada, bea)
	waiting := r.quick(t, `{"rules":"elements"}`)
	require.NoError(t, r.stop())
	_, revision, err := log.Get(t.Context(), "transcript", bare)
	require.NoError(t, err)
	require.NoError(t, log.Delete(t.Context(), "transcript", bare, revision), "as if an earlier program had finished the game")
	require.NoError(t, log.Close())

	log, err = store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	r = startVersion(t, log, 2)
	for id, was := range before {
		now := r.awaitResult(t, id)
		for _, field := range []string{"result", "won", "status", "created", "commit"} {
			assert.Equal(t, was[field], now[field], field)
		}
	}
	for _, id := range []string{cut, series} {
		now := r.awaitResult(t, id)
		assert.Equal(t, "over", now["status"])
		result := now["result"].(map[string]any)
		assert.Equal(t, []any{"rules", []any{}}, []any{result["reason"], result["won"]})
	}
	assert.Equal(t, "the rules changed during the game", r.awaitResult(t, cut)["result"].(map[string]any)["why"])
	r.awaitRatings(t, 1, ada)
	assert.Equal(t, []string{series, cut, bare, lost}, r.ids(t, "status=over&limit=9"))
	_, body := r.get(t, "/healthz")
	assert.Equal(t, 0.0, object(t, body)["set_aside"])
	_, body = r.do(t, http.MethodGet, "/api/me/games", "", ada)
	assert.Contains(t, body, lost)
	assert.Contains(t, body, cut)

	for _, c := range []*client{r.sit(t, cut, ada), r.watch(t, cut)} {
		over := c.next("over")
		assert.Equal(t, []any{"rules", true}, []any{over["reason"], over["draw"]})
		c.drop()
	}
	late := r.watch(t, lost)
	assert.Equal(t, before[lost]["won"], late.next("over")["won"])
	late.drop()
	again := r.quick(t, `{"rules":"elements"}`)
	assert.NotEqual(t, waiting, again, "the game is no longer in the queue")
	match := r.post(t, "/api/games/"+cut+"/rematch", "", ada, http.StatusOK)
	r.begin(t, match["game"].(string), ada, bea)
	var next map[string]any
	require.Eventually(t, func() bool { // the next game follows the result
		next = r.awaitResult(t, series)
		return next["next"] != nil
	}, responseTimeout, 10*time.Millisecond, "the series continues with the new rules")
	assert.Equal(t, []any{0.0, 0.0}, next["series"].(map[string]any)["score"])
	r.begin(t, next["next"].(string), ada, bea)
	require.NoError(t, r.stop())

	var all bytes.Buffer
	require.NoError(t, transfer.ExportAll(t.Context(), &all, log))
	require.NoError(t, log.Close())
	moved := store.NewMemory()
	_, err = transfer.Import(t.Context(), moved, &all)
	require.NoError(t, err)
	r = startVersion(t, moved, 2)
	page := r.page(t, lost, "?count=500")
	assert.Equal(t, replay.FromTranscript, page.Source)
	require.Len(t, page.List, len(shown.List))
	for i, step := range shown.List {
		step.View, step.Left, step.Awaiting = []byte("null"), nil, []int{}
		assert.Equal(t, step, page.List[i])
	}
	shown.Source, shown.List, page.List = page.Source, nil, nil
	assert.Equal(t, shown, page)
	assert.Len(t, r.page(t, lost, "?from=3&count=2").List, 2)

	page = r.page(t, bare, "")
	assert.Equal(t, replay.FromLog, page.Source)
	assert.NotZero(t, page.Steps)
	assert.Empty(t, page.List[1].Events)
	assert.Nil(t, page.List[1].Chosen)
	page = r.page(t, cut, "")
	assert.Equal(t, []any{replay.FromLog, "rules", true}, []any{page.Source, page.Reason, page.Draw})
	for _, path := range []string{"/chances", "/decisions", "/test"} {
		status, body := r.get(t, "/api/games/"+lost+path)
		assert.Equal(t, http.StatusGone, status, path)
		assert.Contains(t, body, `"other_rules"`)
	}
	status, body := r.request(t, http.MethodPost, "/api/games/"+lost+"/play-from", `{"step":1}`)
	assert.Equal(t, http.StatusGone, status, body)
	for id, end := range map[string]string{lost: "only the rules of the game can compute the last position", cut: "the server ended the game because its rules had changed"} {
		_, body = r.get(t, "/api/games/"+id+"/proof")
		proof := object(t, body)
		assert.Equal(t, false, proof["fair"])
		assert.NotContains(t, body, `"wrong"`)
		assert.Contains(t, body, end)
		assert.Contains(t, body, "version 1")
	}
	status, _ = r.get(t, "/api/games/"+lost+"/log")
	assert.Equal(t, http.StatusOK, status)
}
