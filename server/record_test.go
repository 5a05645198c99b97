package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena/stats"
	"gamed/server/admission"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/store"
)

// record requests the record of a bot. It returns the record without its games, and the games.
func (r *testServer) record(t *testing.T, name string, as http.Header) (record map[string]any, games []any) {
	t.Helper()
	answer, body := r.do(t, http.MethodGet, "/api/bots/"+name+"/record", "", as)
	require.Equal(t, http.StatusOK, answer.StatusCode, body)
	record = object(t, body)
	games = record["games"].([]any)
	delete(record, "games")
	return record, games
}

// resultsOf returns the results of games by their ids.
func resultsOf(games []any) map[string]any {
	results := make(map[string]any)
	for _, g := range games {
		results[g.(map[string]any)["id"].(string)] = g.(map[string]any)["result"]
	}
	return results
}

// wonEstimate returns the estimate of the share of games that a bot wins, as decoded JSON.
func wonEstimate(won, n int) map[string]any {
	e := stats.Rate(float64(won), n)
	return map[string]any{"value": e.Value, "interval": []any{e.Interval[0], e.Interval[1]}}
}

// nextDecision waits for the client's next decision and returns the decision's id.
func (c *client) nextDecision() any { return c.openDecision()["decision"].(map[string]any)["id"] }

// awaitAnswer waits until a decision of the client is answered.
func (c *client) awaitAnswer(id any) {
	c.t.Helper()
	for u := c.next("update"); ; u = c.next("update") {
		if d, _ := u["decision"].(map[string]any); d == nil || d["id"] != id {
			return
		}
	}
}

// TestRecordOfOwnBot lets a guest's bot win, draw and lose, and give a late and a refused answer.
// The guest sees all of these games in the bot's record, and other clients see none of them.
func TestRecordOfOwnBot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, admission.Access{}, fast())
		owner, _ := r.session(t)
		foe, _ := r.session(t)
		_, token := r.token(t, owner, `{"name":"Deep Spark"}`)
		_, tokens := r.do(t, http.MethodGet, "/api/tokens", "", owner)
		id := object(t, tokens)["tokens"].([]any)[0].(map[string]any)["bot"].(string)
		seats := func(spec string) (game string, bot, other *client) {
			game = r.post(t, "/api/games", spec, owner, http.StatusCreated)["id"].(string)
			return game, r.sit(t, game, token), r.sit(t, game, foe)
		}

		won, bot, other := seats(`{"rules":"elements","rated":true,"seats":[{},{}]}`)
		first := bot.nextDecision()
		time.Sleep(30 * time.Millisecond)
		bot.choose(first, 99)
		bot.next("error")
		bot.choose(first, 0)
		bot.awaitAnswer(first)
		other.send(`{"type":"resign"}`)
		bot.next("over")
		r.awaitRatings(t, 1, nil)

		drawn, bot, other := seats(`{"rules":"elements","private":true,"seats":[{},{}],"clock":{"per_decision_ms":1000}}`)
		first = bot.nextDecision()
		bot.awaitAnswer(first) // by the clock
		bot.send(`{"type":"offer","kind":"draw"}`)
		for offers := []any(nil); len(offers) == 0; {
			offers, _ = other.next("table")["offers"].([]any)
		}
		other.send(`{"type":"respond","kind":"draw","accept":true}`)
		bot.next("over")

		lost, bot, _ := seats(twoOpen)
		bot.send(`{"type":"resign"}`)
		bot.next("over")

		live, bot, _ := seats(strings.Replace(twoOpen, "{", `{"private":true,`, 1))
		first = bot.nextDecision()
		time.Sleep(4 * time.Millisecond)
		bot.choose(first, 0)
		bot.awaitAnswer(first)
		synctest.Wait() // until the results are stored

		record, games := r.record(t, id, owner)
		assert.Equal(t, map[string]any{won: "won", drawn: "drawn", lost: "lost", live: "running"}, resultsOf(games))
		ratings := record["ratings"].([]any)
		delete(record, "ratings")
		assert.Equal(t, map[string]any{
			"name": "Deep Spark", "own": true, "scopes": []any{"play", "watch", "create"},
			"results": map[string]any{"won": 1., "drawn": 1., "lost": 1., "running": 1., "aborted": 0.},
			"won":     wonEstimate(1, 3),
			"groups":  []any{map[string]any{"rules": "elements", "seats": 2., "games": 3., "won": wonEstimate(1, 3)}},
			"answers": map[string]any{
				"games": 4., "timed": 2., "late": 1., "refused": 1., "failed": 0., "median_ms": 4., "p99_ms": 30., "longest_ms": 30.,
				"times": []any{
					map[string]any{"below_ms": 2., "n": 0.}, map[string]any{"below_ms": 10., "n": 1.}, map[string]any{"below_ms": 50., "n": 1.},
					map[string]any{"below_ms": 200., "n": 0.}, map[string]any{"below_ms": 1000., "n": 0.}, map[string]any{"below_ms": 5000., "n": 0.}, map[string]any{"n": 0.},
				},
			},
		}, record)
		require.Len(t, ratings, 1)
		assert.Equal(t, "elements", ratings[0].(map[string]any)["rules"])
		assert.Greater(t, ratings[0].(map[string]any)["rating"], 1500.)

		_, body := r.do(t, http.MethodGet, "/api/me/games?bot="+id, "", owner)
		results := make(map[string]any)
		for _, g := range object(t, body)["games"].([]any) {
			results[g.(map[string]any)["id"].(string)] = g.(map[string]any)["results"]
		}
		assert.Equal(t, map[string]any{won: []any{"won", "lost"}, drawn: []any{"drawn", "drawn"}, lost: []any{"lost", "won"}, live: []any{"running", "running"}}, results)

		for name, as := range map[string]http.Header{"a stranger": nil, "the opponent": foe} {
			record, games := r.record(t, id, as)
			assert.Empty(t, games, name)
			assert.Equal(t, id, record["name"], name)
			assert.NotContains(t, record, "own", name)
			assert.Equal(t, 0., record["answers"].(map[string]any)["games"], name)
		}
	})
}

