package server

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"gamed/server/rest"
)

// A requestConn is a connection as net/http sees it. net/http itself refuses requests that it
// cannot read to their end. The requestConn converts these refusals to JSON, the format of all
// other refusals.
type requestConn struct {
	net.Conn
	leave  func() // the first Close calls it
	closed atomic.Bool
	// begun is set once the client has sent a part of a header. net/http calls trackState when it
	// has the header and after the response. Both calls reset begun.
	begun, handled atomic.Bool
	hasRefused     atomic.Bool // the connection has sent a refusal itself, and drops what net/http writes afterwards
	spare          *spareTerms // nil unless the connection is a spare one
}

// spareTerms are the end of a spare connection's time and the reason to refuse its requests.
type spareTerms struct {
	until   time.Time
	refusal *rest.Failure
}

// trackState is the [http.Server.ConnState] of a server whose listeners are connLimits.
func trackState(conn net.Conn, state http.ConnState) {
	c := requestConnOf(conn)
	c.handled.Store(state != http.StateNew && state != http.StateIdle)
	c.begun.Store(false)
}

// Read reads from the client. If a header does not arrive in time, Read writes a refusal, because
// net/http closes such a connection without one. A client that has sent nothing gets no refusal,
// because it may be a browser that connects early.
func (c *requestConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.handled.Load() {
		return n, err
	}
	if n > 0 {
		c.begun.Store(true)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) && c.begun.Load() && !c.hasRefused.Swap(true) {
		_ = c.Conn.SetWriteDeadline(time.Now().Add(refuseTime))                                                                          // also after the time of a spare connection
		_, _ = c.Conn.Write(earlyRefusal(http.StatusRequestTimeout, "the header of the request did not arrive in time; send it faster")) // net/http closes the connection in any case
	}
	return n, err
}

// silent reports whether no request has begun since the last response.
func (c *requestConn) silent() bool { return !c.begun.Load() && !c.handled.Load() }

// SetDeadline, SetReadDeadline and SetWriteDeadline do not extend the time of a spare connection.
func (c *requestConn) SetDeadline(t time.Time) error { return c.Conn.SetDeadline(c.clampDeadline(t)) }

func (c *requestConn) SetReadDeadline(t time.Time) error {
	return c.Conn.SetReadDeadline(c.clampDeadline(t))
}

func (c *requestConn) SetWriteDeadline(t time.Time) error {
	return c.Conn.SetWriteDeadline(c.clampDeadline(t))
}

func (c *requestConn) clampDeadline(t time.Time) time.Time {
	if c.spare != nil && (t.IsZero() || t.After(c.spare.until)) {
		return c.spare.until
	}
	return t
}

// refuseTime is the time limit for writing a refusal.
const refuseTime = time.Second

// earlyHeader follows the status line of the refusals that net/http itself writes when it cannot
// read a request. Such a refusal arrives in one Write. Its text repeats the status line, perhaps
// with a reason.
const earlyHeader = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Write replaces the refusals of net/http with the same refusals in JSON.
func (c *requestConn) Write(b []byte) (int, error) {
	if c.hasRefused.Load() {
		return len(b), nil
	}
	const version = "HTTP/1.1 "
	rest, starts := bytes.CutPrefix(b, []byte(version))
	if !starts {
		return c.Conn.Write(b)
	}
	line, rest, _ := bytes.Cut(rest, []byte("\r\n"))
	text, early := bytes.CutPrefix(rest, []byte(earlyHeader))
	number, _, _ := bytes.Cut(line, []byte(" "))
	status, err := strconv.Atoi(string(number))
	switch {
	case err == nil && status == http.StatusExpectationFailed: // net/http sends this refusal without a body; no handler sends this status
		text = []byte("the header Expect has another value than 100-continue: leave it out")
	case !early || err != nil:
		return c.Conn.Write(b)
	case status == http.StatusRequestHeaderFieldsTooLarge:
		text = []byte("the address and the headers are too large: shorten the address, or send fewer headers and cookies")
	case bytes.Equal(text, line):
		text = []byte("the server cannot read the request: check its first line and its headers")
	default:
		text = append([]byte("the server cannot read the request"), bytes.TrimPrefix(text, line)...) // ": REASON"
	}
	if _, err := c.Conn.Write(earlyRefusal(status, string(text))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// earlyRefusal returns the response to a client whose request the server does not read. The
// response announces that the connection closes.
func earlyRefusal(status int, text string) []byte {
	body, _ := json.Marshal(rest.Refusal(status, rest.CodeOf(status), text)) // never fails: the failure has only strings
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s\n",
		status, http.StatusText(status), len(body)+1, body)
}

// CloseWrite lets net/http end the output before it closes the connection. Then a client receives
// the response even if the server did not read the whole request.
func (c *requestConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (c *requestConn) Close() error {
	err := c.Conn.Close()
	if !c.closed.Swap(true) {
		c.leave()
	}
	return err
}

// A secureConn is a requestConn over TLS.
type secureConn struct {
	requestConn
	secured *tls.Conn // the Conn of requestConn
	limits  *connLimit
}

// ConnectionState performs the TLS handshake and returns its result. net/http calls ConnectionState
// first, in the goroutine of the connection. After a failure every Read fails too.
func (c *secureConn) ConnectionState() tls.ConnectionState {
	_ = c.SetDeadline(time.Now().Add(c.limits.handshake))
	if err := c.secured.Handshake(); err != nil {
		if plain := (tls.RecordHeaderError{}); errors.As(err, &plain) && plain.Conn != nil && isHTTP(plain.RecordHeader) {
			_, _ = plain.Conn.Write(earlyRefusal(http.StatusBadRequest, "this address speaks HTTPS: begin the URL with https:"))
		}
		if c.spare == nil { // else the server itself may have ended the connection
			c.limits.failed(fmt.Sprintf("TLS handshake with %v failed: %v", c.RemoteAddr(), err))
		}
	}
	_ = c.SetDeadline(time.Time{})
	return c.secured.ConnectionState()
}

// isHTTP reports whether the first bytes of a connection begin a request without TLS: a method in
// capital letters.
func isHTTP(head [5]byte) bool {
	method, _, _ := bytes.Cut(head[:], []byte{' '})
	for _, c := range method {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return len(method) > 0
}
