package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
)

// TestSocketBot checks a bot that connects with the command line that the match prints. The bot
// disconnects in its seventh game and does not reconnect. The match must end after the third failed
// game.
func TestSocketBot(t *testing.T) {
	var o matchOptions
	o.externalBots.limits = external.DefaultLimits
	o.games, o.lane, o.onFault, o.externalBots.addr = 20, "direct", "lose", "127.0.0.1:0"
	var said bytes.Buffer
	m, err := o.match(environ{err: &said, games: builtinGames()}, []string{"elements", "random", "ws:mine"})
	require.NoError(t, err)
	defer func() { assert.NoError(t, o.externalBots.close()) }()
	assert.Equal(t, 1, m.Parallel)
	require.Contains(t, said.String(), "ws:mine: waiting for 1 connection; run gamed bot connect ws://127.0.0.1:")
	words := strings.Fields(said.String()[strings.Index(said.String(), "ws://"):])
	url, token := words[0], words[2]

	done := make(chan error, 1)
	enough := errors.New("enough")
	go func() {
		conn, err := client.Dial(t.Context(), url, token)
		if err == nil {
			games, last := 0, (*protocol.Joined)(nil)
			bot := client.Bot{Hello: protocol.Hello{Name: "mine"}, Choose: func(ctx context.Context, d *client.Decision) (int, error) {
				if d.Game != last {
					games, last = games+1, d.Game
				}
				if games == 7 {
					return 0, enough
				}
				return client.Random(ctx, d)
			}}
			err = bot.Run(t.Context(), conn)
			_ = conn.Close()
		}
		done <- err
	}()
	open, opened := m.Bots[1].Open, 0
	m.Bots[1].Open = func(ctx context.Context) (*external.Conn, error) {
		if opened++; opened == 2 { // the bot is gone
			o.externalBots.limits.Startup = time.Millisecond
		}
		return open(ctx)
	}
	r, err := m.Run(t.Context())
	require.ErrorContains(t, err, "bot ws:mine ended before its first answer in 3 games running, up to game 8: startup: the bot did not reconnect within ")
	assert.ErrorIs(t, <-done, enough)
	assert.Equal(t, 6, r.Games, "the games in which it answered")
}

// TestPermission checks that a coordinator knows which of its bots needs a worker's permission.
func TestPermission(t *testing.T) {
	var o matchOptions
	o.externalBots.limits = external.DefaultLimits
	bots, err := o.bots(builtinGames()[0], []string{"random", "mine=cmd:./bot -x"})
	require.NoError(t, err)
	assert.Equal(t, `--allow-commands, since bot "mine" is a program`, neededPermission(bots))
	assert.Empty(t, neededPermission(bots[:1]))
}

// TestCommandWithoutPrefix checks that the error for a command line without cmd: shows the
// corrected command line.
func TestCommandWithoutPrefix(t *testing.T) {
	var o matchOptions
	o.externalBots.limits = external.DefaultLimits
	for name, want := range map[string]string{
		"python3 mine.py": `a command line begins with cmd:, as in "cmd:python3 mine.py"`,
		"./mine":          `a command line begins with cmd:, as in "cmd:./mine"`,
	} {
		_, err := o.bots(builtinGames()[0], []string{"random", name})
		assert.ErrorContains(t, err, want)
	}
	_, err := o.bots(builtinGames()[0], []string{"rendom"})
	require.ErrorContains(t, err, "did you mean random?")
	assert.NotContains(t, err.Error(), "cmd:")
}
