package server_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/replay"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/server"
	"gamed/store"
)

// startReplays starts a server with Elements, whose games can become Go tests, and with Polity, whose
// games cannot.
func startReplays(t *testing.T) *testServer {
	return startConfig(t, server.Config{
		Addr: "127.0.0.1:0", Rules: append(withoutBots(builtin.Elements()), rules.Of(polity.Game())...), Store: store.NewMemory(), Limits: agent.DefaultLimits,
	})
}

// playBots plays a game of bots to its end and returns its id.
func (r *testServer) playBots(t *testing.T, spec string) string {
	t.Helper()
	game := r.create(t, spec)
	c := r.watch(t, game)
	c.next("over")
	c.drop()
	return game
}

// page returns a page of replay steps.
func (r *testServer) page(t *testing.T, game, query string) (p replay.Page) {
	t.Helper()
	status, body := r.get(t, "/api/games/"+game+"/replay"+query)
	require.Equal(t, http.StatusOK, status, body)
	require.NoError(t, json.Unmarshal([]byte(body), &p))
	return p
}

const bots = `{"rules":"elements","seats":[{"bot":"random"},{"bot":"random"}]}`

func TestReplay(t *testing.T) {
	t.Parallel()
	r := startReplays(t)
	game, live := r.playBots(t, bots), r.create(t, `{"rules":"elements","seats":[{},{}]}`)
	first := r.page(t, game, "")
	require.NotEmpty(t, first.List)
	last := r.page(t, game, fmt.Sprintf("?seat=1&from=%d", first.Steps))
	require.Len(t, last.List, 1)
	assert.Equal(t, "1", last.Viewpoint)
	assert.Empty(t, last.List[0].Awaiting)
	for path, want := range map[string]string{
		game + "/replay?seat=2": "seat is a number from 0 to 1, watcher, or all", game + "/replay?from=-1": "from is a number",
		game + "/replay?count=501": "from 1 to 500", live + "/replay": "not_over", "0123456789/replay": "no_game",
		live + "/chances": "not_over", game + "/chances?iterations=0": "from 1 to", live + "/proof": "not_over",
		live + "/test": "not_over", game + "/test?step=9999999": "step is a number",
	} {
		status, body := r.get(t, "/api/games/"+path)
		assert.GreaterOrEqual(t, status, 400, path)
		assert.Contains(t, body, want, path)
	}

	for _, what := range []string{"/replay", "/chances?iterations=2", "/test"} {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/api/games/"+game+what, nil)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		tag := answer.Header.Get("ETag")
		require.NotEmpty(t, tag)
		q.Header.Set("If-None-Match", `"other", `+tag)
		answer, err = http.DefaultClient.Do(q)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		assert.Equal(t, http.StatusNotModified, answer.StatusCode)
	}
	_, text := r.get(t, "/api/games/"+game+"/test?step=3")
	assert.Contains(t, text, "package elements_test")
	assert.Contains(t, text, "up to step 3.")
	alone := r.playBots(t, `{"rules":"polity","seats":[{"bot":"random"}]}`)
	assert.Equal(t, "all", r.page(t, alone, "?count=2").Viewpoint)
	status, body := r.get(t, "/api/games/"+alone+"/test")
	assert.Equal(t, http.StatusNotFound, status, body)
}

// TestChances checks that all clients get the same winning chances, concurrently or later, even if
// one of them disconnects.
func TestChances(t *testing.T) {
	r := startReplays(t)
	game := r.playBots(t, bots)
	path := "/api/games/" + game + "/chances?iterations=20"
	ctx, cancel := context.WithCancel(t.Context())
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+path, nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	begun, err := bufio.NewReader(answer.Body).ReadString('\n')
	require.NoError(t, err)
	cancel()
	_ = answer.Body.Close()
	lines := make(chan string)
	for range 4 {
		go func() {
			_, body := r.get(t, path)
			lines <- body
		}()
	}
	whole := <-lines
	for range 3 {
		assert.Equal(t, whole, <-lines)
	}
	assert.True(t, strings.HasPrefix(whole, begun))
	all := strings.Split(strings.TrimSpace(whole), "\n")
	require.Len(t, all, r.page(t, game, "").Steps+1)
	for n, line := range all {
		var stood struct {
			N       int
			Bot     string
			Chances []float64
		}
		require.NoError(t, json.Unmarshal([]byte(line), &stood))
		assert.Equal(t, n, stood.N)
		assert.Equal(t, "ismcts:20", stood.Bot)
		assert.InDelta(t, 1, stood.Chances[0]+stood.Chances[1], 0.002)
	}
	_, later := r.get(t, path+"&from=3")
	assert.Equal(t, strings.Join(all[3:], "\n")+"\n", later)
}

