package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestDebugMode checks that a game in debug mode is marked in public and is never rated.
func TestDebugMode(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	for table, debug := range map[string]any{`{"debug":"1"}`: true, `{"debug":"0"}`: nil, `{}`: nil} {
		id := r.create(t, `{"rules":"polity","seats":[{}],"table":`+table+`}`)
		status, body := r.get(t, "/api/games/"+id)
		require.Equal(t, http.StatusOK, status, body)
		assert.Equal(t, debug, object(t, body)["debug"], table)
	}
	status, body := r.get(t, "/api/games")
	require.Equal(t, http.StatusOK, status, body)
	assert.Contains(t, body, `"debug":true`)
	me, _ := r.session(t)
	answer, body := r.do(t, "POST", "/api/games", `{"rules":"polity","seats":[{}],"rated":true,"table":{"debug":"1"}}`, me)
	assert.Equal(t, http.StatusUnprocessableEntity, answer.StatusCode, body)
	assert.Contains(t, body, "never rated")
}
