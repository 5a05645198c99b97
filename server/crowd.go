package server

import (
	"net"
	"net/netip"
	"sync"
)

// A crowd is a listener that lets only so many connections of an address be open at once,
// whatever is asked for on them. Each of them costs a file and some memory as long as
// it is open, also before a header has come, so that nobody else could connect if one could open as
// many as it likes.
type crowd struct {
	net.Listener
	most  int // 0 for any number
	bound func(netip.Addr) bool

	mu   sync.Mutex
	from map[netip.Addr]int
}

// forRequests is how many connections an address may have beside its WebSockets: those of
// eight browsers, which open up to six each.
const forRequests = 50

// bounded returns a listener that holds addresses to what the server's access says. Proxies
// that are trusted speak for many, and are not held to it.
func (s *Server) bounded(l net.Listener) net.Listener {
	bound := func(addr netip.Addr) bool {
		return !s.door.free(addr) && (addr.IsLoopback() || !s.trusts(addr))
	}
	most := s.c.Access.PerAddress
	if most > 0 {
		most += forRequests
	}
	return &crowd{Listener: l, most: most, bound: bound, from: make(map[netip.Addr]int)}
}

// Accept returns the next connection for which there is room. The others are closed.
func (c *crowd) Accept() (net.Conn, error) {
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
		if addr = network(addr); c.enter(addr) {
			return &counted{Conn: conn, leave: sync.OnceFunc(func() { c.leave(addr) })}, nil
		}
		_ = conn.Close()
	}
}

func (c *crowd) enter(addr netip.Addr) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.from[addr] >= c.most {
		return false
	}
	c.from[addr]++
	return true
}

func (c *crowd) leave(addr netip.Addr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.from[addr]--; c.from[addr] == 0 {
		delete(c.from, addr)
	}
}

// counted is a connection that makes room when it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}
