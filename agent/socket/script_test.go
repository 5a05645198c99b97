package socket

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// A script is a connection to a client that sends the given bytes and then ends. The server reads
// at most one chunk at a time.
type script struct {
	net.Conn // nil: the server uses no other method
	chunks   [][]byte
	end      error

	mu     sync.Mutex
	closed bool
	writes [][]byte
}

// newScript returns a client that sends data in pieces of the given sizes, repeated.
func newScript(data []byte, sizes ...int) *script {
	s := &script{end: io.EOF}
	for i := 0; len(data) > 0; i++ {
		n := min(max(sizes[i%len(sizes)], 1), len(data))
		s.chunks = append(s.chunks, data[:n])
		data = data[n:]
	}
	return s
}

func (s *script) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.chunks) == 0 {
		return 0, s.end
	}
	n := copy(b, s.chunks[0])
	if s.chunks[0] = s.chunks[0][n:]; len(s.chunks[0]) == 0 {
		s.chunks = s.chunks[1:]
	}
	return n, nil
}

func (s *script) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, net.ErrClosed
	}
	s.writes = append(s.writes, slices.Clone(b))
	return len(b), nil
}

func (s *script) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

func (s *script) SetWriteDeadline(time.Time) error { return nil }

// A hijackable is a response writer whose connection is a script.
type hijackable struct {
	*httptest.ResponseRecorder
	script *script
}

func (h *hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.script, bufio.NewReadWriter(bufio.NewReader(h.script), bufio.NewWriter(h.script)), nil
}

func upgradeRequest() *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
	} {
		r.Header.Set(name, value)
	}
	return r
}

// maxMessage is the maximum size of a message in these tests.
const maxMessage = 1 << 20

// echo serves a script with a Conn that echoes each message, and returns the bytes that the Conn sent.
func echo(t testing.TB, s *script) []byte {
	c, err := Accept(&hijackable{httptest.NewRecorder(), s}, upgradeRequest(), time.Second)
	require.NoError(t, err)
	for err == nil {
		if err = c.Wait(); err == nil {
			err = echoAll(c)
		}
	}
	_ = c.CloseNow()
	return bytes.Join(s.writes, nil)
}

// echoAll echoes messages until the client is silent or the connection ends.
func echoAll(c *Conn) error {
	for {
		_, data, err := c.Read(maxMessage)
		if errors.Is(err, ErrSilent) {
			return nil
		}
		if err == nil {
			err = c.Write(data)
		}
		if err != nil {
			return err
		}
	}
}

// plainEcho does the same as echo, with the library alone.
func plainEcho(t testing.TB, s *script) []byte {
	c, err := websocket.Accept(&hijackable{httptest.NewRecorder(), s}, upgradeRequest(), nil)
	require.NoError(t, err)
	c.SetReadLimit(-1)
	for err == nil {
		var data []byte
		if _, data, err = c.Read(t.Context()); err == nil && len(data) <= maxMessage {
			err = c.Write(t.Context(), websocket.MessageText, data)
		}
	}
	_ = c.CloseNow()
	return bytes.Join(s.writes, nil)
}

// Opcodes, and the bit of a message's last frame.
const (
	more  = 0x0
	text  = 0x1
	cut   = 0x8
	ping  = 0x9
	pong  = 0xa
	final = 0x80
)

// frame returns a client's frame, masked.
func frame(first byte, payload []byte) []byte {
	mask := [4]byte{1, 2, 3, 0xff}
	b := append(serverFrame(first, nil)[:1], length(len(payload), 0x80)...)
	b = append(b, mask[:]...)
	for i, c := range payload {
		b = append(b, c^mask[i%4])
	}
	return b
}

// serverFrame returns a server's frame.
func serverFrame(first byte, payload []byte) []byte {
	return append(append([]byte{first}, length(len(payload), 0)...), payload...)
}

func length(n int, mask byte) []byte {
	switch {
	case n < 126:
		return []byte{mask | byte(n)}
	case n < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{mask | 126}, uint16(n))
	}
	return binary.BigEndian.AppendUint64([]byte{mask | 127}, uint64(n))
}
