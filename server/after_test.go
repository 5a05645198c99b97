package server_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server"
	"gamed/store"
)

// post posts JSON as the client that the header identifies, and returns the answer's JSON object.
func (r *testServer) post(t *testing.T, path, body string, as http.Header, status int) map[string]any {
	t.Helper()
	answer, text := r.do(t, http.MethodPost, path, body, as)
	require.Equal(t, status, answer.StatusCode, text)
	return object(t, text)
}

// sit joins a game as the client that the header identifies.
func (r *testServer) sit(t *testing.T, game string, as http.Header) *client {
	t.Helper()
	c := r.greetAs(t, as)
	c.send(`{"type":"join","game":"` + game + `"}`)
	c.seat = c.next("joined")["seat"].(float64)
	return c
}

// awaitRatings waits until the given number of games is rated, and returns the players.
func (r *testServer) awaitRatings(t *testing.T, games float64, as http.Header) (players []any) {
	t.Helper()
	require.Eventually(t, func() bool {
		answer, text := r.do(t, http.MethodGet, "/api/ratings?rules=elements", "", as)
		require.Equal(t, http.StatusOK, answer.StatusCode, text)
		list := object(t, text)
		players = list["players"].([]any)
		return list["games"] == games
	}, responseTimeout, 10*time.Millisecond)
	return players
}

// TestRatedOverServers checks that two servers in a cluster list the same ratings after a rated
// game and a rematch between their guests.
func TestRatedOverServers(t *testing.T) {
	servers := startCluster(t, 2)
	first, second := servers[0], servers[1]
	ada, whoAda := first.session(t)
	bea, whoBea := second.session(t)
	terms := `{"rules":"elements","rated":true,"table":{"turns":"30"}}`
	first.post(t, "/api/quick", terms, nil, http.StatusUnauthorized)
	id := first.post(t, "/api/quick", terms, ada, http.StatusOK)["game"].(string)
	a := first.sit(t, id, ada)
	assert.Equal(t, id, second.post(t, "/api/quick", terms, ada, http.StatusOK)["game"], "a player is not matched with itself")
	assert.Equal(t, id, second.post(t, "/api/quick", terms, bea, http.StatusOK)["game"])
	stranger := second.greet(t)
	stranger.send(`{"type":"join","game":"` + id + `"}`)
	refused := stranger.next("error")
	assert.Equal(t, "no_seat", refused["code"])
	assert.Contains(t, refused["text"], "rated")
	b := second.sit(t, id, bea)
	b.send(`{"type":"resign"}`)
	a.next("over")

	players := first.awaitRatings(t, 1, ada)
	assert.Equal(t, whoAda["name"], players[0].(map[string]any)["name"])
	assert.Equal(t, true, players[0].(map[string]any)["you"])
	assert.NotContains(t, players[0], "id")
	_, against := first.do(t, http.MethodGet, "/api/ratings?rules=elements&limit=1&against="+url.QueryEscape(whoBea["name"].(string)), "", ada)
	stake := object(t, against)["stake"].(map[string]any)
	assert.Less(t, stake["win"], -stake["lose"].(float64), "the winner of the first game has less to win")
	theirs := second.awaitRatings(t, 1, bea)
	for i := range players {
		mine, yours := players[i].(map[string]any), theirs[i].(map[string]any)
		delete(mine, "you")
		delete(yours, "you")
		assert.Equal(t, mine, yours)
	}
	var text string
	require.Eventually(t, func() bool {
		_, text = second.get(t, "/api/games/"+id)
		return object(t, text)["result"] != nil
	}, responseTimeout, 10*time.Millisecond)
	assert.Equal(t, true, object(t, text)["result"].(map[string]any)["rated"])
	assert.NotContains(t, text, whoBea["id"])

	first.post(t, "/api/games/"+id+"/rematch", "", nil, http.StatusForbidden)
	again := first.post(t, "/api/games/"+id+"/rematch", "", ada, http.StatusOK)
	hers := second.post(t, "/api/games/"+id+"/rematch", "{}", bea, http.StatusOK)
	next := again["game"].(string)
	for _, c := range []*client{a, b} {
		for c.next("table")["next"] != next {
			continue
		}
	}
	assert.Equal(t, next, hers["game"])
	_, text = second.get(t, "/api/games/"+id)
	assert.Equal(t, next, object(t, text)["next"])
	a, b = second.sit(t, next, ada), first.sit(t, next, bea)
	assert.Equal(t, []any{again["seat"], hers["seat"]}, []any{a.seat, b.seat})
	a.send(`{"type":"resign"}`)
	b.next("over")
	second.awaitRatings(t, 2, nil)
	players = first.awaitRatings(t, 2, nil)
	assert.EqualValues(t, 1, players[0].(map[string]any)["won"])
	assert.EqualValues(t, 1, players[1].(map[string]any)["won"])
}

