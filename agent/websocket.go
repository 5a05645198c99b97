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

// A Cut is why this side ends a connection. The client is told by a last
// message, an error or, without a Code, a bye, and then by the close frame.
type Cut struct {
	Status websocket.StatusCode
	Code   protocol.Code // empty when nothing is wrong
	Text   string
}

// slowReader is the end of a client that does not read what it is sent.
var slowReader = &Cut{websocket.StatusPolicyViolation, protocol.SlowReader, "messages are not read as fast as they come; connect again to go on"}

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

// reason returns what the close frame says, which has room for 123 bytes.
func (c *Cut) reason() string {
	text := c.Error()
	return strings.ToValidUTF8(text[:min(len(text), 123)], "")
}

// A WebSocket is a client at the other end of a WebSocket. Its reader runs in
// the goroutine that calls Serve and its writer in one of its own; the other
// methods may be called from any. Nothing that a client does or fails to do
// makes anybody wait but these two.
type WebSocket struct {
	conn   *websocket.Conn
	limits Limits
	out    *Outbox

	end     sync.Once
	cut     *Cut // set within end, before the outbox is finished
	stalled bool // the writer's: a message took too long to leave

	greeted bool // the reader's, as is waived: see Waive
	waived  bool
}

// NewWebSocket returns the agent for a connection that has just been accepted.
func NewWebSocket(conn *websocket.Conn, limits Limits) *WebSocket {
	conn.SetReadLimit(-1) // receive enforces limits.Message, so that an error message can go first
	return &WebSocket{conn: conn, limits: limits, out: NewOutbox(limits.OutboxLen, limits.OutboxCap)}
}

// WriteJSON queues a message for the client. A client that is too far behind is
// cut off, which gives an error here. A bye ends the connection, as the protocol says.
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

// Calm waits until at most half of what may wait for the client does, so that a
// client that sends ahead of the answers is not cut off for it. The error is
// that of ctx. Only handle may call it: see Serve.
func (w *WebSocket) Calm(ctx context.Context) error { return w.out.Calm(ctx) }

// Waive takes the message that is being handled out of the rate: something else
// bounds how many there are of its kind. Only handle may call it: see Serve.
func (w *WebSocket) Waive() { w.waived = true }

// Close ends the connection once what is queued has been sent. Only the first
// call counts.
func (w *WebSocket) Close(cut *Cut) { w.close(cut, false) }

func (w *WebSocket) close(cut *Cut, drop bool) {
	w.end.Do(func() {
		w.cut = cut
		w.out.Finish(protocol.Append(nil, cut.message()), drop)
	})
}

// Serve gives handle every message of the client, the hello first and only
// once, until the connection ends. It returns the *Cut if this side ended it,
// and what the network said otherwise. When ctx is done the connection is
// dropped on the spot. Nothing of the connection is left when Serve returns.
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
	return fmt.Errorf("agent: client has gone: %w", err)
}

// write sends what is queued and, when nothing is, sees to it that the client
// is still there.
func (w *WebSocket) write(ctx context.Context, group *sync.WaitGroup) {
	ping := time.NewTimer(w.limits.Ping)
	defer ping.Stop()
	for {
		data, ok, last := w.out.Take()
		switch {
		case ok:
			if err := w.send(ctx, data); err != nil {
				w.stalled = errors.Is(err, context.DeadlineExceeded)
				w.out.Finish(nil, true) // or the reader might wait for it
				_ = w.conn.CloseNow()   // ends the reader
				return
			}
		case last:
			if w.cut != nil && w.cut != slowReader { // who would not read the close frame either
				_ = w.conn.Close(w.cut.Status, w.cut.reason())
			}
			_ = w.conn.CloseNow()
			return
		default:
			select {
			case <-w.out.Wake():
			case <-ping.C:
				// The pong takes as long as the client likes, so the writer
				// does not wait for it.
				group.Go(func() { w.ping(ctx, ping) })
			}
		}
	}
}

func (w *WebSocket) send(ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, w.limits.Write)
	defer cancel()
	err := w.conn.Write(ctx, websocket.MessageText, data)
	if late := ctx.Err(); late != nil { // the library closes the connection then, even if the message has just left
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
