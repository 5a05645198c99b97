package external

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"

	"github.com/coder/websocket"

	"gamed/protocol"
)

// A socket is a bot at the other end of a WebSocket.
type socket struct {
	conn  *websocket.Conn
	lost  chan struct{}
	end   sync.Once
	ctx   context.Context // of the connection: it ends with it
	leave context.CancelFunc
	buf   []byte
}

func newSocket(conn *websocket.Conn) *socket {
	conn.SetReadLimit(-1) // read has its own, which does not end the connection
	s := &socket{conn: conn, lost: make(chan struct{}), buf: make([]byte, protocol.MaxMessage+1)}
	s.ctx, s.leave = context.WithCancel(context.Background())
	return s
}

// read returns the next message.
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
	case err == nil: // there is no room for more
		return nil, skip(r, errTooLong)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return s.buf[:n], nil
	}
	return nil, err
}

// skip reads the rest of a message that is refused.
func skip(r io.Reader, why error) error {
	switch _, err := io.CopyN(io.Discard, r, maxLine); {
	case err == nil:
		return errEndless
	case errors.Is(err, io.EOF):
		return why
	default:
		return err
	}
}

func (s *socket) write(data []byte) error {
	return s.conn.Write(s.ctx, websocket.MessageText, data)
}

// shut sends the close frame. The library waits a few seconds for the other one.
func (s *socket) shut() {
	_ = s.conn.Close(websocket.StatusNormalClosure, "")
	s.kill()
}

func (s *socket) gone(err error) *Fault {
	s.kill()
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

func (s *socket) kill() {
	s.end.Do(func() {
		s.leave()
		_ = s.conn.CloseNow()
		close(s.lost)
	})
}

func (s *socket) done() <-chan struct{} { return s.lost }

func (s *socket) close() {}

func (s *socket) unfinished() int { return 0 }

func (s *socket) stderr() string { return "" }
