package external_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
)

func listen(t *testing.T) *external.Listener {
	t.Helper()
	l, err := external.Listen("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

// accept waits for a bot and closes it at the end of the test.
func accept(t *testing.T, l *external.Listener, token string, limits external.Limits) *external.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	b, err := l.Accept(ctx, token, limits)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

// connect runs a bot over a WebSocket until it ends.
func connect(t *testing.T, l *external.Listener, token string, choose client.Choose) <-chan error {
	t.Helper()
	conn, err := client.Dial(t.Context(), l.URL(), token)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() {
		bot := client.Bot{Hello: protocol.Hello{Name: "far"}, Choose: choose}
		err := bot.Run(context.Background(), conn)
		_ = conn.Close()
		ended <- err
	}()
	return ended
}

// TestWebSocketIsAsStdio checks that games over a WebSocket and over stdio are equal.
func TestWebSocketIsAsStdio(t *testing.T) {
	l := listen(t)
	token := l.Expect()
	ended := connect(t, l, token, client.Greedy)
	far, near := accept(t, l, token, limits), mustStart(t, "greedy")
	assert.Equal(t, "far", far.Hello().Name)
	for seed := range uint64(2) {
		one, err := play(t.Context(), t, far, seed)
		require.NoError(t, err)
		other, err := play(t.Context(), t, near, seed)
		require.NoError(t, err)
		assert.Equal(t, one, other)
	}
	require.NoError(t, far.Close())
	require.NoError(t, <-ended, "the bot received a bye")
}

func mustStart(t *testing.T, name string) *external.Conn {
	t.Helper()
	b, err := start(t, name, limits)
	require.NoError(t, err)
	return b
}

func TestTokens(t *testing.T) {
	l := listen(t)
	token, other := l.Expect(), l.Expect()
	assert.NotEqual(t, token, other)
	for _, wrong := range []string{"", "x", token[1:], token + "x"} {
		_, err := client.Dial(t.Context(), l.URL(), wrong)
		require.ErrorIs(t, err, client.ErrToken, "%q", wrong)
	}
	answer, err := http.Get(strings.Replace(l.URL(), "ws:", "http:", 1) + "?token=" + token)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	http.DefaultClient.CloseIdleConnections()
	assert.Equal(t, http.StatusUpgradeRequired, answer.StatusCode, "the token is right")

	conn, err := client.Dial(t.Context(), l.URL()+"?token="+other, "")
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	require.NoError(t, conn.Send(t.Context(), []byte(`{"type":"hello","protocol":1,"name":"other"}`)))
	assert.Equal(t, "other", accept(t, l, other, limits).Hello().Name)

	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = l.Accept(ctx, token, limits)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = l.Accept(t.Context(), "x", limits)
	require.Error(t, err)
}

func TestListenerCloses(t *testing.T) {
	l := listen(t)
	token := l.Expect()
	conn, err := client.Dial(t.Context(), l.URL(), token)
	require.NoError(t, err)
	require.NoError(t, l.Close())
	_, err = conn.Receive(t.Context())
	require.Error(t, err)
	_ = conn.Close() // fails if the peer has already closed
	_, err = l.Accept(t.Context(), token, limits)
	require.ErrorIs(t, err, external.ErrClosed)
	_, err = external.Listen("256.0.0.1:0")
	require.Error(t, err)
}

// TestWebSocketFaults checks the faults that occur only with a WebSocket.
func TestWebSocketFaults(t *testing.T) {
	l := listen(t)
	for name, tt := range map[string]struct {
		do   func(ctx context.Context, conn *websocket.Conn) error
		kind external.Kind
		text string
	}{
		"lost":      {func(_ context.Context, c *websocket.Conn) error { return c.CloseNow() }, external.Disconnect, "the connection was lost"},
		"closed":    {func(_ context.Context, c *websocket.Conn) error { return c.Close(websocket.StatusNormalClosure, "") }, external.Disconnect, "it closed the connection"},
		"closed as": {func(_ context.Context, c *websocket.Conn) error { return c.Close(4000, "") }, external.Disconnect, "it closed the connection with status 4000"},
		"binary": {func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageBinary, []byte(`{"type":"resign"}`))
		}, external.Malformed, "a binary frame: messages are JSON in text frames"},
		"large": {func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, make([]byte, protocol.MaxMessage+1))
		}, external.Malformed, "a message of more than 16384 bytes"},
		"endless": {func(ctx context.Context, c *websocket.Conn) error {
			return c.Write(ctx, websocket.MessageText, make([]byte, 2<<20))
		}, external.Flood, "more than 1048576 bytes in one message"},
	} {
		t.Run(name, func(t *testing.T) {
			token := l.Expect()
			conn, _, err := websocket.Dial(t.Context(), l.URL()+"?token="+token, nil)
			require.NoError(t, err)
			defer func() { _ = conn.CloseNow() }()
			require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"hello","protocol":1}`)))
			b := accept(t, l, token, limits)
			_ = tt.do(t.Context(), conn) // the connection may be closed meanwhile
			_, err = play(t.Context(), t, b, 1)
			requireFault(t, err, tt.kind, tt.text)
			require.NoError(t, b.Close())
		})
	}
}

// TestComesBack checks that a bot can replace a lost connection. Accept skips a connection
// that was lost while it waited.
func TestComesBack(t *testing.T) {
	l := listen(t)
	token := l.Expect()
	for range 3 {
		lost, err := client.Dial(t.Context(), l.URL(), token)
		require.NoError(t, err)
		require.NoError(t, lost.Close())
		ended := connect(t, l, token, client.Random)
		b := accept(t, l, token, limits)
		_, err = play(t.Context(), t, b, 1)
		require.NoError(t, err)
		require.NoError(t, b.Close())
		require.NoError(t, <-ended)
	}
}

// TestCloseIsNotHeldUp checks that Close returns for a bot that neither reads nor answers a
// close frame.
func TestCloseIsNotHeldUp(t *testing.T) {
	l := listen(t)
	token := l.Expect()
	conn, err := client.Dial(t.Context(), l.URL(), token)
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	require.NoError(t, conn.Send(t.Context(), []byte(`{"type":"hello","protocol":1}`)))
	b := accept(t, l, token, limits)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		joined := protocol.Joined{Game: strings.Repeat("x", 1<<20), Rules: "elements", Seats: []protocol.Seat{}}
		require.ErrorIs(t, b.Begin(ctx, joined), context.Canceled)
	}
	require.NoError(t, b.Close())
}
