package api

import (
	"net/http"
	"net/netip"
	"strings"

	"gamed/server/admission"
	"gamed/server/identity"
)

// The session cookie has one of these names. Browsers accept hostCookie only if the cookie is
// Secure, covers the whole site and comes from this host. Thus no other host can set it. Browsers
// accept hostCookie over TLS. All except Safari also accept it on loopback. plainCookie is for
// plain HTTP.
const (
	hostCookie  = "__Host-gamed"
	plainCookie = "gamed"
)

// secret returns the secret in a request's cookie, or "" without one.
func (s *Service) secret(r *http.Request) string {
	cookie, err := r.Cookie(s.cookieName(r))
	if err != nil {
		return ""
	}
	return cookie.Value
}

func (s *Service) cookieName(r *http.Request) string {
	if s.isConfidential(r) {
		return hostCookie
	}
	return plainCookie
}

// cookie returns the session cookie with a secret. It deletes the cookie if secret is "".
func (s *Service) cookie(r *http.Request, secret string) *http.Cookie {
	age := int(identity.SessionLife.Seconds())
	if secret == "" {
		age = -1
	}
	return &http.Cookie{
		Name: s.cookieName(r), Value: secret, Path: "/", MaxAge: age,
		Secure: s.isConfidential(r), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}

// isConfidential reports whether the connection to the browser is encrypted or local.
func (s *Service) isConfidential(r *http.Request) bool {
	name := admission.Hostname(r.Host)
	addr, err := netip.ParseAddr(name)
	return s.c.Admission.OverTLS(r) || name == "localhost" || strings.HasSuffix(name, ".localhost") || err == nil && addr.IsLoopback()
}
