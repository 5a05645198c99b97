package server_test

import (
	"context"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"

	"gamed/agent"
	"gamed/protocol"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/server/hub"
	"gamed/store"
)

// broken are games whose Watch panics.
type broken struct{ hub.Games }

func (broken) Watch(context.Context, string, agent.JSONWriter) (*hub.Seating, error) {
	panic("a fault")
}

// TestPanic checks that a message that makes the server panic ends only its own connection.
func TestPanic(t *testing.T) {
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(),
		OpenGames: func(c hub.Config) (*hub.Hub, hub.Games) {
			h := hub.New(c)
			return h, broken{h}
		}})
	game := r.create(t, twoOpen)
	player, spectator := r.join(t, game), r.greet(t)
	spectator.send(`{"type":"watch","game":"` + game + `"}`)
	assert.Equal(t, string(protocol.Internal), spectator.next("error")["code"])
	_, err := spectator.read()
	assert.Equal(t, websocket.StatusInternalError, websocket.CloseStatus(err))
	player.send(`{"type":"ping","t":1}`)
	player.next("pong")
	_, body := r.get(t, "/metrics")
	assert.Contains(t, body, "gamed_panics_total 1")
}
