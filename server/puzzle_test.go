package server_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/server"
	"gamed/server/api"
	"gamed/store"
)

// TestPuzzleCount checks that the server counts each guest who begins a puzzle once, and each guest
// who solves it once. It must refuse every other game as a solution. The counts must survive a
// restart, and the erasure of a guest, which removes the guest's own list.
func TestPuzzleCount(t *testing.T) {
	t.Parallel()
	const secret = "gmo_secret-of-the-operator"
	on := store.NewMemory()
	serve := func(list rules.List) *testServer {
		return startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: list, Store: on, Limits: fast(), OperatorSecrets: []string{secret}})
	}
	r := serve(builtin.Rulesets())
	puzzle, other := builtin.Elements().Puzzles[0], builtin.Elements().Puzzles[1]
	counts := func(tried, solved any) {
		t.Helper()
		_, body := r.get(t, "/api/learn/elements")
		for i, one := range object(t, body)["puzzles"].([]any) {
			count := one.(map[string]any)
			if i > 0 {
				assert.Nil(t, count["tried"], count["id"])
				assert.Nil(t, count["solved"], count["id"])
				continue
			}
			assert.Equal(t, puzzle.ID, count["id"])
			assert.Equal(t, []any{tried, solved}, []any{count["tried"], count["solved"]})
		}
	}
	begin := func(as http.Header) string {
		t.Helper()
		return r.post(t, "/api/learn/elements", `{"puzzle":"`+puzzle.ID+`"}`, as, http.StatusCreated)["id"].(string)
	}
	report := func(id, game string, as http.Header, status int) map[string]any {
		t.Helper()
		return r.post(t, "/api/learn/elements/puzzles/"+id, `{"game":"`+game+`"}`, as, status)
	}
	refused := func(id, game string, as http.Header, status int, code string) {
		t.Helper()
		assert.Equal(t, code, report(id, game, as, status)["code"])
	}

	counts(nil, nil)
	ada, _ := r.session(t)
	bea, who := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Deep Spark"}`)
	begin(nil)
	begin(bot)
	counts(nil, nil)
	lost := begin(ada)
	counts(1., nil)
	begin(ada)
	counts(1., nil)
	won := begin(bea)
	counts(2., nil)

	player := r.sit(t, won, bea)
	require.Eventually(t, func() bool { // a client learns of its seat before the server has stored it
		answer, _ := r.do(t, http.MethodPost, "/api/learn/elements/puzzles/"+puzzle.ID, `{"game":"`+won+`"}`, bea)
		return answer.StatusCode != http.StatusForbidden
	}, responseTimeout, time.Millisecond)
	refused(puzzle.ID, won, bea, http.StatusConflict, "not_over")
	player.solve(&puzzle)
	refused("none", won, bea, http.StatusNotFound, "no_puzzle")
	refused(other.ID, won, bea, http.StatusUnprocessableEntity, "other_puzzle")
	refused(puzzle.ID, won, ada, http.StatusForbidden, "not_seated")
	refused(puzzle.ID, won, bot, http.StatusForbidden, "not_allowed")
	refused(puzzle.ID, won, nil, http.StatusUnauthorized, "unknown_player")
	for _, unknown := range []string{"", "0123456789", "../" + won} {
		refused(puzzle.ID, unknown, bea, http.StatusForbidden, "not_seated")
	}
	lesson := r.post(t, "/api/learn/elements", `{}`, ada, http.StatusCreated)["id"].(string)
	for _, game := range []string{lost, lesson} {
		player := r.sit(t, game, ada)
		player.send(`{"type":"resign"}`)
		player.next("over")
	}
	refused(puzzle.ID, lost, ada, http.StatusUnprocessableEntity, "not_solved")
	refused(puzzle.ID, lesson, ada, http.StatusUnprocessableEntity, "other_puzzle")
	counts(2., nil)
	for range 2 {
		assert.Equal(t, map[string]any{"tried": 2., "solved": 1.}, report(puzzle.ID, won, bea, http.StatusOK))
	}
	begin(bea)
	counts(2., 1.)

	r.dropClients()
	require.NoError(t, r.stop())
	earlier := builtin.Elements()
	earlier.Puzzles = slices.Clone(earlier.Puzzles)
	earlier.Puzzles[0].Turn--
	r = serve(rules.List{earlier})
	counts(2., 1.)
	refused(puzzle.ID, won, bea, http.StatusUnprocessableEntity, "not_solved") // the win comes after the turn of the puzzle

	operator := http.Header{"Authorization": {"Bearer " + secret}, api.OperatorHeader: {"root"}}
	path := "/api/admin/players/" + url.PathEscape(who["name"].(string))
	assert.Equal(t, map[string]any{"elements/" + puzzle.ID: "solved"}, r.requestAs(t, http.MethodGet, path, operator, http.StatusOK)["puzzles"])
	r.requestAs(t, http.MethodDelete, path, operator, http.StatusOK)
	keys, err := on.Keys(t.Context(), "puzzle", "")
	require.NoError(t, err)
	assert.Len(t, keys, 1, "only the other guest has a list")
	assert.NotContains(t, keys, who["id"])
	counts(2., 1.)
}
