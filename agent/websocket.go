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

// A Cut is the reason why this side ends a connection. The client receives it as a last
// message, an error or, without a Code, a bye, and in the close frame.
type Cut struct {
	Status websocket.StatusCode
	Code   protocol.Code // empty for a regular end
	Text   string
}

// slowReader ends the connection of a client that does not read its messages.
var slowReader = &Cut{websocket.StatusPolicyViolation, protocol.SlowReader, "you do not read messages fast enough; connect again to continue"}

func (c *Cut) Error() string {
	if c.Code == "" {
		return c.Text
	}
	return string(c.Code) + ": " + c.Text
}

func (c *Cut) message() protocol.ServerMessage {
	if c.Code == "" {
		return &protocol.Bye{Reason: c.Text}
	}
	return &protocol.Error{Code: c.Code, Text: c.Text}
}

// reason returns the text of the close frame, which has room for 123 bytes.
func (c *Cut) reason() string {
	text := c.Error()
	return strings.ToValidUTF8(text[:min(len(text), 123)], "")
}

// A WebSocket is the agent of a client on a WebSocket. It reads in the goroutine that calls
// Serve and writes in a second one; any goroutine may call the other methods. A client can
// delay only these two.
type WebSocket struct {
	conn   *websocket.Conn
	limits Limits
	out    *Outbox

	end     sync.Once
	cut     *Cut // set in end, before Finish
	stalled bool // of the writer: a message took too long to send

	greeted bool // of the reader, as is waived: see Waive
	waived  bool
}

// NewWebSocket returns the agent of an accepted connection.
func NewWebSocket(conn *websocket.Conn, limits Limits) *WebSocket {
	conn.SetReadLimit(-1) // receive enforces limits.Message after it has sent an error
	return &WebSocket{conn: conn, limits: limits, out: NewOutbox(limits.OutboxLen, limits.OutboxCap)}
}

// WriteJSON queues a message for the client. It returns an error for a client that is too far
// behind, and ends its connection. A bye ends the connection as well.
func (w *WebSocket) WriteJSON(m protocol.ServerMessage) error {
	if bye, ok := m.(*protocol.Bye); ok {
		w.Close(&Cut{Status: websocket.StatusGoingAway, Text: bye.Reason})
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
// ahead of the answers. It returns the cause when ctx ends. Only handle may call it: see
// Serve.
func (w *WebSocket) Calm(ctx context.Context) error { return w.out.Calm(ctx) }

// Waive excludes the current message from the rate, for kinds of messages with a limit of
// another kind. Only handle may call it: see Serve.
func (w *WebSocket) Waive() { w.waived = true }

// Close ends the connection after sending the queued messages. Only the first call counts.
func (w *WebSocket) Close(cut *Cut) { w.close(cut, false) }

func (w *WebSocket) close(cut *Cut, drop bool) {
	w.end.Do(func() {
		w.cut = cut
		w.out.Finish(protocol.Append(nil, cut.message()), drop)
	})
}

// Serve passes every message of the client to handle, the hello first and only once, until
// the connection ends. It returns the *Cut if this side ended it, and otherwise the network's
// error. When ctx ends, Serve drops the connection. It returns after both goroutines.
func (w *WebSocket) Serve(ctx context.Context, handle func(protocol.ClientMessage)) error {
	var group sync.WaitGroup
	group.Go(func() { w.write(ctx, &group) })
	err := w.read(ctx, handle)
	if cut := (*Cut)(nil); errors.As(err, &cut) {
		w.Close(cut)
	} else {
		w.end.Do(func() { w.out.Finish(nil, true) })
	}
	group.Wait()
	_ = w.conn.CloseNow()
	switch {
	case w.cut != nil:
		return w.cut
	case w.stalled:
		return slowReader
	}
	return fmt.Errorf("agent: client disconnected: %w", err)
}

// write sends the queued messages, and pings an idle client.
func (w *WebSocket) write(ctx context.Context, group *sync.WaitGroup) {
	ping := time.NewTimer(w.limits.Ping)
	defer ping.Stop()
	for {
		data, ok, last := w.out.Take()
		switch {
		case ok:
			if err := w.send(ctx, data); err != nil {
				w.stalled = errors.Is(err, context.DeadlineExceeded)
				w.out.Finish(nil, true) // the reader may wait in Calm
				_ = w.conn.CloseNow()   // stops the reader
				return
			}
		case last:
			if w.cut != nil && w.cut != slowReader { // a slow reader would not read the close frame
				_ = w.conn.Close(w.cut.Status, w.cut.reason())
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
