package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// A connLimit is a listener that limits the open connections of each address and of all
// clients together. A connection uses a file descriptor and memory even before its first
// request. Without a limit, one address could lock out all others, and many addresses could
// leave the store no descriptor for its files.
//
// A few spare connections beyond the limits get an answer: see [answerSpare].
type connLimit struct {
	net.Listener
	most, all int // or 0 for no limit
	bound     func(netip.Addr) bool
	from      *counter[netip.Addr]
	spare     *counter[netip.Addr]
	refused   prometheus.Counter
	tls       *tls.Config       // nil for plain connections
	handshake time.Duration     // the time limit for a handshake
	failed    func(text string) // logs a failed handshake
}

// The spare connections beyond the limits. Each has a second for its request. The last of them are for
// clients on this machine, such as the monitor.
const (
	spareConns     = 16
	sparePublic    = 12
	sparePerClient = 2 // of an address with a limit
	spareTime      = time.Second
)

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
	return &connLimit{Listener: l, most: most, all: s.c.Access.Connections, bound: bound, from: &s.open, spare: &s.spares, refused: s.metrics.refused,
		tls: config, handshake: s.c.Limits.Hello, failed: func(text string) { s.c.Logger.Warn().Msg(text) }}
}

// Accept returns the next connection within the limits, or a spare one. It closes the others.
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
		if spare := c.enterSpare(conn); spare != nil {
			return spare, nil
		}
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
	addr, most := c.limit(conn)
	return c.from.enter(network(addr), most, c.all)
}

// limit returns the address of a client and its limit of connections, or 0.
func (c *connLimit) limit(conn net.Conn) (addr netip.Addr, most int) {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	addr = at.Addr().Unmap().WithZone("")
	if err != nil || !c.bound(addr) {
		return addr, 0
	}
	return addr, c.most
}

// enterSpare returns a spare connection for a client beyond the limits, or nil. A handshake costs more
// than the connection that is refused, so there is none with TLS.
func (c *connLimit) enterSpare(conn net.Conn) net.Conn {
	if c.tls != nil {
		return nil
	}
	addr, most := c.limit(conn)
	all := sparePublic
	if addr.IsLoopback() {
		all = spareConns
	}
	leave := c.spare.enter(network(addr), min(most, sparePerClient), all)
	if leave == nil {
		return nil
	}
	why := &failure{http.StatusTooManyRequests, "too_many", fmt.Sprintf("your address already has %d connections open: close one first", most)}
	if c.from.reached(c.all) {
		why = &failure{http.StatusServiceUnavailable, "unavailable", "all connections of the server are in use: try again later"}
	}
	return &requestConn{Conn: conn, leave: sync.OnceFunc(leave), until: time.Now().Add(spareTime), beyond: why}
}

// A spareKey is the key of the reason to refuse requests in the context of a spare connection.
type spareKey struct{}

// withSpare is the [http.Server.ConnContext] of a server whose listeners return requestConns.
func withSpare(ctx context.Context, conn net.Conn) context.Context {
	if c, plain := conn.(*requestConn); plain && c.beyond != nil {
		return context.WithValue(ctx, spareKey{}, c.beyond)
	}
	return ctx
}

// monitored lists the addresses that a spare connection serves. An operator needs them most when no
// other connection is free.
var monitored = []string{"/livez", "/readyz", "/healthz", "/metrics"}

// answerSpare answers the requests on spare connections. It closes each after the first response.
func answerSpare(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		why, spare := r.Context().Value(spareKey{}).(*failure)
		if spare {
			w.Header().Set("Connection", "close")
		}
		if !spare || slices.Contains(monitored, r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		refuse(w, why.status, why.Code, why.Text)
	})
}
