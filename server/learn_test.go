package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestLearn checks that all clients get the same lesson, and that no other request sets a
// game's random key.
func TestLearn(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	for _, rules := range []string{"elements", "dominion", "polity"} {
		var views []any
		for range 2 {
			status, body := r.request(t, http.MethodPost, "/api/learn/"+rules, "{}")
			require.Equal(t, http.StatusCreated, status, body)
			info := object(t, body)
			assert.Equal(t, true, info["private"])
			views = append(views, r.join(t, info["id"].(string)).asked()["view"])
		}
		assert.Equal(t, views[0], views[1], rules)
	}
	_, list := r.get(t, "/api/games")
	assert.Empty(t, object(t, list)["games"])

	status, body := r.request(t, http.MethodPost, "/api/learn/chess", "{}")
	assert.Equal(t, http.StatusNotFound, status)
	assert.Equal(t, "no_lesson", object(t, body)["code"])
	for _, field := range []string{"chance", "Chance", "key"} {
		status, body = r.request(t, http.MethodPost, "/api/games", `{"rules":"polity","seats":[{}],"`+field+`":"AAAA"}`)
		assert.Equal(t, http.StatusBadRequest, status, body)
	}
}
