package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/agent/socket"
	"gamed/protocol"
)

// A CloseReason is the reason why the server closes a connection. The agent sends it in a last
// message and in the close frame. The last message is an error, or a bye if Code is empty.
type CloseReason struct {
	Status websocket.StatusCode
	Code   protocol.Code // empty for a normal end
	Text   string
}

// slowReader is the close reason for a client that reads too slowly or not at all.
var slowReader = &CloseReason{websocket.StatusPolicyViolation, protocol.SlowReader, "you do not read messages fast enough; connect again to continue"}

func (c *CloseReason) Error() string {
	if c.Code == "" {
		return c.Text
	}
	return string(c.Code) + ": " + c.Text
}

func (c *CloseReason) message() protocol.ServerMessage {
	if c.Code == "" {
		return &protocol.Bye{Reason: c.Text}
	}
	return &protocol.Error{Code: c.Code, Text: c.Text}
}

// reason returns the text of the close frame, which has room for 123 bytes.
func (c *CloseReason) reason() string {
	text := c.Error()
	return strings.ToValidUTF8(text[:min(len(text), 123)], "")
}

// A WebSocket is the agent for a client on a WebSocket. Three goroutines serve the client: one
// reads, one runs only while messages are queued, and one runs during a ping. A slow client can
// delay only these three. Any goroutine may call the methods, after Start.
type WebSocket struct {
	conn   *socket.Conn
	limits Limits
	out    *Outbox

	end     sync.Once
	cause   *CloseReason // set in end.Do, before Finish
	stalled bool         // set by the writer: sending a message took too long

	tasks      sync.WaitGroup // the writer and the ping
	mu         sync.Mutex     // guards the following
	pingsEnded bool           // no ping may start
	nextPing   *time.Timer    // starts the next ping

	patching   atomic.Bool // the client accepts patches
	lastUpdate []byte      // set by the writer: the last update since joined, if patching

	reader // fields of the goroutine that reads
}

// NewWebSocket returns an agent for an accepted connection. The caller must call Start.
func NewWebSocket(conn *socket.Conn, limits Limits) *WebSocket {
	w := &WebSocket{conn: conn, limits: limits}
	w.out = NewOutbox(limits.OutboxMessages, limits.OutboxBytes, w.startWriter)
	return w
}

// Start begins to read and returns. The agent passes every valid message within the rate to the
// function handle. The first message is the hello, and no further hello follows. At the end of the
// connection, the agent calls the function ended, with the *CloseReason if the server closed the
// connection, and with the network error otherwise. Before this call, the other goroutines of the
// agent have ended. The calls of handle and ended do not overlap.
func (w *WebSocket) Start(handle func(protocol.ClientMessage), ended func(error)) {
	w.reader = reader{
		handle: handle, ended: ended, limiter: rate.NewLimiter(w.limits.Rate, w.limits.Burst),
		helloTimer: time.AfterFunc(w.limits.Hello, func() {
			w.Close(&CloseReason{websocket.StatusPolicyViolation, protocol.OutOfTurn, fmt.Sprintf("no hello within %v", w.limits.Hello)})
		}),
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.nextPing = time.AfterFunc(w.limits.Ping, w.startPing)
	go w.wait()
}

// WriteJSON queues a message for the client. If the client is too far behind, WriteJSON returns an
// error and closes the connection. A bye also closes the connection.
func (w *WebSocket) WriteJSON(m protocol.ServerMessage) error {
	if bye, ok := m.(*protocol.Bye); ok {
		w.Close(&CloseReason{Status: websocket.StatusGoingAway, Text: bye.Reason})
		return nil
	}
	data := protocol.Append(nil, m)
	_, update := m.(*protocol.Update)
	if e, ok := m.(*protocol.Encoded); ok {
		update = e.Update
	}
	err := w.out.Put(data, update)
	if errors.Is(err, ErrBehind) {
		w.close(slowReader, true)
	}
	if err != nil {
		return fmt.Errorf("agent: client: %w", err)
	}
	return nil
}

// AwaitSpace waits until the queue to the client is at most half full, so that a client may send requests
// before it has read the answers. It returns the cause when ctx is canceled. Only the handle
// function passed to Start may call it.
func (w *WebSocket) AwaitSpace(ctx context.Context) error { return w.out.AwaitSpace(ctx) }

// SkipRateLimit excludes the current message from the rate limit, for message types that have their
// own limit. Only the handle function passed to Start may call it.
func (w *WebSocket) SkipRateLimit() { w.rateSkipped = true }

// Close closes the connection after sending the queued messages. Only the first call has an
// effect.
func (w *WebSocket) Close(cause *CloseReason) { w.close(cause, false) }

func (w *WebSocket) close(cause *CloseReason, drop bool) {
	w.end.Do(func() {
		w.cause = cause
		w.out.Finish(protocol.Append(nil, cause.message()), drop)
	})
}

// Drop closes the connection at once.
func (w *WebSocket) Drop() { _ = w.conn.CloseNow() }

// finish ends the connection. The reading goroutine calls finish once, with the error that ended
// its reads.
func (w *WebSocket) finish(err error) {
	w.helloTimer.Stop()
	if cause := (*CloseReason)(nil); errors.As(err, &cause) {
		w.Close(cause)
	} else {
		w.end.Do(func() { w.out.Finish(nil, true) })
	}
	w.mu.Lock()
	w.pingsEnded = true
	w.nextPing.Stop()
	w.mu.Unlock()
	w.tasks.Wait()
	_ = w.conn.CloseNow()
	switch {
	case w.cause != nil:
		err = w.cause
	case w.stalled:
		err = slowReader
	default:
		err = fmt.Errorf("agent: client disconnected: %w", err)
	}
	w.ended(err)
}

func (w *WebSocket) startWriter() { w.tasks.Go(w.write) }

// write sends the queued messages. Once the outbox is finished and empty, write closes the
// connection.
func (w *WebSocket) write() {
	for {
		data, ok, last := w.out.Take()
		switch {
		case ok:
			if err := w.send(data); err != nil {
				w.stalled = errors.Is(err, os.ErrDeadlineExceeded)
				w.out.Finish(nil, true) // the reader may be waiting in AwaitSpace
				_ = w.conn.CloseNow()   // stops the reader
				return
			}
		case last:
			if w.cause != nil && w.cause != slowReader { // a slow reader would not read the close frame
				_ = w.conn.Close(w.cause.Status, w.cause.reason())
			}
			_ = w.conn.CloseNow()
			return
		default:
			return
		}
	}
}

func (w *WebSocket) startPing() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.pingsEnded {
		w.tasks.Go(w.ping)
	}
}

// ping waits for the client's pong and schedules the next ping.
func (w *WebSocket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), w.limits.Ping)
	defer cancel()
	if err := w.conn.Ping(ctx); err != nil {
		_ = w.conn.CloseNow()
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.pingsEnded {
		w.nextPing.Reset(w.limits.Ping)
	}
}
