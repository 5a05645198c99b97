package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/protocol"
)

// read passes the client's messages to handle until the connection ends. It returns a
// *CloseReason if the client exceeds a limit. It answers an invalid message with an error.
func (w *WebSocket) read(ctx context.Context, handle func(protocol.ClientMessage)) error {
	late := time.AfterFunc(w.limits.Hello, func() {
		w.Close(&CloseReason{websocket.StatusPolicyViolation, protocol.OutOfTurn, fmt.Sprintf("no hello within %v", w.limits.Hello)})
	})
	defer late.Stop()
	limiter := rate.NewLimiter(w.limits.Rate, w.limits.Burst)
	excess := 0
	for {
		data, err := w.receive(ctx)
		if err != nil {
			return err
		}
		if limiter.Tokens() < 1 {
			if excess++; excess > w.limits.Excess {
				return &CloseReason{websocket.StatusPolicyViolation, protocol.TooFast, "too many messages"}
			}
			refused, _ := protocol.Parse(data) // nil if it is invalid too
			wrong := &protocol.Error{Code: protocol.TooFast, Text: fmt.Sprintf("at most %v messages per second are allowed; this one was not read, send it again in a moment", w.limits.Rate)}
			w.tell(wrong.About(refused))
			continue
		}
		excess = max(excess-1, 0)
		w.waived = false
		if err := w.take(data, late, handle); err != nil {
			return err
		}
		if !w.waived {
			limiter.Allow()
		}
	}
}

// take parses a message within the rate and passes it to handle. A hello stops the timer
// late.
func (w *WebSocket) take(data []byte, late *time.Timer, handle func(protocol.ClientMessage)) error {
	message, err := protocol.Parse(data)
	if wrong := (*protocol.Error)(nil); errors.As(err, &wrong) {
		w.tell(wrong)
		return nil
	}
	hello, isHello := message.(*protocol.Hello)
	switch {
	case !isHello && !w.greeted:
		return &CloseReason{websocket.StatusPolicyViolation, protocol.OutOfTurn, "the first message must be a hello"}
	case isHello && w.greeted:
		w.tell((&protocol.Error{Code: protocol.OutOfTurn, Text: "this connection has had its hello"}).About(hello))
		return nil
	case isHello && hello.Protocol != protocol.Version:
		return &CloseReason{websocket.StatusPolicyViolation, protocol.BadVersion,
			fmt.Sprintf("this server supports version %d of the protocol, not %d", protocol.Version, hello.Protocol)}
	case isHello:
		w.greeted = true
		late.Stop()
	}
	handle(message)
	return nil
}

// receive returns the bytes of the next message.
func (w *WebSocket) receive(ctx context.Context) ([]byte, error) {
	kind, r, err := w.conn.Reader(ctx)
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, &CloseReason{websocket.StatusUnsupportedData, protocol.Malformed, "a binary frame; messages are JSON in text frames"}
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(w.limits.Message)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > w.limits.Message {
		return nil, &CloseReason{websocket.StatusMessageTooBig, protocol.TooBig, fmt.Sprintf("a message has at most %d bytes", w.limits.Message)}
	}
	return data, nil
}

// tell sends an error. If sending fails, the connection is ending anyway.
func (w *WebSocket) tell(wrong *protocol.Error) { _ = w.WriteJSON(wrong) }
