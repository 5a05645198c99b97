package server_test

import (
	"net"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// TestStop checks that a stopping server sends bye to players, spectators and idle clients.
func TestStop(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, withBot)
	clients := []*client{r.join(t, game), r.watch(t, game), r.greet(t), r.dial(t)}
	stopped := make(chan error, 1)
	go func() { stopped <- r.stop() }()
	for _, c := range clients {
		assert.Contains(t, c.next("bye")["reason"], "stopping")
		_, err := c.read()
		assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err))
	}
	require.NoError(t, <-stopped)
}

// TestRestart checks that games continue after a restart in the middle, and that players return by
// key.
func TestRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files, err := store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	r := start(t, files, fast())
	duel, open, bots := r.create(t, twoOpen), r.create(t, twoOpen), r.create(t, withBot)
	c, other := r.join(t, duel), r.join(t, duel)
	waiting := r.join(t, open)
	alone := r.join(t, bots)

	for _, seat := range []*client{c, other} {
		seat.choose(seat.openDecision()["decision"].(map[string]any)["id"], 0)
	}
	sunrise := func(seat *client) map[string]any {
		u := seat.next("update")
		for u["turn"] != 1.0 {
			u = seat.next("update")
		}
		return u
	}
	before := sunrise(c)
	if before["awaiting"].([]any)[0] != c.seat {
		c, other = other, c // c is the client with the decision
		before = sunrise(c)
	}
	for _, gone := range []*client{c, other, waiting, alone} {
		gone.drop()
	}
	require.NoError(t, r.stop())
	require.NoError(t, files.Close())

	files, err = store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	defer func() { assert.NoError(t, files.Close()) }()
	r = start(t, files, fast())
	_, body := r.get(t, "/healthz")
	assert.Equal(t, 3.0, object(t, body)["games"])
	back := r.greet(t)
	back.send(`{"type":"join","game":"` + duel + `","key":"` + c.key + `"}`)
	after := back.openDecision()
	assert.Equal(t, before["decision"], after["decision"])
	assert.Equal(t, before["view"], after["view"])

	// The open game still has an empty seat, and the bot still plays.
	second := r.join(t, open)
	assert.Equal(t, 1.0, second.seat)
	first := r.greet(t)
	first.send(`{"type":"join","game":"` + open + `","key":"` + waiting.key + `"}`)
	first.openDecision()
	again := r.greet(t)
	again.send(`{"type":"join","game":"` + bots + `","key":"` + alone.key + `"}`)
	_, err = again.play(3)
	require.NoError(t, err)
	for _, c := range []*client{back, first, second, again} {
		c.drop()
	}
	require.NoError(t, r.stop())
}

// TestRunFails checks that the error of an address that is in use, or has no host, names the
// address.
func TestRunFails(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = taken.Close() }()
	config := server.Config{Addr: taken.Addr().String(), Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: agent.DefaultLimits}
	s, err := server.New(config)
	require.NoError(t, err)
	require.ErrorContains(t, s.Run(t.Context()), config.Addr)
	config.Addr = "8080"
	_, err = server.New(config)
	require.ErrorContains(t, err, `"8080"`)
}
