package server

import (
	"crypto/tls"
	"net"
	"net/netip"
	"sync"
	"time"

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
	tls       *tls.Config       // nil for plain connections
	handshake time.Duration     // the time limit for a handshake
	failed    func(text string) // logs a failed handshake
}

// forRequests is the number of connections allowed per address besides its WebSockets. It
// suffices for eight browsers, which open up to six connections each.
const forRequests = 50

// limited applies the server's access to a listener, and TLS unless config is nil. Trusted proxies
// have no limit of their own, since they connect many clients.
func (s *Server) limited(l net.Listener, config *tls.Config) net.Listener {
	bound := func(addr netip.Addr) bool {
		return !s.admission.free(addr) && (addr.IsLoopback() || !s.trusts(addr))
	}
	most := s.c.Access.PerAddress
	if most > 0 {
		most += forRequests
	}
	return &connLimit{Listener: l, most: most, all: s.c.Access.Connections, bound: bound, from: &s.open, refused: s.metrics.refused,
		tls: config, handshake: s.c.Limits.Hello, failed: func(text string) { s.c.Logger.Warn().Msg(text) }}
}

// Accept returns the next connection within the limits. It closes the others.
func (c *connLimit) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if leave := c.enter(conn); leave != nil {
			return c.request(conn, sync.OnceFunc(leave)), nil
		}
		c.refused.Inc()
		_ = conn.Close()
	}
}

// request returns a connection for net/http.
func (c *connLimit) request(conn net.Conn, leave func()) net.Conn {
	if c.tls == nil {
		return &requestConn{Conn: conn, leave: leave}
	}
	secured := tls.Server(conn, c.tls)
	return &secureConn{requestConn{Conn: secured, leave: leave}, secured, c}
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
