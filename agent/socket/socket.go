// Package socket accepts WebSockets that need little memory while the client is silent.
//
// The library github.com/coder/websocket implements the protocol. By itself, the library waits for
// a client in the HTTP handler, which keeps a deep stack, the request and two buffers of 4 KB. This
// package moves the wait below the library:
//
//   - Accept takes the connection from net/http, so the handler may return.
//   - Wait waits in any goroutine, with a stack of less than 1 KB and no buffer. It works on every
//     operating system and over TLS, because it only calls Read of the [net.Conn].
//   - Read returns [ErrSilent] instead of waiting for the next message. The connection below the
//     library parses the length of each frame, so it knows when no message has begun.
//   - The parts of a frame are joined in a pooled buffer, so that the frame leaves in one write.
//
// A typical loop is Wait, then Read until ErrSilent, then Wait again in a new goroutine, whose
// stack is small.
package socket

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// ErrSilent is returned by Read when the client has sent no further message yet.
var ErrSilent = errors.New("socket: the client is silent")

// ErrTooBig is returned by Read for a message above the limit. The rest of the message is
// unread, so the caller must close the connection.
var ErrTooBig = errors.New("socket: the message is too big")

// ErrFlood is returned by Read if the client sends more than 1,000 control frames or empty frames
// in ten seconds. The caller must close the connection.
var ErrFlood = errors.New("socket: too many control frames or empty frames")

// ErrFrame is returned by Read for a frame without a mask, or with a length above 2^63-1. The library
// ends such a connection without a status, so the caller should close it with a status.
var ErrFrame = errors.New("socket: a frame without a mask or with an impossible length")

// A Conn is the server's side of a WebSocket. One goroutine at a time may call Wait and Read. Any
// goroutine may call the other methods.
type Conn struct {
	ws     *websocket.Conn
	stream stream
}

// Accept upgrades an HTTP request, without compression. The caller must have checked the request's
// origin. The handler may return at once. If a write of a frame, or of a part of a large frame,
// takes longer than timeout, the connection breaks. If Accept fails, it has answered the request
// with an error status.
func Accept(w http.ResponseWriter, r *http.Request, timeout time.Duration) (*Conn, error) {
	c := &Conn{stream: stream{writeTimeout: timeout}}
	ws, err := websocket.Accept(&hijacker{w, &c.stream}, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return nil, fmt.Errorf("socket: %w", err)
	}
	ws.SetReadLimit(-1) // Read has its own limit, so the caller can send an error first
	c.ws = ws
	return c, nil
}

// Wait waits until the client sends or the connection ends. The error says why the connection has
// ended.
func (c *Conn) Wait() error { return c.stream.wait() }

// Read returns the next message, of at most the given number of bytes. It answers pings and handles
// pongs in between. It returns [ErrSilent] if no message has begun. If a message has begun, Read
// waits for the rest of it. While Close waits for the client's close frame, Read also waits between
// messages. After any other error the connection is unusable.
func (c *Conn) Read(most int) (websocket.MessageType, []byte, error) {
	kind, r, err := c.ws.Reader(context.Background())
	if err != nil {
		return 0, nil, c.stream.reason(err)
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return kind, nil, c.stream.reason(err)
	}
	if len(data) > most {
		return kind, nil, ErrTooBig
	}
	return kind, data, nil
}

// Write sends a text message. After an error the connection is unusable. The error wraps
// [os.ErrDeadlineExceeded] if the client did not take the message in time.
func (c *Conn) Write(text []byte) error {
	return c.ws.Write(context.Background(), websocket.MessageText, text)
}

// Ping sends a ping and waits for its pong. Another goroutine must Wait and Read meanwhile.
func (c *Conn) Ping(ctx context.Context) error { return c.ws.Ping(ctx) }

// Close sends a close frame and waits up to five seconds for the client's close frame. Then it closes
// the connection, which ends Wait and Read.
func (c *Conn) Close(status websocket.StatusCode, reason string) error {
	c.stream.closing.Store(true)
	return c.ws.Close(status, reason)
}

// CloseNow closes the connection without a close frame, even while Close waits.
func (c *Conn) CloseNow() error {
	_ = c.stream.Conn.Close()
	return c.ws.CloseNow()
}

// A hijacker gives the library a stream as its connection, with buffers that only hold the header
// of a frame.
type hijacker struct {
	http.ResponseWriter
	stream *stream
}

// The WebSocket library gets small buffers. bufio has no read buffer below 16 bytes. The write buffer holds
// any frame header that a server sends: at most 10 bytes.
const (
	readBuffer  = 16
	writeBuffer = 16
)

// Hijack implements [http.Hijacker]. It keeps the bytes that net/http has read too early.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.stream.Conn = conn
	if n := buffers.Reader.Buffered(); n > 0 {
		h.stream.early = make([]byte, n)
		_, _ = io.ReadFull(buffers.Reader, h.stream.early) // does not wait, because these bytes are in the buffer
	}
	return h.stream, bufio.NewReadWriter(bufio.NewReaderSize(h.stream, readBuffer), bufio.NewWriterSize(h.stream, writeBuffer)), nil
}
