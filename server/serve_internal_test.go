package server

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/store"
)

// TestListenerFails checks that a server stops with its listener's error.
func TestListenerFails(t *testing.T) {
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: agent.DefaultLimits})
	require.NoError(t, err)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	live, err := s.games.Recover(t.Context())
	require.NoError(t, err)
	require.ErrorIs(t, s.serve(t.Context(), listener, nil, live), net.ErrClosed)
}
