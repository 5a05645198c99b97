package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// address returns the client's address: that of the connection or, behind trusted proxies, the
// last entry of X-Forwarded-For that is not a trusted proxy. The client controls the entries
// before it, so they are ignored. An IPv6 address is reduced to its /64.
func (s *Server) address(r *http.Request) netip.Addr {
	addr := remote(r)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !s.trusts(addr) {
			break
		}
		from, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		addr = from.Unmap()
	}
	return network(addr)
}

// network returns the address space of one client: an IPv4 address or an IPv6 /64.
func network(addr netip.Addr) netip.Addr {
	if addr.Is6() && !addr.IsLoopback() {
		return netip.PrefixFrom(addr.WithZone(""), 64).Masked().Addr()
	}
	return addr
}

// overTLS reports whether the client uses TLS, to this server or to a trusted proxy.
func (s *Server) overTLS(r *http.Request) bool {
	return r.TLS != nil || s.trusts(remote(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// trusts reports whether a proxy at an address is trusted. Proxies on this machine are
// trusted, since local clients have no limits by default.
func (s *Server) trusts(addr netip.Addr) bool {
	return addr.IsLoopback() || slices.ContainsFunc(s.c.Access.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// remote returns the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // not a TCP connection
	}
	return at.Addr().Unmap().WithZone("")
}
