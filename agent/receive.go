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

// read gives handle the client's messages until the connection ends, or until
// the client goes too far, which gives a *Cut. A message that makes no sense is
// answered with an error and takes its place in the rate, nothing more.
func (w *WebSocket) read(ctx context.Context, handle func(protocol.ClientMessage)) error {
	late := time.AfterFunc(w.limits.Hello, func() {
		w.Close(&Cut{websocket.StatusPolicyViolation, protocol.OutOfTurn, fmt.Sprintf("say hello within %v", w.limits.Hello)})
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
				return &Cut{websocket.StatusPolicyViolation, protocol.TooFast, "too many messages"}
			}
			w.tell(&protocol.Error{Code: protocol.TooFast, Text: fmt.Sprintf("send %v messages a second at most; this one was not read: send it again in a moment", w.limits.Rate)})
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

// take hands on a message that is within the rate. late goes off unless there is a
// hello.
func (w *WebSocket) take(data []byte, late *time.Timer, handle func(protocol.ClientMessage)) error {
	message, err := protocol.Parse(data)
	if wrong := (*protocol.Error)(nil); errors.As(err, &wrong) {
		w.tell(wrong)
		return nil
	}
	hello, isHello := message.(*protocol.Hello)
	switch {
	case !isHello && !w.greeted:
		return &Cut{websocket.StatusPolicyViolation, protocol.OutOfTurn, "the first message is a hello"}
	case isHello && w.greeted:
		w.tell(&protocol.Error{Code: protocol.OutOfTurn, Text: "you have said hello already"})
		return nil
	case isHello && hello.Protocol != protocol.Version:
		return &Cut{websocket.StatusPolicyViolation, protocol.BadVersion,
			fmt.Sprintf("this server speaks version %d of the protocol, not %d", protocol.Version, hello.Protocol)}
	case isHello:
		w.greeted = true
		late.Stop()
	}
	handle(message)
	return nil
}

// receive returns the next message as bytes.
func (w *WebSocket) receive(ctx context.Context) ([]byte, error) {
	kind, r, err := w.conn.Reader(ctx)
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, &Cut{websocket.StatusUnsupportedData, protocol.Malformed, "messages are JSON in text frames, not binary ones"}
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(w.limits.Message)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > w.limits.Message {
		return nil, &Cut{websocket.StatusMessageTooBig, protocol.TooBig, fmt.Sprintf("a message may have %d bytes", w.limits.Message)}
	}
	return data, nil
}

// tell sends an error. If it cannot be sent the connection is ending anyway.
func (w *WebSocket) tell(wrong *protocol.Error) { _ = w.WriteJSON(wrong) }
