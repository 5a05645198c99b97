package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestSecretEnd checks that the end of a rated series game stays secret while spectators are an
// hour behind. Other clients see no ratings, no next game and no connected players. The players can
// continue at once.
func TestSecretEnd(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	bea, _ := r.session(t)
	id := r.post(t, "/api/games", `{"rules":"elements","seats":[{},{}],"rated":true,"best_of":3,"spectators":{"delay_ms":3600000}}`, ada, http.StatusCreated)["id"].(string)
	here := func() (all []any) {
		_, text := r.get(t, "/api/games/"+id)
		for _, seat := range object(t, text)["seats"].([]any) {
			all = append(all, seat.(map[string]any)["here"])
		}
		return all
	}
	first := r.sit(t, id, ada)
	assert.Equal(t, []any{true, false}, here(), "before the game begins")
	second := r.sit(t, id, bea)
	assert.Equal(t, []any{false, false}, here())
	second.drop()
	assert.Equal(t, []string{id}, r.ids(t, "here=yes"))
	first.send(`{"type":"resign"}`)
	first.next("over")
	next := first.next("table")
	for next["next"] == nil {
		next = first.next("table")
	}

	assert.Equal(t, []any{false, false}, here())
	for _, query := range []string{"", "status=live", "status=open", "here=yes&status=open,live"} {
		for _, listed := range r.ids(t, query) {
			assert.Equal(t, id, listed, query)
		}
	}
	_, text := r.get(t, "/api/ratings?rules=elements")
	assert.Equal(t, map[string]any{"rules": "elements", "games": 0., "players": []any{}}, object(t, text))
	eve, _ := r.session(t)
	for _, stranger := range []http.Header{nil, eve} {
		refused := r.post(t, "/api/games/"+id+"/rematch", "", stranger, http.StatusConflict)
		assert.Equal(t, "not_over", refused["code"])
	}
	again := r.post(t, "/api/games/"+id+"/rematch", "", ada, http.StatusOK)
	assert.Equal(t, next["next"], again["game"])
	_, text = r.get(t, "/api/games/"+again["game"].(string))
	require.Equal(t, again["game"], object(t, text)["id"], "its players can read it")
}
