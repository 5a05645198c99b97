package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// address returns where a request comes from: the address of the connection or, if that
// is a proxy's that is trusted, the one that the proxy has put at the end of
// X-Forwarded-For. What stands before that is the client's own word and not heeded.
// An IPv6 address stands for its /64, which one client has whole.
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

// network returns what one client has whole: an IPv4 address, or the /64 of an IPv6 one.
func network(addr netip.Addr) netip.Addr {
	if addr.Is6() && !addr.IsLoopback() {
		return netip.PrefixFrom(addr.WithZone(""), 64).Masked().Addr()
	}
	return addr
}

// overTLS reports whether the client is connected by TLS: to this server or, by its
// word, to a proxy that is trusted.
func (s *Server) overTLS(r *http.Request) bool {
	return r.TLS != nil || s.trusts(remote(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// trusts reports whether a proxy at an address is believed. One on this machine always
// is: whoever can connect from here is bounded by nothing anyway.
func (s *Server) trusts(addr netip.Addr) bool {
	return addr.IsLoopback() || slices.ContainsFunc(s.c.Access.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// remote returns the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // of a connection that is none of TCP
	}
	return at.Addr().Unmap().WithZone("")
}