// TestRecordRating checks that a bot's record has the bot's rating, even if many players have a
// higher one.
func TestRecordRating(t *testing.T) {
	memory := store.NewMemory()
	r := start(t, memory, fast())
	owner, _ := r.session(t)
	_, token := r.token(t, owner, `{"name":"Deep Spark"}`)
	_, tokens := r.do(t, http.MethodGet, "/api/tokens", "", owner)
	id := object(t, tokens)["tokens"].([]any)[0].(map[string]any)["bot"].(string)
	players := []lobby.Player{{ID: id, Name: "Deep Spark", Kind: "bot"}}
	var won []int
	for i := range rest.MaxList {
		players = append(players, lobby.Player{ID: fmt.Sprint("guest", i), Name: fmt.Sprint("Guest ", i), Kind: "guest"})
		won = append(won, i+1)
	}
	games, err := json.Marshal(map[string]any{"games": []any{map[string]any{"game": "0000000000", "players": players, "won": won}}})
	require.NoError(t, err)
	_, err = memory.Put(t.Context(), lobby.RatingBucket, "elements/00000000", games, 0)
	require.NoError(t, err)
	bot := r.sit(t, r.create(t, twoOpen), token)
	bot.send(`{"type":"ping","t":1}`)
	bot.next("pong") // the server has stored the seat before it reads the ping
	record, _ := r.record(t, id, owner)
	require.Len(t, record["ratings"], 1)
	assert.Less(t, record["ratings"].([]any)[0].(map[string]any)["rating"], 1500.)
}

// TestRecordOfServerBot checks that the record of a server's bot has its public games, and the answers of
// the finished ones. It has no private games, not even for their players.
func TestRecordOfServerBot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, admission.Access{}, fast())
		ada, _ := r.session(t)
		record, games := r.record(t, "random", ada)
		assert.Empty(t, games)
		assert.NotContains(t, record, "won")
		assert.NotEmpty(t, record["about"])

		won := r.loseGame(t, withBot, ada)
		hidden := r.loseGame(t, strings.Replace(withBot, "{", `{"private":true,`, 1), ada)
		live := r.create(t, withBot)
		r.sit(t, live, ada).openDecision()
		synctest.Wait()
		for _, as := range []http.Header{nil, ada} {
			record, games = r.record(t, "random", as)
			assert.Equal(t, map[string]any{won: "won", live: "running"}, resultsOf(games), "without "+hidden)
			assert.Equal(t, map[string]any{"won": 1., "drawn": 0., "lost": 0., "running": 1., "aborted": 0.}, record["results"])
			assert.Equal(t, wonEstimate(1, 1), record["won"])
			assert.Equal(t, 1., record["answers"].(map[string]any)["games"], "finished and public")
		}
		_, games = r.record(t, "greedy", ada)
		assert.Empty(t, games)
	})
}

// TestRecordBounds checks that a record evaluates the answers of the newest games alone.
func TestRecordBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, admission.Access{}, fast())
		ada, _ := r.session(t)
		for range 10 {
			r.loseGame(t, withBot, ada)
		}
		record, games := r.record(t, "random", nil)
		assert.Len(t, games, 10)
		assert.Equal(t, 10., record["results"].(map[string]any)["won"])
		assert.Equal(t, 8., record["answers"].(map[string]any)["games"])
		status, body := r.get(t, "/api/bots/"+strings.Repeat("x", 97)+"/record")
		assert.Equal(t, http.StatusBadRequest, status, body)
		status, body = r.get(t, "/api/bots/random/record?limit=5")
		assert.Equal(t, http.StatusBadRequest, status, body)
	})
}
