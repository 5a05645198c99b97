package server_test

import (
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestMemory checks that a server short of memory refuses new games first, then the analysis of
// finished ones, and never the list of games.
func TestMemory(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	before := make([]byte, 256<<20) // keeps the share in use almost constant during the test
	limited := func(share float64) {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		debug.SetMemoryLimit(int64(float64(now.HeapAlloc) / share))
	}
	old := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(old) })
	create := func() int {
		status, _ := r.request(t, http.MethodPost, "/api/games", `{"rules": "elements", "seats": [{}, {"bot": "greedy"}]}`)
		return status
	}
	reasons := func() string {
		_, body := r.get(t, "/healthz")
		return body
	}
	assert.Equal(t, http.StatusCreated, create())

	limited(0.82)
	assert.Eventually(t, func() bool { return strings.Contains(reasons(), "the server is short of memory") }, responseTimeout, 20*time.Millisecond)
	assert.Equal(t, http.StatusServiceUnavailable, create())
	status, _ := r.request(t, http.MethodPost, "/api/me/invitations", `{"to":"Ada"}`)
	assert.Equal(t, http.StatusServiceUnavailable, status, "an invitation creates a game")
	status, _ = r.get(t, "/api/games/nothing/replay")
	assert.Equal(t, http.StatusNotFound, status)
	status, _ = r.get(t, "/api/games")
	assert.Equal(t, http.StatusOK, status)

	limited(0.95)
	assert.Eventually(t, func() bool {
		status, _ := r.get(t, "/api/games/nothing/replay")
		return status == http.StatusServiceUnavailable
	}, responseTimeout, 20*time.Millisecond)
	status, _ = r.get(t, "/api/games")
	assert.Equal(t, http.StatusOK, status)

	debug.SetMemoryLimit(old)
	assert.Eventually(t, func() bool { return create() == http.StatusCreated }, responseTimeout, 20*time.Millisecond)
	runtime.KeepAlive(before)
}
