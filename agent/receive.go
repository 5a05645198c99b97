package agent

import (
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/agent/socket"
	"gamed/protocol"
)

// A reader is the state of the goroutine that reads from a client.
type reader struct {
	handle      func(protocol.ClientMessage)
	ended       func(error)
	limiter     *rate.Limiter
	excess      int         // see Limits.Excess
	helloTimer  *time.Timer // closes the connection if no hello comes
	greeted     bool
	rateSkipped bool // see SkipRateLimit
}

// wait waits until the client sends, and then reads. It runs in a new goroutine, which has a small
// stack.
func (w *WebSocket) wait() {
	if err := w.conn.Wait(); err != nil {
		w.finish(err)
		return
	}
	w.read()
}

// read handles the client's messages until the client is silent. Then it waits in a new
// goroutine, because the stack of the present goroutine has grown.
func (w *WebSocket) read() {
	for {
		err := w.readMessage()
		if errors.Is(err, socket.ErrSilent) {
			go w.wait()
			return
		}
		if err != nil {
			w.finish(err)
			return
		}
	}
}

// readMessage passes the next message to the function handle. It returns a *CloseReason if the
// client must be disconnected, [socket.ErrSilent] if no message has begun, or a network error. It
// replies with an error to a message that is invalid or above the rate.
func (w *WebSocket) readMessage() error {
	data, err := w.receive()
	if err != nil {
		return err
	}
	if w.limiter.Tokens() < 1 {
		if w.excess++; w.excess > w.limits.Excess {
			return &CloseReason{websocket.StatusPolicyViolation, protocol.TooFast, "too many messages"}
		}
		refused, _ := protocol.Parse(data) // nil if the message is also invalid
		wrong := &protocol.Error{Code: protocol.TooFast, Text: fmt.Sprintf("at most %v messages per second are allowed; this one was not read, send it again in a moment", w.limits.Rate),
			Retry: int64(math.Ceil(1000 / float64(w.limits.Rate)))}
		w.sendError(wrong.About(refused))
		return nil
	}
	w.excess = max(w.excess-1, 0)
	w.rateSkipped = false
	if err := w.dispatch(data); err != nil {
		return err
	}
	if !w.rateSkipped {
		w.limiter.Allow()
	}
	return nil
}

// dispatch parses a message within the rate and passes it to the function handle.
func (w *WebSocket) dispatch(data []byte) error {
	message, err := protocol.Parse(data)
	if wrong := (*protocol.Error)(nil); errors.As(err, &wrong) {
		w.sendError(wrong)
		return nil
	}
	hello, isHello := message.(*protocol.Hello)
	switch {
	case !isHello && !w.greeted:
		return &CloseReason{websocket.StatusPolicyViolation, protocol.OutOfTurn, "the first message must be a hello"}
	case isHello && w.greeted:
		w.sendError((&protocol.Error{Code: protocol.OutOfTurn, Text: "this connection has already sent its hello"}).About(hello))
		return nil
	case isHello && hello.Protocol != protocol.Version:
		return &CloseReason{websocket.StatusPolicyViolation, protocol.BadVersion,
			fmt.Sprintf("this server supports version %d of the protocol, not %d", protocol.Version, hello.Protocol)}
	case isHello:
		w.greeted = true
		w.patching.Store(hello.Patches)
		w.helloTimer.Stop()
	}
	w.handle(message)
	return nil
}

// receive returns the bytes of the next message.
func (w *WebSocket) receive() ([]byte, error) {
	kind, data, err := w.conn.Read(w.limits.Message)
	switch {
	case kind == websocket.MessageBinary:
		err = &CloseReason{websocket.StatusUnsupportedData, protocol.Malformed, "a binary message; send JSON in text messages"}
	case errors.Is(err, socket.ErrFlood):
		err = &CloseReason{websocket.StatusPolicyViolation, protocol.TooFast, "too many pings or empty frames"}
	case errors.Is(err, socket.ErrFrame):
		err = &CloseReason{websocket.StatusProtocolError, protocol.Malformed, "a frame has no mask or an impossible length; use a WebSocket library"}
	case errors.Is(err, socket.ErrTooBig):
		err = &CloseReason{websocket.StatusMessageTooBig, protocol.TooBig, fmt.Sprintf("a message has at most %d bytes", w.limits.Message)}
	case err == nil && !utf8.Valid(data): // RFC 6455 requires the end of the connection
		err = &CloseReason{websocket.StatusInvalidFramePayloadData, protocol.Malformed, "the text message is not UTF-8; encode it as UTF-8"}
	}
	return data, err
}

// sendError sends an error. If sending fails, the connection is ending anyway.
func (w *WebSocket) sendError(wrong *protocol.Error) { _ = w.WriteJSON(wrong) }
