package server

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"gamed/server/admission"
	"gamed/server/rest"
)

// hosts is the set of the server's host names. It prevents DNS rebinding, in which another site's
// host name resolves to this machine, so that the site's page could act as this server's page. IP
// addresses and names under .localhost are always allowed.
type hosts map[string]bool

// localhost is the name by which every machine reaches itself.
const localhost = "localhost"

// newHosts returns the set of localhost and the given names. It removes ports from the names.
func newHosts(names ...string) hosts {
	h := hosts{localhost: true}
	for _, name := range names {
		if name = admission.Hostname(name); name != "" {
			h[name] = true
		}
	}
	return h
}

func (h hosts) allow(host string) bool {
	name := admission.Hostname(host)
	if h[name] || strings.HasSuffix(name, ".localhost") {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

// refuseOtherHosts refuses requests in HTTP/2 and requests for other host names. It also refuses
// requests without a host name, except for the requests of monitors.
func (h hosts) refuseOtherHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.ProtoMajor != 1: // the preface of HTTP/2, which net/http hands over without TLS
			rest.Refuse(w, http.StatusHTTPVersionNotSupported, rest.CodeOf(http.StatusHTTPVersionNotSupported), "this address speaks HTTP/1.1 only: set your client to HTTP/1.1")
			return
		case r.Host == "" && slices.Contains(monitorPaths, r.URL.Path): // HTTP/1.0 of a load balancer; every browser names a host
			next.ServeHTTP(w, r)
			return
		case r.Host == "":
			rest.Refuse(w, http.StatusMisdirectedRequest, "host", "the request names no host: send a Host header with the server's name")
			return
		case !h.allow(r.Host):
			rest.Refuse(w, http.StatusMisdirectedRequest, "host",
				"unknown host name "+rest.Printable(r.Host)+": use the server's address or add the name to its configuration")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sameOrigin reports whether a request comes from a page of this server, or from a program, which
// sends no Origin. The ports must be equal too, unless a proxy has dropped the port from Host. A
// page at one of the server's names, except localhost, counts as this server's page, since a proxy may
// replace Host altogether.
func (h hosts) sameOrigin(r *http.Request) bool {
	text := r.Header.Get("Origin")
	if text == "" {
		return true
	}
	origin, err := url.Parse(text)
	if err != nil || origin.Host == "" {
		return false // as for "null", the origin of a sandboxed page
	}
	name := admission.Hostname(origin.Host)
	if _, err := netip.ParseAddr(name); err != nil && name != localhost && h[name] {
		return true
	}
	_, port, err := net.SplitHostPort(r.Host)
	return name == admission.Hostname(r.Host) && (err != nil || port == cmp.Or(origin.Port(), defaultPorts[origin.Scheme]))
}

// defaultPorts are the ports of URLs that name no port, by scheme.
var defaultPorts = map[string]string{"http": "80", "https": "443"}

// refuseOrigins refuses changes that the page of another site requests.
func (s *Server) refuseOrigins(next http.Handler) http.Handler {
	browsers := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if browsers.Check(r) != nil && (r.Header.Get("Sec-Fetch-Site") != "" || !s.hosts.sameOrigin(r)) {
			s.refuseOrigin(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuseOrigin answers a request from the page of another site, and logs it for the operator of a
// proxy that changes Host.
func (s *Server) refuseOrigin(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	s.faults.Warn().Str("origin", rest.Shorten(origin)).Str("host", rest.Shorten(r.Host)).Msg("refused a page of another origin: if a proxy changes Host, let it pass Host on, or add the page's host name to --names")
	rest.Refuse(w, http.StatusForbidden, "origin", "the page's origin "+rest.Printable(origin)+" does not match the server's host "+rest.Printable(r.Host)+
		": if a proxy changes Host, let it pass Host on, or add the page's host name to --names")
}
