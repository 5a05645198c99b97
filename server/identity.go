package server

import (
	"context"
	"crypto/hmac"
	"errors"
	"net/http"
	"slices"
	"strings"

	"gamed/server/identity"
)

// A caller is the client of a request.
type caller struct {
	who     identity.Identity
	session string // the secret in the cookie, or "" without a valid session
	fresh   bool   // the session was renewed recently
}

type callerKey struct{}

// who returns the client's identity, or the zero value for an anonymous client.
func (s *Server) who(r *http.Request) identity.Identity { return callerOf(r).who }

func callerOf(r *http.Request) caller {
	c, _ := r.Context().Value(callerKey{}).(caller) // the zero value outside identify
	return c
}

// errBearer is returned for an invalid Authorization header.
var errBearer = errors.New("the token is invalid or revoked: send a valid one as Authorization: Bearer TOKEN")

// identify identifies the client of a request to the API or the WebSocket. It refuses an
// invalid token, so a bot receives an error. It ignores an invalid cookie.
func (s *Server) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ws" && !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), waitLimit)
		c, err := s.authenticate(ctx, r)
		cancel()
		switch {
		case errors.Is(err, errBearer):
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "bad_token", errBearer.Error())
			return
		case err != nil:
			s.faults.Error().Err(err).Msg("a client could not be identified")
			refuse(w, http.StatusServiceUnavailable, "unavailable", "the server's store is not responding: try again in a moment")
			return
		case c.who.Kind == identity.Operator && !forOperators(r.URL.Path):
			refuse(w, http.StatusForbidden, "not_allowed", "the operator's secret is only for /api/tokens and /api/admin")
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !c.who.May(identity.Create):
			refuse(w, http.StatusForbidden, "not_allowed", "the token lacks the scope create")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	})
}

// authenticate identifies the client by the Authorization header, or else by the cookie. It does
// not accept a token in the URL, since URLs appear in logs.
func (s *Server) authenticate(ctx context.Context, r *http.Request) (caller, error) {
	if headers := r.Header.Values("Authorization"); len(headers) > 0 {
		scheme, token, _ := strings.Cut(headers[0], " ")
		if len(headers) > 1 || !strings.EqualFold(scheme, "Bearer") {
			return caller{}, errBearer
		}
		if s.isOperator(token) {
			return caller{who: identity.TheOperator}, nil
		}
		who, err := s.book.Token(ctx, token)
		if errors.Is(err, identity.ErrUnknown) {
			return caller{}, errBearer
		}
		return caller{who: who}, err
	}
	secret := s.secret(r)
	if secret == "" {
		return caller{}, nil
	}
	who, fresh, err := s.book.Session(ctx, secret)
	if errors.Is(err, identity.ErrUnknown) {
		return caller{}, nil
	}
	return caller{who, secret, fresh}, err
}

// isOperator reports whether a secret is one of the operators' secrets. It compares them in
// constant time.
func (s *Server) isOperator(secret string) bool {
	return slices.ContainsFunc(s.c.Operators, func(known string) bool { return hmac.Equal([]byte(secret), []byte(known)) })
}

// forOperators reports whether the operator's programs may use a path.
func forOperators(path string) bool {
	return path == "/api/tokens" || strings.HasPrefix(path, "/api/tokens/") || path == "/api/admin" || strings.HasPrefix(path, "/api/admin/")
}
