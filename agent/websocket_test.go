package agent

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/socket"
	"gamed/internal/test/leaktest"
	"gamed/internal/test/pipenet"
	"gamed/protocol"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// serve runs one agent on a real socket. It returns the client's side, and a channel that receives
// the error with which the agent ends. Every message that the agent accepts is passed to the
// function handle.
func serve(t *testing.T, limits Limits, handle func(*WebSocket, protocol.ClientMessage)) (*websocket.Conn, <-chan error) {
	handler, ended := accept(t, limits, handle)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return dial(t, server.URL, nil), ended
}

// servePipe does the same as serve on a pipe in memory, for a synctest bubble.
func servePipe(t *testing.T, limits Limits, options *websocket.DialOptions, handle func(*WebSocket, protocol.ClientMessage)) (*websocket.Conn, <-chan error) {
	handler, ended := accept(t, limits, handle)
	listener, server := pipenet.Listen(), &http.Server{Handler: handler}
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	go func() { _ = server.Serve(listener) }()
	options.HTTPClient = listener.Client()
	return dial(t, "http://"+listener.Addr().String(), options), ended
}

// accept returns a handler that runs one agent, and a channel that receives the error with which
// the agent ends.
func accept(t *testing.T, limits Limits, handle func(*WebSocket, protocol.ClientMessage)) (http.Handler, <-chan error) {
	ended := make(chan error, 1)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := socket.Accept(w, r, limits.Write)
		if !assert.NoError(t, err) {
			return
		}
		ws := NewWebSocket(conn, limits)
		ws.Start(func(m protocol.ClientMessage) { handle(ws, m) }, func(err error) { ended <- err })
	}), ended
}

func dial(t *testing.T, url string, options *websocket.DialOptions) *websocket.Conn {
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(url, "http"), options)
	require.NoError(t, err)
	conn.SetReadLimit(-1)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

const hello = `{"type":"hello","protocol":1}`

// greet answers every message with a welcome.
func greet(w *WebSocket, _ protocol.ClientMessage) {
	_ = w.WriteJSON(&protocol.Welcome{Protocol: protocol.Version})
}

func send(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(text)))
}

// receive returns the next message, or the error of the connection.
func receive(t *testing.T, conn *websocket.Conn) (map[string]any, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, data, err := conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	var message map[string]any
	require.NoError(t, json.Unmarshal(data, &message))
	return message, nil
}

// TestCloseReason checks that a client that exceeds a limit or breaks the protocol receives an
// error. Then its connection is closed with a status and a reason.
func TestCloseReason(t *testing.T) {
	tests := []struct {
		name   string
		limits func(*Limits)
		do     func(*testing.T, *websocket.Conn)
		code   protocol.Code
		status websocket.StatusCode
	}{
		{"no hello", func(l *Limits) { l.Hello = time.Millisecond },
			func(*testing.T, *websocket.Conn) {}, protocol.OutOfTurn, websocket.StatusPolicyViolation},
		{"something else than hello", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, `{"type":"resign"}`) }, protocol.OutOfTurn, websocket.StatusPolicyViolation},
		{"another version", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, `{"type":"hello","protocol":2}`) }, protocol.BadVersion, websocket.StatusPolicyViolation},
		{"a message that is too big", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, strings.Repeat(" ", protocol.MaxMessage+1)) }, protocol.TooBig, websocket.StatusMessageTooBig},
		{"a binary frame", nil,
			func(t *testing.T, c *websocket.Conn) {
				require.NoError(t, c.Write(t.Context(), websocket.MessageBinary, []byte(hello)))
			}, protocol.Malformed, websocket.StatusUnsupportedData},
		{"a text that is not UTF-8", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, "{\"type\":\"chat\",\"text\":\"\xff\"}") }, protocol.Malformed, websocket.StatusInvalidFramePayloadData},
		{"a surrogate in UTF-8", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, "\xed\xa0\x80") }, protocol.Malformed, websocket.StatusInvalidFramePayloadData},
		{"a character that ends too early", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, hello+"\xe9\x87") }, protocol.Malformed, websocket.StatusInvalidFramePayloadData},
		{"a character that a frame ends early", nil,
			func(t *testing.T, c *websocket.Conn) {
				w, err := c.Writer(t.Context(), websocket.MessageText)
				require.NoError(t, err)
				for _, part := range []string{`{"type":"ping","id":"`, "\xe9", "x"} {
					_, err = w.Write([]byte(part))
					require.NoError(t, err)
				}
				require.NoError(t, w.Close())
			}, protocol.Malformed, websocket.StatusInvalidFramePayloadData},
		{"a big message that is not UTF-8", nil,
			func(t *testing.T, c *websocket.Conn) { send(t, c, strings.Repeat("\xff", protocol.MaxMessage+1)) }, protocol.TooBig, websocket.StatusMessageTooBig},
		{"a flood", func(l *Limits) { l.Rate, l.Burst, l.Excess = 1e-6, 1, 3 }, // a slow machine would not exceed a usual rate
			func(t *testing.T, c *websocket.Conn) {
				for range 5 {
					send(t, c, hello)
				}
			}, protocol.TooFast, websocket.StatusPolicyViolation},
		{"a flood of empty frames", nil,
			func(t *testing.T, c *websocket.Conn) {
				w, err := c.Writer(t.Context(), websocket.MessageText)
				require.NoError(t, err)
				for range 1100 {
					_, err = w.Write(nil)
					require.NoError(t, err)
				}
				require.NoError(t, w.Close())
			}, protocol.TooFast, websocket.StatusPolicyViolation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			limits := DefaultLimits
			if tt.limits != nil {
				tt.limits(&limits)
			}
			conn, ended := serve(t, limits, greet)
			tt.do(t, conn)
			var last map[string]any
			for {
				message, err := receive(t, conn)
				if err != nil {
					assert.Equal(t, tt.status, websocket.CloseStatus(err), "%v", err)
					assert.Contains(t, err.Error(), string(tt.code))
					break
				}
				last = message
			}
			assert.Equal(t, "error", last["type"])
			assert.Equal(t, string(tt.code), last["code"])
			assert.NotEmpty(t, last["text"])
			var cause *CloseReason
			require.ErrorAs(t, <-ended, &cause)
			assert.Equal(t, tt.code, cause.Code)
		})
	}
}

