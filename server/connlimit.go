package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// A connLimit is a listener that limits the open connections of each address and of all
// clients together. A connection uses a file descriptor and memory even before its first
// request. Without a limit, one address could lock out all others, and many addresses could
// leave the store no descriptor for its files.
type connLimit struct {
	net.Listener
	most, all int // or 0 for no limit
	bound     func(netip.Addr) bool
	from      *counter[netip.Addr]
	refused   prometheus.Counter
}

// forRequests is the number of connections allowed per address besides its WebSockets. It
// suffices for eight browsers, which open up to six connections each.
const forRequests = 50

// limited applies the server's access to a listener. Trusted proxies have no limit of their
// own, since they connect many clients.
func (s *Server) limited(l net.Listener) net.Listener {
	bound := func(addr netip.Addr) bool {
		return !s.admission.free(addr) && (addr.IsLoopback() || !s.trusts(addr))
	}
	most := s.c.Access.PerAddress
	if most > 0 {
		most += forRequests
	}
	return &connLimit{Listener: l, most: most, all: s.c.Access.Connections, bound: bound, from: &s.open, refused: s.metrics.refused}
}

// Accept returns the next connection within the limits. It closes the others.
func (c *connLimit) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if leave := c.enter(conn); leave != nil {
			return &countedConn{Conn: conn, leave: sync.OnceFunc(leave)}, nil
		}
		c.refused.Inc()
		_ = conn.Close()
	}
}

// enter counts a connection until leave is called. It returns nil if the connection is
// refused.
func (c *connLimit) enter(conn net.Conn) (leave func()) {
	most := c.most
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	addr := at.Addr().Unmap().WithZone("")
	if err != nil || !c.bound(addr) {
		most = 0
	}
	return c.from.enter(network(addr), most, c.all)
}

// A countedConn calls leave when it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

// earlyHeader follows the status line of the refusals that net/http itself writes, in one piece,
// when it cannot read a request. Their text repeats the status line, and may go on.
const earlyHeader = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Write writes the refusals of net/http in the form of all other refusals.
func (c *countedConn) Write(b []byte) (int, error) {
	const version = "HTTP/1.1 "
	rest, starts := bytes.CutPrefix(b, []byte(version))
	if !starts {
		return c.Conn.Write(b)
	}
	line, rest, _ := bytes.Cut(rest, []byte("\r\n"))
	text, early := bytes.CutPrefix(rest, []byte(earlyHeader))
	number, _, _ := bytes.Cut(line, []byte(" "))
	status, err := strconv.Atoi(string(number))
	if !early || err != nil {
		return c.Conn.Write(b)
	}
	if status == http.StatusRequestHeaderFieldsTooLarge {
		text = []byte("the headers are too large: send fewer headers and cookies")
	}
	if _, err := c.Conn.Write(earlyRefusal(status, codeOf(status), string(text))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// earlyRefusal returns the response to a client whose request the server does not read. It closes
// the connection.
func earlyRefusal(status int, code, text string) []byte {
	body, _ := json.Marshal(&failure{status, code, text}) // two strings
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s\n",
		status, http.StatusText(status), len(body)+1, body)
}

// CloseWrite lets net/http close its half first. Then a client receives the response even if the
// server did not read the whole request.
func (c *countedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (c *countedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
