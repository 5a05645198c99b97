package server_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/server/hub"
	"gamed/store"
)

// An island is a server that is cut off from its cluster.
type island struct{ *hub.Hub }

func (island) Count() hub.Counts { return hub.Counts{CutOff: true} }

// TestHealthCutOff checks that a server without its cluster reports that it is not ready.
func TestHealthCutOff(t *testing.T) {
	r := startConfig(t, server.Config{
		Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(),
		OpenGames: func(c hub.Config) (*hub.Hub, hub.Games) {
			h := hub.New(c)
			return h, island{h}
		},
	})
	status, body := r.get(t, "/healthz")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Equal(t, "cut off", object(t, body)["status"])
	status, body = r.get(t, "/readyz")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, "cut off")
	status, _ = r.get(t, "/livez")
	assert.Equal(t, http.StatusOK, status)
}

// TestReady checks that a server is ready until its operator starts maintenance.
func TestReady(t *testing.T) {
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(), OperatorSecrets: []string{"gmo_secret-of-the-operator"}})
	for _, path := range []string{"/livez", "/readyz"} {
		status, body := r.get(t, path)
		assert.Equal(t, http.StatusOK, status)
		assert.JSONEq(t, `{"status":"ok"}`, body)
	}
	answer, body := r.do(t, "PUT", "/api/admin/maintenance", `{"on":true,"text":"back at noon"}`, http.Header{"Authorization": {"Bearer gmo_secret-of-the-operator"}})
	require.Equal(t, http.StatusOK, answer.StatusCode, body)
	status, body := r.get(t, "/readyz")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, "back at noon")
	status, _ = r.get(t, "/livez")
	assert.Equal(t, http.StatusOK, status)
}

// TestReadyFull checks that a server with the maximum number of games is not ready for more.
func TestReadyFull(t *testing.T) {
	r := startConfig(t, server.Config{
		Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(),
		OpenGames: func(c hub.Config) (*hub.Hub, hub.Games) {
			c.MaxGames = 1
			h := hub.New(c)
			return h, h
		},
	})
	status, _ := r.get(t, "/readyz")
	assert.Equal(t, http.StatusOK, status)
	r.create(t, `{"rules":"elements","seats":[{},{}]}`)
	const reason = "the server has no room for another game"
	status, body := r.get(t, "/readyz")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, reason)
	status, body = r.get(t, "/healthz")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, []any{reason}, object(t, body)["reasons"])
}

// An unready store is a store whose Ready returns a given error.
type unready struct {
	store.Store
	why error
}

func (u unready) Ready() error { return u.why }

// TestHealthDegraded checks that the health check and the metrics report shortages.
func TestHealthDegraded(t *testing.T) {
	for why, reason := range map[error]string{
		store.ErrFull: "the store is full", fmt.Errorf("%w: %w", store.ErrUnavailable, store.ErrRefused): "the disk refuses writes", store.ErrUnavailable: "the store does not respond", nil: "all connections are in use",
	} {
		t.Run(reason, func(t *testing.T) {
			c := server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: unready{store.NewMemory(), why}, Limits: fast()}
			if why == nil {
				c.Access.Connections = 1 // this test's connection
			}
			r := startConfig(t, c)
			status, body := r.get(t, "/healthz")
			assert.Equal(t, http.StatusOK, status)
			health := object(t, body)
			assert.Equal(t, "degraded", health["status"])
			assert.Equal(t, []any{reason}, health["reasons"])
			status, body = r.get(t, "/readyz")
			assert.Equal(t, http.StatusServiceUnavailable, status)
			assert.Contains(t, body, reason)
			_, body = r.get(t, "/metrics")
			assert.Contains(t, body, `gamed_degraded{reason="`+reason+`"} 1`)
			assert.Equal(t, 10, len(regexp.MustCompile(`gamed_degraded\{.*\} 0`).FindAllString(body, -1)), "the other reasons")
		})
	}
}