// TestSeriesOverHTTP checks the games and the score of a best of three, in which an anonymous
// player reconnects with a claim.
func TestSeriesOverHTTP(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	id := r.create(t, `{"rules":"elements","best_of":3,"seats":[{},{"bot":"beginner"}]}`)
	for number := 1.; number <= 2; number++ {
		c := r.greet(t)
		c.send(`{"type":"join","game":"` + id + `","claim":"0123456789012345678901"}`)
		c.next("joined")
		c.send(`{"type":"resign"}`)
		c.next("over")
		var info map[string]any
		require.Eventually(t, func() bool {
			_, text := r.get(t, "/api/games/"+id)
			info = object(t, text)
			games := info["series"].(map[string]any)["games"].([]any)
			return len(games) == int(number) && (info["next"] != nil || number == 2) // the game counts and the next one exists
		}, responseTimeout, 10*time.Millisecond)
		series := info["series"].(map[string]any)
		assert.Equal(t, number, series["number"])
		assert.Equal(t, []any{0., number}, series["score"])
		assert.Equal(t, number == 2, series["over"])
		id, _ = info["next"].(string)
	}
	assert.Empty(t, id)
}

func TestLobbyRefuses(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	live := r.create(t, `{"rules":"elements","seats":[{},{}]}`)
	for _, tt := range []struct {
		name, method, path, body string
		status                   int
		want                     string
	}{
		{"a rematch of an unfinished game", "POST", "/api/games/" + live + "/rematch", "", 409, "not_over"},
		{"a rematch of an unknown game", "POST", "/api/games/0123456789/rematch", "", 404, "no_game"},
		{"a rematch with an unknown field", "POST", "/api/games/" + live + "/rematch", `{"seat":1}`, 400, "unknown field"},
		{"ratings of an unknown ruleset", "GET", "/api/ratings?rules=chess", "", 400, "bad_query"},
		{"too many ratings", "GET", "/api/ratings?rules=elements&limit=1000", "", 400, "limit"},
		{"quick match without a ruleset", "POST", "/api/quick", `{}`, 422, "rules"},
		{"quick match with an unknown field", "POST", "/api/quick", `{"rules":"elements","deck":"orchard"}`, 400, "unknown field"},
		{"quick match with an unknown bot", "POST", "/api/quick", `{"rules":"elements","bot":"hal"}`, 422, "hal"},
		{"quick match with too many seats", "POST", "/api/quick", `{"rules":"elements","seats":7}`, 422, "2 to 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, body := r.request(t, tt.method, tt.path, tt.body)
			assert.Equal(t, tt.status, status, body)
			assert.Contains(t, body, tt.want)
		})
	}
}

// A noResult is a KV that stores no results, as if the server died at the end of a game.
type noResult struct{ store.KV }

func (k noResult) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	if bucket == "result" {
		return 0, store.ErrUnavailable
	}
	return k.KV.Put(ctx, bucket, key, value, revision)
}

// TestResultOfAnotherServer checks that another server stores the result of a game if the
// game's own server does not.
func TestResultOfAnotherServer(t *testing.T) {
	t.Parallel()
	servers := startCluster(t, 2, func(i int, c *server.Config) {
		if i == 0 {
			c.Store = splitStore{c.Store, noResult{c.Store}}
		}
	})
	first, second := servers[0], servers[1]
	ada, _ := first.session(t)
	bea, _ := first.session(t)
	id := first.post(t, "/api/games", `{"rules":"elements","rated":true,"seats":[{},{}]}`, ada, http.StatusCreated)["id"].(string)
	a, b := first.sit(t, id, ada), first.sit(t, id, bea)
	a.send(`{"type":"resign"}`)
	b.next("over")
	a.drop()
	b.drop()
	require.NoError(t, first.stop())
	require.Eventually(t, func() bool {
		_, text := second.get(t, "/api/games/"+id)
		result, ok := object(t, text)["result"].(map[string]any)
		return ok && result["rated"] == true
	}, responseTimeout, 10*time.Millisecond)
	second.awaitRatings(t, 1, nil)
}
