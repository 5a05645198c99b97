package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// address returns the client's address: that of the connection or, behind trusted proxies, the
// last entry of X-Forwarded-For that is not a trusted proxy. The client controls the entries
// before it, so they are ignored. An IPv6 address is reduced to its /64. Clients of local proxies
// with unreadable entries share the zero address and its limits.
func (s *Server) address(r *http.Request) netip.Addr {
	addr := remote(r)
	for _, hop := range slices.Backward(hops(r)) {
		if !s.trusts(addr) {
			break
		}
		from := addressIn(hop)
		if !from.IsValid() {
			if addr.IsLoopback() {
				return netip.Addr{}
			}
			break // all clients of this proxy share its address
		}
		addr = from
	}
	return network(addr)
}

// hops returns the non-empty entries of X-Forwarded-For. For a header without entries it returns
// one empty entry.
func hops(r *http.Request) []string {
	headers := r.Header.Values("X-Forwarded-For")
	if len(headers) == 0 {
		return nil
	}
	hops := strings.FieldsFunc(strings.Join(headers, ","), func(c rune) bool { return c == ',' || c == ' ' || c == '\t' })
	if len(hops) == 0 {
		return []string{""}
	}
	return hops
}

// addressIn returns the address in an entry of X-Forwarded-For, or the zero value. Some proxies
// add the port, or use the syntax of the Forwarded header.
func addressIn(hop string) netip.Addr {
	hop = strings.TrimPrefix(strings.ToLower(hop), "for=")
	hop = strings.Trim(hop, `"`)
	if host, _, err := net.SplitHostPort(hop); err == nil {
		hop = host
	}
	addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]"))
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
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

// trusts reports whether the proxy at an address is trusted. Proxies on this machine are
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
