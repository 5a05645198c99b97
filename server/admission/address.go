package admission

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Address returns the client's address: the address of the connection or, behind trusted proxies,
// the last entry of X-Forwarded-For that is not a trusted proxy. Address ignores the entries before
// that one, because the client controls them. An IPv6 address is reduced to its /64. Clients of
// local proxies with unreadable entries share the zero address and its limits.
func (c *Controller) Address(r *http.Request) netip.Addr {
	addr := Remote(r)
	for _, hop := range slices.Backward(hops(r)) {
		if !c.Trusts(addr) {
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
	return Network(addr)
}

// hops returns the non-empty entries of X-Forwarded-For. If the header is missing, it returns nil.
// If the header has only empty entries, it returns one empty entry.
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

// Network returns the address space of one client: an IPv4 address or an IPv6 /64.
func Network(addr netip.Addr) netip.Addr {
	if addr.Is6() && !addr.IsLoopback() {
		return netip.PrefixFrom(addr.WithZone(""), 64).Masked().Addr()
	}
	return addr
}

// OverTLS reports whether the client uses TLS, to this server or to a trusted proxy.
func (c *Controller) OverTLS(r *http.Request) bool {
	return r.TLS != nil || c.Trusts(Remote(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// Trusts reports whether the proxy at an address is trusted. Proxies on this machine are
// trusted, since local clients have no limits by default.
func (c *Controller) Trusts(addr netip.Addr) bool {
	return addr.IsLoopback() || slices.ContainsFunc(c.access.Proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// Remote returns the address at the other end of the connection.
func Remote(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // not a TCP connection
	}
	return at.Addr().Unmap().WithZone("")
}

// FromThisMachine reports whether a request comes from this machine, without a proxy.
func FromThisMachine(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return Remote(r).IsLoopback()
}

// Hostname returns the host of HOST:PORT or HOST, in lower case, without brackets and without the dot
// at the end.
func Hostname(hostport string) string {
	name, _, err := net.SplitHostPort(hostport)
	if err != nil {
		name = hostport
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	return strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
}
