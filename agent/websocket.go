package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"gamed/protocol"
)

// A CloseReason is the reason why this side closes a connection. The agent sends it in a last
// message and in the close frame. The last message is an error, or a bye if Code is empty.
type CloseReason struct {
	Status websocket.StatusCode
	Code   protocol.Code // empty for a normal end
	Text   string
}

// slowReader is the close reason for a client that does not read its messages.
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

// A WebSocket is the agent for a client on a WebSocket. It reads in the goroutine that calls
// Serve and writes in a second one. A client can delay only these two goroutines. Any
// goroutine may call the other methods.
type WebSocket struct {
	conn   *websocket.Conn
	limits Limits
	out    *Outbox

	end     sync.Once
	cause   *CloseReason // set in end, before Finish
	stalled bool         // used by the writer: sending a message took too long

	greeted bool // used by the reader, as is waived: see Waive
	waived  bool
}

// NewWebSocket returns an agent for an accepted connection.
func NewWebSocket(conn *websocket.Conn, limits Limits) *WebSocket {
	conn.SetReadLimit(-1) // receive enforces limits.Message after it has sent an error
	return &WebSocket{conn: conn, limits: limits, out: NewOutbox(limits.OutboxLen, limits.OutboxCap)}
}

// WriteJSON queues a message for the client. If the client is too far behind, it returns an
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

// Calm waits until the client has read half of its queue, so that a client may send requests
// before it has read the answers. It returns the cause when ctx is canceled. Only the handle
// function passed to Serve may call it.
func (w *WebSocket) Calm(ctx context.Context) error { return w.out.Calm(ctx) }

// Waive excludes the current message from the rate limit, for message types that have their
// own limit. Only the handle function passed to Serve may call it.
func (w *WebSocket) Waive() { w.waived = true }

// Close closes the connection after sending the queued messages. Only the first call has an
// effect.
func (w *WebSocket) Close(cause *CloseReason) { w.close(cause, false) }

func (w *WebSocket) close(cause *CloseReason, drop bool) {
	w.end.Do(func() {
		w.cause = cause
		w.out.Finish(protocol.Append(nil, cause.message()), drop)
	})
}

// Serve passes every message from the client to handle until the connection ends. The hello
// comes first, and only once. Serve returns the *CloseReason if this side closed the
// connection, and the network error otherwise. When ctx is canceled, Serve drops the
// connection. It returns
// once both goroutines have ended.
func (w *WebSocket) Serve(ctx context.Context, handle func(protocol.ClientMessage)) error {
	var group sync.WaitGroup
	group.Go(func() { w.write(ctx, &group) })
	err := w.read(ctx, handle)
	if cause := (*CloseReason)(nil); errors.As(err, &cause) {
		w.Close(cause)
	} else {
		w.end.Do(func() { w.out.Finish(nil, true) })
	}
	group.Wait()
	_ = w.conn.CloseNow()
	switch {
	case w.cause != nil:
		return w.cause
	case w.stalled:
		return slowReader
	}
	return fmt.Errorf("agent: client disconnected: %w", err)
}

// write sends the queued messages and pings an idle client.
func (w *WebSocket) write(ctx context.Context, group *sync.WaitGroup) {
	ping := time.NewTimer(w.limits.Ping)
	defer ping.Stop()
	for {
		data, ok, last := w.out.Take()
		switch {
		case ok:
			if err := w.send(ctx, data); err != nil {
				w.stalled = errors.Is(err, context.DeadlineExceeded)
				w.out.Finish(nil, true) // the reader may be waiting in Calm
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
			select {
			case <-w.out.Wake():
			case <-ping.C:
				// The writer must not wait for the pong.
				group.Go(func() { w.ping(ctx, ping) })
			}
		}
	}
}

func (w *WebSocket) send(ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, w.limits.Write)
	defer cancel()
	err := w.conn.Write(ctx, websocket.MessageText, data)
	if late := ctx.Err(); late != nil { // the library has closed the connection, even if the message was sent
		return fmt.Errorf("agent: %w", late)
	}
	return err
}

func (w *WebSocket) ping(ctx context.Context, next *time.Timer) {
	ctx, cancel := context.WithTimeout(ctx, w.limits.Ping)
	defer cancel()
	if err := w.conn.Ping(ctx); err != nil {
		_ = w.conn.CloseNow()
		return
	}
	next.Reset(w.limits.Ping)
}
