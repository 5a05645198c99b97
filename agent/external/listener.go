package external

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	// path is where bots connect.
	path = "/bot"
	// maxEarly is how many bots with one token may be there before they are asked for.
	maxEarly = 64
	// headerTime is how long a connection may take to say what it wants.
	headerTime = 5 * time.Second
)

// A Listener lets bots connect by WebSocket. Each shows a token, which takes the
// place of the program to be started. All methods may be called from any
// goroutine.
type Listener struct {
	server http.Server
	addr   string
	served chan struct{} // closed when it serves no more

	mu       sync.Mutex
	closed   bool
	expected map[string]chan *socket // who has connected, by token
}

// ErrClosed is a listener that has been closed.
var ErrClosed = errors.New("the listener for bots is closed")

// Listen waits for bots on a TCP address; port 0 is a free one.
func Listen(addr string) (*Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for bots: %w", err)
	}
	l := &Listener{addr: listener.Addr().String(), served: make(chan struct{}), expected: make(map[string]chan *socket)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+path, l.connect)
	l.server = http.Server{Handler: mux, ReadHeaderTimeout: headerTime}
	go func() {
		defer close(l.served)
		_ = l.server.Serve(listener) // ends with Close
	}()
	return l, nil
}

// URL returns where bots connect.
func (l *Listener) URL() string { return "ws://" + l.addr + path }

// Expect returns a new token. Any number of bots may connect with it, one after
// the other or at once.
func (l *Listener) Expect() (token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	token = rand.Text()
	l.expected[token] = make(chan *socket, maxEarly)
	return token
}

// connect takes a bot that shows a token, in a header or in its address.
func (l *Listener) connect(w http.ResponseWriter, r *http.Request) {
	shown, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		shown = r.URL.Query().Get("token")
	}
	waiting := l.waiting(shown)
	if waiting == nil {
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, "the token is wrong: take the one that the match has printed", http.StatusUnauthorized)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // the other side has been told
	}
	if !l.take(waiting, newSocket(conn)) {
		_ = conn.Close(websocket.StatusTryAgainLater, "the match has bots enough; connect again later")
	}
}

// waiting returns where bots with a token wait, nil if it is none. It takes as
// long for a wrong token as for a right one.
func (l *Listener) waiting(shown string) (found chan *socket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for token, waiting := range l.expected {
		if subtle.ConstantTimeCompare([]byte(token), []byte(shown)) == 1 {
			found = waiting
		}
	}
	return found
}

// take lets a bot wait, unless there are too many.
func (l *Listener) take(waiting chan *socket, s *socket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	select {
	case waiting <- s:
		return true
	default:
		return false
	}
}

// Accept waits for the next bot with a token, and for its hello. A connection that
// ends before that counts for nothing. The error is a [*Fault], [ErrClosed] or
// that of ctx, which has to end some time.
func (l *Listener) Accept(ctx context.Context, token string, limits Limits) (*Bot, error) {
	waiting := l.waiting(token)
	if waiting == nil {
		return nil, fmt.Errorf("no bot is expected with the token %q", token)
	}
	for {
		select {
		case s, open := <-waiting:
			if !open {
				return nil, ErrClosed
			}
			bot, err := meet(ctx, s, limits)
			if f := (*Fault)(nil); errors.As(err, &f) && f.ended {
				continue // it may have waited for long
			}
			return bot, err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close lets no more bots in, and sends away those who wait. Bots that have been
// accepted stay.
func (l *Listener) Close() error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		for _, waiting := range l.expected {
			close(waiting)
			for s := range waiting {
				s.kill()
			}
		}
	}
	l.mu.Unlock()
	err := l.server.Close()
	<-l.served
	return err
}
