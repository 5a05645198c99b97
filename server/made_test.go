package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/store"
)

// createWith posts a game with idempotency keys and returns the status, the location and
// the answer.
func (r *testServer) createWith(t *testing.T, spec string, keys ...string) (status int, at, body string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url+"/api/games", strings.NewReader(spec))
	require.NoError(t, err)
	q.Header.Set("Content-Type", "application/json")
	q.Header["Idempotency-Key"] = keys
	response, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, response.Header.Get("Location"), string(data)
}

// TestCreateAgain checks that a client can repeat its request for a game and gets the same game. It
// repeats the request to the same server, to another server, and after the first server has
// stopped.
func TestCreateAgain(t *testing.T) {
	servers := startCluster(t, 2)
	const key = "3f8e1b77-5d52-4c1e-9a4e-0c6f0b2ad9d1"
	status, at, first := servers[0].createWith(t, twoOpen, key)
	require.Equal(t, 201, status, first)
	for _, s := range servers {
		status, where, again := s.createWith(t, twoOpen, key)
		assert.Equal(t, 201, status, again)
		assert.Equal(t, at, where)
		assert.Equal(t, object(t, first), object(t, again))
	}
	status, _, refused := servers[1].createWith(t, withBot, key)
	assert.Equal(t, 422, status)
	assert.Equal(t, "key_used", object(t, refused)["code"])
	require.NoError(t, servers[0].stop())
	status, where, again := servers[1].createWith(t, twoOpen, key)
	assert.Equal(t, 201, status, again)
	assert.Equal(t, at, where)
}

// TestKeys checks that the server refuses short and malformed keys.
func TestKeys(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	for _, keys := range [][]string{{""}, {"1"}, {strings.Repeat("k", 256)}, {strings.Repeat("k", 22) + " k"}, {strings.Repeat("ä", 22)},
		{strings.Repeat("k", 22), strings.Repeat("l", 22)}} {
		status, _, body := r.createWith(t, twoOpen, keys...)
		assert.Equal(t, 400, status, keys)
		assert.Equal(t, "bad_key", object(t, body)["code"])
	}
	status, at, _ := r.createWith(t, twoOpen)
	assert.Equal(t, 201, status)
	status, other, _ := r.createWith(t, twoOpen)
	assert.Equal(t, 201, status)
	assert.NotEqual(t, at, other, "without a key each request creates a game")
}
