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

	"gamed/server/admission"
	"gamed/server/rest"
)

// A connLimit is a listener that limits the open connections of each address and of all
// clients together. A connection uses a file descriptor and memory even before its first
// request. Without a limit, one address could lock out all others, and many addresses could
// leave the store no descriptor for its files.
//
// A few spare connections beyond the limits get an answer: see [answerSpare].
type connLimit struct {
	net.Listener
	perAddress, total int                            // the limits of each address and of all clients; 0 for no limit
	limitsAddress     func(netip.Addr) bool          // reports whether perAddress applies to an address
	from              *admission.Counter[netip.Addr] // the open connections of each address
	spares            *spareConns
	reserve           *reserve
	refused           prometheus.Counter
	tls               *tls.Config       // nil for plain connections
	handshake         time.Duration     // the time limit for a handshake
	failed            func(text string) // logs a failed handshake
}

// Limits of the spare connections, which exist beyond the limits of Access. On a spare connection,
// a client has spareTime for its request and the response. Clients on other machines have at most
// sparePublic of the spare connections. The others are for clients on this machine, such as a
// monitor.
const (
	maxSpare       = 16
	sparePublic    = 12
	sparePerClient = 2 // of an address with a limit
	spareTime      = time.Second
)

// maxRequestConns is the number of connections allowed per address besides its WebSockets. It
// suffices for eight browsers, which open up to six connections each.
const maxRequestConns = 50

// limitListener returns a listener with the limits of the server's Access, and with TLS unless
// config is nil. Trusted proxies on other machines have no limit per address, since they connect many
// clients.
func (s *Server) limitListener(l net.Listener, config *tls.Config) net.Listener {
	bound := func(addr netip.Addr) bool {
		return !s.admission.Exempt(addr) && (addr.IsLoopback() || !s.admission.Trusts(addr))
	}
	most := s.c.Access.PerAddress
	if most > 0 {
		most += maxRequestConns
	}
	return &connLimit{Listener: l, perAddress: most, total: s.c.Access.Connections, limitsAddress: bound, from: &s.connections, spares: &s.spares, reserve: &s.reserve, refused: s.metrics.refused,
		tls: config, handshake: s.c.Limits.Hello, failed: func(text string) { s.c.Logger.Warn().Msg(text) }}
}

// Accept returns the next connection within the limits, or a spare one. It closes all other connections.
func (c *connLimit) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if isOutOfDescriptors(err) {
			return c.acceptReserved(err)
		}
		if err != nil {
			return nil, err
		}
		c.reserve.fill() // other files may have been closed since the last call
		if leave := c.enter(conn); leave != nil {
			return c.wrap(conn, leave), nil
		}
		c.refused.Inc()
		if spare := c.enterSpare(conn); spare != nil {
			return spare, nil
		}
		_ = conn.Close()
	}
}

// wrap returns conn as a connection for net/http, with TLS if c has TLS. Its first Close calls leave.
func (c *connLimit) wrap(conn net.Conn, leave func()) net.Conn {
	if c.tls == nil {
		return &requestConn{Conn: conn, leave: leave}
	}
	secured := tls.Server(conn, c.tls)
	return &secureConn{requestConn{Conn: secured, leave: leave}, secured, c}
}

// requestConnOf returns the requestConn of a connection that wrap has returned.
func requestConnOf(conn net.Conn) *requestConn {
	if secure, ok := conn.(*secureConn); ok {
		return &secure.requestConn
	}
	return conn.(*requestConn)
}

// enter counts a connection until leave is called. It returns nil if one of the limits is reached.
func (c *connLimit) enter(conn net.Conn) (leave func()) {
	addr, most := c.limitOf(conn)
	return c.from.Enter(admission.Network(addr), most, c.total)
}

// limitOf returns the address of a client and its maximum number of connections, or 0 for no limit.
func (c *connLimit) limitOf(conn net.Conn) (addr netip.Addr, most int) {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	addr = at.Addr().Unmap().WithZone("")
	if err != nil || !c.limitsAddress(addr) {
		return addr, 0
	}
	return addr, c.perAddress
}

