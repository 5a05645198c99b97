package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"gamed/protocol"
)

// A Conn sends and receives messages. Only one goroutine at a time may use it.
type Conn interface {
	// Receive returns the next message, or io.EOF when the peer has closed the
	// connection.
	Receive(ctx context.Context) ([]byte, error)
	// Send sends a message.
	Send(ctx context.Context, data []byte) error
}

// Receive returns the next message of conn, decoded.
func Receive(ctx context.Context, conn Conn) (protocol.ServerMessage, error) {
	data, err := conn.Receive(ctx)
	if err != nil {
		return nil, err
	}
	return Decode(data)
}

// Decode decodes a message. It returns a nil message for a type that players do not need. Later
// versions may add such types.
func Decode(data []byte) (protocol.ServerMessage, error) {
	kind := typeOf(data)
	fresh, known := messages[kind]
	if !known {
		return nil, nil
	}
	m := fresh()
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return m, nil
}

// messages has, for each type of message that players need, a function that returns an empty
// message.
var messages = map[string]func() protocol.ServerMessage{
	"welcome": func() protocol.ServerMessage { return new(protocol.Welcome) },
	"joined":  func() protocol.ServerMessage { return new(protocol.Joined) },
	"update":  func() protocol.ServerMessage { return new(protocol.Update) },
	"world":   func() protocol.ServerMessage { return new(protocol.World) },
	"values":  func() protocol.ServerMessage { return new(protocol.Values) },
	"error":   func() protocol.ServerMessage { return new(protocol.Error) },
	"over":    func() protocol.ServerMessage { return new(protocol.Over) },
	"ping":    func() protocol.ServerMessage { return new(protocol.Ping) },
	"bye":     func() protocol.ServerMessage { return new(protocol.Bye) },
}

// typeOf returns the type of a message, or "" if it has none. gamed writes the type first, so
// typeOf need not parse messages from gamed.
func typeOf(data []byte) string {
	if rest, ok := bytes.CutPrefix(data, []byte(`{"type":"`)); ok {
		name, _, _ := bytes.Cut(rest, []byte{'"'})
		return string(name)
	}
	var m struct{ Type string }
	_ = json.Unmarshal(data, &m)
	return m.Type
}

// Stdio returns the connection for a program that gamed started. Such a program must write
// its logs to stderr.
func Stdio() Conn { return Lines(os.Stdin, os.Stdout) }

// Lines returns a connection with one message per line. While Receive is reading, it ignores
// the cancellation of its context.
func Lines(in io.Reader, out io.Writer) Conn { return &pipes{bufio.NewReader(in), out} }

type pipes struct {
	in  *bufio.Reader
	out io.Writer
}

func (p *pipes) Receive(ctx context.Context) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p.in.ReadBytes('\n')
}

func (p *pipes) Send(_ context.Context, data []byte) error {
	_, err := p.out.Write(append(data, '\n'))
	return err
}

// Dial connects to a server or a match. The URL begins with ws: or wss:. A match accepts a bot only
// with the token that the match printed for it. A server also accepts clients without a token. The
// caller must close the connection.
func Dial(ctx context.Context, url, token string) (*WebSocket, error) {
	header := make(http.Header)
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	conn, answer, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: header})
	if answer != nil && answer.StatusCode == http.StatusUnauthorized {
		return nil, ErrToken
	}
	if err != nil && answer != nil && (answer.StatusCode == http.StatusOK || answer.StatusCode == http.StatusNotFound) {
		return nil, fmt.Errorf("connect to %s: %s: this address has no WebSocket; the path of a server is /ws, such as ws://127.0.0.1:8080/ws", url, answer.Status)
	}
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", url, err)
	}
	w := NewWebSocket(conn)
	w.hasToken = token != ""
	return w, nil
}

// ErrToken is returned by Dial if the match or server rejects the token.
var ErrToken = fmt.Errorf("the token is wrong or has been revoked: use the token that the match printed, or create a new token on the server")

// ErrSilent is returned by [WebSocket.Receive] when the peer has neither sent a message nor answered a ping
// for 20 seconds.
var ErrSilent = errors.New("no message from the server for 20 seconds")

const (
	quietTime  = 8 * time.Second  // the time without a message after which a ping is sent
	answerTime = 12 * time.Second // the time for the answer to the ping
)

// A WebSocket is a [Conn] with one message per text frame.
type WebSocket struct {
	conn          *websocket.Conn
	hasToken      bool // a token identifies the client
	quiet, answer time.Duration
	received      atomic.Uint64 // number of completed calls of Receive
	probeLock     sync.Mutex    // held by a probe
	probeFailed   bool          // a probe has given up; guarded by probeLock
	lastUpdate    []byte        // the text of the last update
}

// NewWebSocket returns a Conn for an open connection.
func NewWebSocket(conn *websocket.Conn) *WebSocket {
	conn.SetReadLimit(-1)
	return &WebSocket{conn: conn, quiet: quietTime, answer: answerTime}
}

// Receive returns the next message, with the whole update in place of a patch. If the peer is silent
// for 20 seconds, Receive closes the connection and returns [ErrSilent]. The time between two calls
// does not count.
func (w *WebSocket) Receive(ctx context.Context) ([]byte, error) {
	call := w.received.Load()
	quiet := time.AfterFunc(w.quiet, func() { w.probe(call) })
	_, data, err := w.conn.Read(ctx)
	if err != nil && w.gaveUp() {
		err = ErrSilent
	}
	w.received.Add(1)
	quiet.Stop()
	switch websocket.CloseStatus(err) {
	case websocket.StatusNormalClosure, websocket.StatusGoingAway:
		return nil, io.EOF
	}
	if err != nil {
		return nil, err
	}
	return wholeMessage(&w.lastUpdate, data)
}

// gaveUp reports whether a probe has closed the connection. If a probe is running, gaveUp waits for
// it. The probe soon ends, because the connection is closed after a read error.
func (w *WebSocket) gaveUp() bool {
	w.probeLock.Lock()
	defer w.probeLock.Unlock()
	return w.probeFailed
}

// probe pings the peer during a call of Receive, and again after each answer. If no answer comes in
// time, probe closes the connection, which ends the call of Receive.
func (w *WebSocket) probe(call uint64) {
	w.probeLock.Lock()
	defer w.probeLock.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), w.answer)
	defer cancel()
	if w.received.Load() != call {
		return
	}
	err := w.conn.Ping(ctx)
	switch {
	case w.received.Load() != call: // Receive has returned, and without it no answer can arrive
	case err == nil:
		time.AfterFunc(w.quiet, func() { w.probe(call) })
	default:
		w.probeFailed = ctx.Err() != nil // the ping itself may have closed the connection
		_ = w.conn.CloseNow()
	}
}

// Send sends a message.
func (w *WebSocket) Send(ctx context.Context, data []byte) error {
	return w.conn.Write(ctx, websocket.MessageText, data)
}

// Close closes the connection immediately. Any goroutine may call it.
func (w *WebSocket) Close() error { return w.conn.CloseNow() }
