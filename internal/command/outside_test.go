package command

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/arena"
	"gamed/protocol"
)

// TestSocketBot connects a bot with the line that the match prints. It disconnects the bot
// during the match, and play continues after a reconnect. A bot that does not reconnect
// loses.
func TestSocketBot(t *testing.T) {
	var o matchOptions
	o.outside.limits = external.DefaultLimits
	o.outside.limits.Startup = 50 * time.Millisecond
	o.games, o.lane, o.onFault, o.outside.addr = 20, "direct", "lose", "127.0.0.1:0"
	var said bytes.Buffer
	m, err := o.match(environ{err: &said, games: builtinGames}, []string{"elements", "random", "ws:mine"})
	require.NoError(t, err)
	defer func() { assert.NoError(t, o.outside.close()) }()
	assert.Equal(t, 1, m.Parallel)
	require.Contains(t, said.String(), "ws:mine: waiting for 1 connection; run gamed bot connect ws://127.0.0.1:")
	words := strings.Fields(said.String()[strings.Index(said.String(), "ws://"):])
	url, token := words[0], words[2]

	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := client.Dial(ctx, url, token)
		if err == nil {
			bot := client.Bot{Hello: protocol.Hello{Name: "mine"}, Choose: client.Random}
			err = bot.Run(ctx, conn)
			_ = conn.Close()
		}
		done <- err
	}()
	m.Progress = func(p arena.Progress) {
		if p.Games == 6 {
			cancel()
		}
	}
	r, err := m.Run(t.Context())
	require.NoError(t, err)
	assert.Error(t, <-done)
	assert.Equal(t, 20, r.Games)
	assert.Greater(t, r.Ends[1]["normal"], 5)
	assert.Greater(t, r.Ends[1]["startup"], 5, "the bot has not reconnected")
}
