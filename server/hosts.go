package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// hosts is the set of names under which this server may be addressed. A page
// elsewhere can point a name of its own at this machine (DNS rebinding) and so
// pass for this server's page; such a name is not in the set. An address in
// digits needs no entry, since no name can be pointed anywhere by it.
type hosts map[string]bool

// newHosts returns the loopback names and those given, each with or without a
// port.
func newHosts(names ...string) hosts {
	h := hosts{"localhost": true}
	for _, name := range names {
		if name = hostname(name); name != "" {
			h[name] = true
		}
	}
	return h
}

func (h hosts) allow(host string) bool {
	name := hostname(host)
	if h[name] || strings.HasSuffix(name, ".localhost") {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

// guard refuses a request that is addressed to any other name.
func (h hosts) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.allow(r.Host) {
			refuse(w, http.StatusMisdirectedRequest, "host",
				"this server does not go by the name "+printable(r.Host)+"; use its address or add the name to its configuration")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func hostname(hostport string) string {
	name, _, err := net.SplitHostPort(hostport)
	if err != nil {
		name = hostport
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	return strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
}
