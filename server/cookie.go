package server

import (
	"net/http"
	"net/netip"
	"strings"

	"gamed/server/identity"
)

// The names of the cookie. Browsers take one of the first name only if it is Secure, for
// the whole site, and from this host itself: no other host can plant one. They do so over
// TLS and, but for Safari, on loopback. The second is for a plain network.
const (
	hostCookie  = "__Host-gamed"
	plainCookie = "gamed"
)

// secret returns the secret in a request's cookie, "" without one.
func (s *Server) secret(r *http.Request) string {
	cookie, err := r.Cookie(s.cookieName(r))
	if err != nil {
		return ""
	}
	return cookie.Value
}

func (s *Server) cookieName(r *http.Request) string {
	if s.confidential(r) {
		return hostCookie
	}
	return plainCookie
}

// cookie returns the cookie with a secret that a client is to keep, or forget if the
// secret is "".
func (s *Server) cookie(r *http.Request, secret string) *http.Cookie {
	age := int(identity.SessionLife.Seconds())
	if secret == "" {
		age = -1
	}
	return &http.Cookie{
		Name: s.cookieName(r), Value: secret, Path: "/", MaxAge: age,
		Secure: s.confidential(r), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}

// confidential reports whether nobody on the way can read what the browser and this
// server say to each other.
func (s *Server) confidential(r *http.Request) bool {
	name := hostname(r.Host)
	addr, err := netip.ParseAddr(name)
	return s.overTLS(r) || name == "localhost" || strings.HasSuffix(name, ".localhost") || err == nil && addr.IsLoopback()
}
