package external

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"gamed/protocol"
)

const (
	// path is the URL path for bots.
	path = "/bot"
	// maxEarly is the number of bots per token that may wait for Accept.
	maxEarly = 64
	// headerTime bounds the time for reading the headers of a request.
	headerTime = 5 * time.Second
)

// A Listener accepts bots that connect by WebSocket. Each bot presents a token from
// [Listener.Expect]. Any goroutine may call the methods.
type Listener struct {
	server  http.Server
	addr    string
	stopped chan struct{} // closed when the server has stopped

	mu     sync.Mutex
	closed bool
	queues map[string]chan *socket // waiting connections by token
}

// ErrClosed is returned by Accept when the listener is closed.
var ErrClosed = errors.New("the listener for bots is closed")

// errTooManyBots is returned by enqueue when too many bots wait for Accept.
var errTooManyBots = errors.New("the match has enough bots; connect again later")

// Listen listens for bots on a TCP address. Port 0 selects a free port.
func Listen(addr string) (*Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for bots: %w", err)
	}
	l := &Listener{addr: listener.Addr().String(), stopped: make(chan struct{}), queues: make(map[string]chan *socket)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+path, l.connect)
	l.server = http.Server{Handler: mux, ReadHeaderTimeout: headerTime}
	go func() {
		defer close(l.stopped)
		_ = l.server.Serve(listener) // returns after Close
	}()
	return l, nil
}

// URL returns the URL that bots connect to.
func (l *Listener) URL() string { return "ws://" + l.addr + path }

// Expect returns a new token. Any number of bots may connect with it.
func (l *Listener) Expect() (token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	token = rand.Text()
	l.queues[token] = make(chan *socket, maxEarly)
	return token
}

// connect accepts a connection with a valid token in a header or the query.
func (l *Listener) connect(w http.ResponseWriter, r *http.Request) {
	shown, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		shown = r.URL.Query().Get("token")
	}
	waiting := l.queueFor(shown)
	if waiting == nil {
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, "the token is wrong; use the token that the match printed", http.StatusUnauthorized)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has sent the response
	}
	switch err := l.enqueue(waiting, newSocket(conn)); {
	case errors.Is(err, ErrClosed):
		_ = conn.Close(websocket.StatusGoingAway, "the match is ending and accepts no more bots")
	case err != nil:
		_ = conn.Close(websocket.StatusTryAgainLater, err.Error())
	}
}

// queueFor returns the channel for a token, or nil for an unknown token. It compares the token
// with all known tokens in constant time.
func (l *Listener) queueFor(shown string) (found chan *socket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for token, waiting := range l.queues {
		if subtle.ConstantTimeCompare([]byte(token), []byte(shown)) == 1 {
			found = waiting
		}
	}
	return found
}

// enqueue queues a connection for Accept. The error is errTooManyBots or [ErrClosed].
func (l *Listener) enqueue(waiting chan *socket, s *socket) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrClosed
	}
	select {
	case waiting <- s:
		return nil
	default:
		return errTooManyBots
	}
}

// Accept waits for the next bot with a given token and for its hello. It skips connections that end
// before the hello. The error is a [*Fault], [ErrClosed] or the error of ctx, or says that the
// token is unknown.
func (l *Listener) Accept(ctx context.Context, token string, limits Limits) (*Conn, error) {
	waiting := l.queueFor(token)
	if waiting == nil {
		return nil, fmt.Errorf("the listener does not know the token %q; use a result of Expect", token)
	}
	for {
		select {
		case s, open := <-waiting:
			if !open {
				return nil, ErrClosed
			}
			bot, err := handshake(ctx, s, limits)
			if f := (*Fault)(nil); errors.As(err, &f) && f.lostBeforeHello {
				continue // the connection may have been lost while the bot waited
			}
			return bot, err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close stops listening and closes the waiting connections. Accepted bots stay connected.
func (l *Listener) Close() error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		for _, waiting := range l.queues {
			close(waiting)
			for s := range waiting {
				s.Kill()
			}
		}
	}
	l.mu.Unlock()
	err := l.server.Close()
	<-l.stopped
	return err
}

// A socket is a bot's WebSocket connection.
type socket struct {
	conn   *websocket.Conn
	lost   chan struct{} // closed by Kill
	end    sync.Once
	ctx    context.Context // canceled when the connection ends
	cancel context.CancelFunc
	buf    []byte
}

func newSocket(conn *websocket.Conn) *socket {
	conn.SetReadLimit(-1) // read skips long messages without closing the connection
	s := &socket{conn: conn, lost: make(chan struct{}), buf: make([]byte, protocol.MaxMessage+1)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Read returns the next message.
func (s *socket) Read() ([]byte, *Fault) {
	data, err := s.read()
	return data, faultOf(err, s.endFault)
}

func (s *socket) read() ([]byte, error) {
	kind, r, err := s.conn.Reader(s.ctx)
	switch {
	case err != nil:
		return nil, err
	case kind != websocket.MessageText:
		return nil, skip(r, errBinary)
	}
	n, err := io.ReadFull(r, s.buf)
	switch {
	case err == nil: // the message fills the buffer, which exceeds the limit by one byte
		return nil, skip(r, errTooLong)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return s.buf[:n], nil
	}
	return nil, err
}

// skip discards the rest of a message. It returns the given fault at the end of the message, or
// errEndless after maxLine bytes.
func skip(r io.Reader, fault error) error {
	switch _, err := io.CopyN(io.Discard, r, maxLine); {
	case err == nil:
		return errEndless
	case errors.Is(err, io.EOF):
		return fault
	default:
		return err
	}
}

func (s *socket) write(data []byte) error {
	return s.conn.Write(s.ctx, websocket.MessageText, data)
}

// CloseInput sends a close frame. The library waits a few seconds for the peer's close frame.
func (s *socket) CloseInput() {
	_ = s.conn.Close(websocket.StatusNormalClosure, "")
	s.Kill()
}

func (s *socket) endFault(err error) *Fault {
	s.Kill()
	status := websocket.CloseStatus(err)
	switch {
	case status == websocket.StatusNormalClosure, status == websocket.StatusGoingAway:
		return faultf(Disconnect, "it closed the connection")
	case status >= 0:
		return faultf(Disconnect, "it closed the connection with status %d", int(status))
	case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
		return faultf(Disconnect, "the connection was lost")
	}
	return faultf(Disconnect, "the connection was lost: %v", err)
}

// Kill closes the connection immediately.
func (s *socket) Kill() {
	s.end.Do(func() {
		s.cancel()
		_ = s.conn.CloseNow()
		close(s.lost)
	})
}

// Done returns a channel that is closed when the connection has ended.
func (s *socket) Done() <-chan struct{} { return s.lost }

// Close closes the connection.
func (s *socket) Close() { s.Kill() }

func (s *socket) ending() bool { return false }

func (s *socket) unfinished() int { return 0 }

// Stderr returns an empty string.
func (s *socket) Stderr() string { return "" }