// TestFairChance checks that the proof contains the commitment and the nonces from the start
// of the game.
func TestFairChance(t *testing.T) {
	r := startReplays(t)
	game := r.create(t, `{"rules":"elements","seats":[{},{"bot":"random"}]}`)
	_, info := r.get(t, "/api/games/"+game)
	c := r.greet(t)
	c.send(`{"type":"join","game":"` + game + `","nonce":"what-I-have-brought"}`)
	joined := c.next("joined")
	require.Equal(t, object(t, info)["commit"], joined["commit"])
	assert.NotContains(t, strings.Join(c.seen, ""), `"salt"`)
	c.send(`{"type":"resign"}`)
	over := c.next("over")
	key, err := hex.DecodeString(over["key"].(string))
	require.NoError(t, err)
	salt, err := hex.DecodeString(over["salt"].(string))
	require.NoError(t, err)
	sum := sha256.Sum256(append(key, salt...))
	assert.Equal(t, joined["commit"], hex.EncodeToString(sum[:]))
	_, body := r.get(t, "/api/games/"+game+"/proof")
	proof := object(t, body)
	assert.Equal(t, true, proof["fair"], body)
	assert.Equal(t, []any{"what-I-have-brought", ""}, proof["nonces"])
	assert.Equal(t, over["key"], proof["key"])
}

// TestPlayFrom checks a game that starts from a position in another game, across a restart of the
// server.
func TestPlayFrom(t *testing.T) {
	t.Parallel()
	log := store.NewMemory()
	r := start(t, log, fast())
	game := r.playBots(t, bots)
	const step = 20
	at := r.page(t, game, fmt.Sprintf("?from=%d&count=1", step)).List[0]
	post := func(game, body string) (int, string) {
		return r.request(t, http.MethodPost, "/api/games/"+game+"/play-from", body)
	}
	for body, want := range map[string]string{
		`{"step":-1}`: "step: use a number from 0", `{"step":99999}`: "step: use", `{"step":2,"seats":[{}]}`: "seats: 1 seats, but the game has 2",
		`{"step":2,"seats":[{"bot":"missing"},{}]}`: `seats[0].bot: no bot is called`, `{"step":2,"seats":[{"deck":"x"},{}]}`: "unknown field",
		fmt.Sprintf(`{"step":%d}`, r.page(t, game, "").Steps): "the game is over at this step",
	} {
		status, text := post(game, body)
		assert.GreaterOrEqual(t, status, 400)
		assert.Contains(t, text, want)
	}
	status, body := post(game, fmt.Sprintf(`{"step":%d,"seats":[{},{}]}`, step))
	require.Equal(t, http.StatusCreated, status, body)
	next := object(t, body)
	assert.Equal(t, map[string]any{"game": game, "step": float64(step)}, next["from"])
	id := next["id"].(string)
	status, text := post(id, `{"step":0}`)
	assert.Equal(t, http.StatusConflict, status, text)

	ada, bob := r.join(t, id), r.join(t, id)
	update := ada.next("update")
	var whole elements.View
	require.NoError(t, json.Unmarshal(at.View, &whole))
	sides := update["view"].(map[string]any)["sides"].([]any)
	assert.Equal(t, float64(whole.Sides[0].Life), sides[0].(map[string]any)["life"])
	assert.Len(t, sides[0].(map[string]any)["cards"], whole.Sides[0].Hand)
	assert.Empty(t, sides[1].(map[string]any)["cards"], "the other seat's hand is hidden")
	assert.Equal(t, float64(at.Turn), update["turn"])
	keys := [2]string{ada.key, bob.key}
	ada.drop()
	bob.drop()
	require.NoError(t, r.stop())

	r = start(t, log, fast())
	overs := make(chan map[string]any, 2)
	for seat, key := range keys {
		c := r.greet(t)
		c.send(`{"type":"join","game":"` + id + `","key":"` + key + `"}`)
		go func() {
			over, err := c.play(uint64(seat))
			assert.NoError(t, err)
			overs <- over
		}()
	}
	over := <-overs
	assert.Equal(t, over["won"], (<-overs)["won"])
	page := r.page(t, id, "")
	assert.JSONEq(t, string(at.View), string(page.List[0].View), "the replay begins at the same step")
	_, body = r.get(t, "/api/games/"+id+"/proof")
	assert.Equal(t, true, object(t, body)["fair"], body)
	assert.Contains(t, body, fmt.Sprintf("starts after step %d of game %s", step, game))
	status, body = post(id, `{"step":1}`)
	assert.Equal(t, http.StatusCreated, status, body)
}