// enterSpare returns conn as a spare connection for a client beyond the limits, or nil if no spare
// connection is left.
func (c *connLimit) enterSpare(conn net.Conn) net.Conn {
	_, most := c.limitOf(conn)
	why := rest.Refusal(http.StatusTooManyRequests, "too_many", fmt.Sprintf("your address already has %d connections open: close one first", most))
	if c.from.Reached(c.total) {
		why = rest.Refusal(http.StatusServiceUnavailable, "unavailable", "all connections of the server are in use: try again later")
	}
	return c.newSpare(conn, why)
}

// newSpare returns conn as a spare connection, or nil if none is left. The server refuses requests
// on this connection with the error refusal, except for the requests of monitors.
func (c *connLimit) newSpare(conn net.Conn, refusal *rest.Failure) net.Conn {
	addr, most := c.limitOf(conn)
	wrapped := c.wrap(conn, nil)
	spare := requestConnOf(wrapped)
	spare.spare = &spareTerms{until: time.Now().Add(spareTime), refusal: refusal}
	spare.leave = func() {
		c.spares.remove(spare)
		c.reserve.fill()
	}
	if !c.spares.add(spareConn{spare, conn, admission.Network(addr)}, min(most, sparePerClient)) {
		return nil
	}
	return wrapped
}

// spareConns are the open spare connections.
type spareConns struct {
	mu   sync.Mutex
	open []spareConn // the oldest first
}

type spareConn struct {
	conn *requestConn
	raw  net.Conn // the connection below TLS; closing it sends no message to the client
	from netip.Addr
}

// add adds a spare connection. Its client may have up to maxOfClient spare connections, or any
// number if maxOfClient is 0. If there is no room, add closes the oldest spare connection that is
// silent and whose end makes room. A monitor is not silent, since it sends its request at once. If
// there is no such connection, add returns false.
func (s *spareConns) add(spare spareConn, maxOfClient int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := 0; !hasSpare(s.open, spare.from, maxOfClient); i++ {
		if i == len(s.open) {
			return false
		}
		others := slices.Delete(slices.Clone(s.open), i, i+1)
		if old := s.open[i]; old.conn.silent() && hasSpare(others, spare.from, maxOfClient) {
			_ = old.raw.Close()
			s.open = others
			break
		}
	}
	s.open = append(s.open, spare)
	return true
}

// hasSpare reports whether a client may have another spare connection besides the open ones.
func hasSpare(open []spareConn, from netip.Addr, maxOfClient int) bool {
	same, public := 0, 0
	for _, c := range open {
		if c.from == from {
			same++
		}
		if !c.from.IsLoopback() {
			public++
		}
	}
	return len(open) < maxSpare && (maxOfClient == 0 || same < maxOfClient) && (from.IsLoopback() || public < sparePublic)
}

func (s *spareConns) remove(conn *requestConn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = slices.DeleteFunc(s.open, func(c spareConn) bool { return c.conn == conn })
}

// A spareKey is the key of the reason to refuse requests in the context of a spare connection.
type spareKey struct{}

// withSpare is the [http.Server.ConnContext] of a server whose listeners are connLimits.
func withSpare(ctx context.Context, conn net.Conn) context.Context {
	if c := requestConnOf(conn); c.spare != nil {
		return context.WithValue(ctx, spareKey{}, c.spare.refusal)
	}
	return ctx
}

// monitorPaths lists the paths of requests that a spare connection serves. An operator needs them
// most when no other connection is free.
var monitorPaths = []string{"/livez", "/readyz", "/healthz", "/metrics"}

// answerSpare answers the requests on spare connections. It closes each connection after the first
// response.
func answerSpare(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		why, spare := r.Context().Value(spareKey{}).(*rest.Failure)
		if spare {
			w.Header().Set("Connection", "close")
		}
		if !spare || slices.Contains(monitorPaths, r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		rest.Refuse(w, why.Status, why.Code, why.Text)
	})
}
