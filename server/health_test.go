package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

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
		Open: func(c hub.Config) (*hub.Hub, server.Games) {
			h := hub.New(c)
			return h, island{h}
		},
	})
	status, body := r.get(t, "/healthz")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Equal(t, "cut off", object(t, body)["status"])
}
