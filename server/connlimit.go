package server

import (
	"net"
	"net/netip"
	"sync"
)

// A connLimit is a listener that limits the open connections of each address. A connection
// uses a file descriptor and memory even before its first request. Without a limit, one
// address could lock out all others.
type connLimit struct {
	net.Listener
	most  int // or 0 for no limit
	bound func(netip.Addr) bool
	from  counter[netip.Addr]
}

// forRequests is the number of connections allowed per address besides its WebSockets. It
// suffices for eight browsers, which open up to six connections each.
const forRequests = 50

// limited applies the server's access to a listener. Trusted proxies have no limit, since they
// connect many clients.
func (s *Server) limited(l net.Listener) net.Listener {
	bound := func(addr netip.Addr) bool {
		return !s.admission.free(addr) && (addr.IsLoopback() || !s.trusts(addr))
	}
	most := s.c.Access.PerAddress
	if most > 0 {
		most += forRequests
	}
	return &connLimit{Listener: l, most: most, bound: bound}
}

// Accept returns the next connection within the limit. It closes the others.
func (c *connLimit) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
		addr := at.Addr().Unmap().WithZone("")
		if err != nil || c.most == 0 || !c.bound(addr) {
			return conn, nil
		}
		if leave := c.from.enter(network(addr), c.most, 0); leave != nil {
			return &countedConn{Conn: conn, leave: sync.OnceFunc(leave)}, nil
		}
		_ = conn.Close()
	}
}

// A countedConn calls leave when it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

func (c *countedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
