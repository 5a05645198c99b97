package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"

	"golang.org/x/crypto/acme/autocert"

	"gamed/server/admission"
)

// HTTPS configures the public listener of a server. It obtains its certificates from a certificate
// authority with the ACME protocol.
type HTTPS struct {
	Addr  string   // HOST:PORT to listen on; the authority connects to port 443 of each name
	Names []string // the host names; the server refuses to obtain certificates for other names
	// Manager obtains, keeps and renews the certificates. Its host policy must allow Names only.
	Manager *autocert.Manager
}

// tlsConfig returns the configuration of TLS. It offers no HTTP/2. All limits on clients count
// connections, and one HTTP/2 connection could carry hundreds of requests at a time.
func (h *HTTPS) tlsConfig() *tls.Config {
	c := h.Manager.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	c.NextProtos = slices.DeleteFunc(c.NextProtos, func(name string) bool { return name == "h2" })
	return c
}

// listen returns the listener, or nil without HTTPS.
func (h *HTTPS) listen(ctx context.Context) (net.Listener, error) {
	if h == nil {
		return nil, nil
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", h.Addr)
	if err != nil {
		return nil, fmt.Errorf("HTTPS: %w", err)
	}
	return l, nil
}

// obtainCertificates obtains the certificates before the first client needs them, and logs each
// failure for the operator.
func (s *Server) obtainCertificates(ctx context.Context) {
	for _, name := range s.c.HTTPS.Names {
		// This ClientHello looks like that of a modern client, so the certificate gets an ECDSA
		// key.
		hello := &tls.ClientHelloInfo{ServerName: name, SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256}}
		cert, err := s.c.HTTPS.Manager.GetCertificate(hello)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.c.Logger.Error().Err(err).Str("name", name).Msg("no certificate: the name must lead to this machine's port 443; the server tries again for the next client")
		default:
			s.c.Logger.Info().Str("name", name).Time("expires", cert.Leaf.NotAfter).Msg("the certificate is ready")
		}
	}
}

// redirect sends a client from plain HTTP to HTTPS, if the names of HTTPS include the host name of
// the request.
func (s *Server) redirect(next http.Handler) http.Handler {
	if s.c.HTTPS == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := admission.Hostname(r.Host); slices.Contains(s.c.HTTPS.Names, name) && !s.admission.OverTLS(r) {
			http.Redirect(w, r, "https://"+name+r.URL.RequestURI(), http.StatusPermanentRedirect)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// addressOf returns the address of a listener, or "" for nil.
func addressOf(l net.Listener) string {
	if l == nil {
		return ""
	}
	return l.Addr().String()
}

// closeAll closes all listeners that are not nil.
func closeAll(listeners ...net.Listener) (err error) {
	for _, l := range listeners {
		if l != nil {
			err = errors.Join(err, l.Close())
		}
	}
	return err
}
