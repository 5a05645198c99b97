package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// hosts is the set of the server's host names. It prevents DNS rebinding: another site's host name
// resolves to this machine, so its page could act as this server's page. IP addresses are always
// allowed.
type hosts map[string]bool

// newHosts returns the set of the loopback names and the given names, with or without a port.
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

// guard refuses requests to other host names.
func (h hosts) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.allow(r.Host) {
			refuse(w, http.StatusMisdirectedRequest, "host",
				"unknown host name "+printable(r.Host)+": use the server's address or add the name to its configuration")
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