// TestSlowReader checks a client that sends but never reads. Either its outbox fills or the writer
// stalls first. The client is disconnected after Limits.Write.
func TestSlowReader(t *testing.T) {
	fill, stall := DefaultLimits, DefaultLimits
	stall.OutboxMessages, stall.OutboxBytes = 1000, 1<<30
	for name, limits := range map[string]Limits{"the outbox fills": fill, "the writer stalls": stall} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				said := &protocol.ChatMessage{Text: strings.Repeat("x", 64<<10)}
				conn, ended := servePipe(t, limits, new(websocket.DialOptions), func(w *WebSocket, _ protocol.ClientMessage) {
					for range 500 {
						if w.WriteJSON(said) != nil {
							return
						}
					}
				})
				start := time.Now()
				send(t, conn, hello)
				var cause *CloseReason
				require.ErrorAs(t, <-ended, &cause)
				assert.Equal(t, protocol.SlowReader, cause.Code)
				assert.Equal(t, limits.Write, time.Since(start))
			})
		})
	}
}

// TestSilentClient checks that a client that stops answering pings is disconnected.
func TestSilentClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, ended := servePipe(t, DefaultLimits, &websocket.DialOptions{
			OnPingReceived: func(context.Context, []byte) bool { return false }, // sends no pong
		}, func(*WebSocket, protocol.ClientMessage) {})
		start := time.Now()
		send(t, conn, hello)
		conn.CloseRead(t.Context())
		require.Error(t, <-ended)
		assert.Equal(t, 2*DefaultLimits.Ping, time.Since(start))
	})
}

// TestLivelyClient checks that a client that answers pings stays connected.
func TestLivelyClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pings := 0
		conn, ended := servePipe(t, DefaultLimits, &websocket.DialOptions{
			OnPingReceived: func(context.Context, []byte) bool { pings++; return true },
		}, func(*WebSocket, protocol.ClientMessage) {})
		send(t, conn, hello)
		closed := conn.CloseRead(t.Context())
		time.Sleep(10*DefaultLimits.Ping + 1)
		synctest.Wait()
		assert.Equal(t, 10, pings)
		require.NoError(t, closed.Err(), "the connection holds")
		require.NoError(t, conn.Close(websocket.StatusNormalClosure, ""))
		require.Error(t, <-ended)
	})
}

// TestClose checks that a client receives all queued messages, then the bye, and then the
// close frame.
func TestClose(t *testing.T) {
	conn, ended := serve(t, DefaultLimits, func(w *WebSocket, _ protocol.ClientMessage) {
		_ = w.WriteJSON(&protocol.Pong{T: 7})
		w.Close(&CloseReason{Status: websocket.StatusGoingAway, Text: "the server stops"})
		assert.Error(t, w.WriteJSON(&protocol.Pong{T: 8}))
	})
	send(t, conn, hello)
	message, err := receive(t, conn)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"type": "pong", "t": 7.0}, message)
	message, err = receive(t, conn)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"type": "bye", "reason": "the server stops"}, message)
	_, err = receive(t, conn)
	assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err))
	require.Error(t, <-ended)
}

// TestBrokenSocket checks that the agent ends when the client disconnects in the middle of a
// message.
func TestBrokenSocket(t *testing.T) {
	conn, ended := serve(t, DefaultLimits, greet)
	send(t, conn, hello)
	w, err := conn.Writer(t.Context(), websocket.MessageText)
	require.NoError(t, err)
	_, err = w.Write([]byte(`{"type":"cho`))
	require.NoError(t, err)
	require.NoError(t, conn.CloseNow())
	err = <-ended
	require.Error(t, err)
	assert.NotErrorAs(t, err, new(*CloseReason), "the client has ended it, not the server")
}

// TestNonsense checks that an invalid message gets an error and that the connection stays open. It
// then sends a character in two frames, and a second hello.
func TestNonsense(t *testing.T) {
	conn, _ := serve(t, DefaultLimits, greet)
	for _, nonsense := range []string{``, `[]`, `{"type":"dance"}`, `{"type":"hello","protocol":"1"}`, "\ufffd", strings.Repeat("[", 1000)} {
		send(t, conn, nonsense)
		message, err := receive(t, conn)
		require.NoError(t, err)
		assert.Equal(t, "error", message["type"], "%q", nonsense)
	}
	w, err := conn.Writer(t.Context(), websocket.MessageText)
	require.NoError(t, err)
	for _, part := range []string{`{"type":"hello","protocol":1,"name":"`, "\xe9", "\x87\x91", `"}`} { // a character in two frames
		_, err = w.Write([]byte(part))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	message, err := receive(t, conn)
	require.NoError(t, err)
	assert.Equal(t, "welcome", message["type"])
	send(t, conn, hello)
	message, err = receive(t, conn)
	require.NoError(t, err)
	assert.Equal(t, string(protocol.OutOfTurn), message["code"], "a second hello")
}
