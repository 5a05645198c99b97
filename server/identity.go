package server

import (
	"context"
	"crypto/hmac"
	"errors"
	"net/http"
	"strings"

	"gamed/server/identity"
)

// A caller is who a request comes from, and how that is known.
type caller struct {
	who     identity.Identity
	session string // the secret in the cookie, "" without a session that is good
	fresh   bool   // the session need not be renewed
}

type callerKey struct{}

// who returns who a request comes from: the zero identity for somebody anonymous.
func (s *Server) who(r *http.Request) identity.Identity { return callerOf(r).who }

func callerOf(r *http.Request) caller {
	c, _ := r.Context().Value(callerKey{}).(caller) // the zero value outside identify
	return c
}

// errBearer is an Authorization header that is not heeded.
var errBearer = errors.New("the token is not known here: it is wrong or has been revoked; send it as Authorization: Bearer TOKEN")

// identify finds out who a request to the API or to the WebSocket comes from. A token
// that is not good is refused: a bot that lost its own would rather know. A cookie that
// is not good is nobody's.
func (s *Server) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ws" && !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		c, err := s.find(ctx, r)
		cancel()
		switch {
		case errors.Is(err, errBearer):
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "bad_token", errBearer.Error())
			return
		case err != nil:
			s.faults.Error().Err(err).Msg("who a client is cannot be found out")
			refuse(w, http.StatusServiceUnavailable, "unavailable", "the server's store does not answer: try again in a moment")
			return
		case c.who.Kind == identity.Operator && r.URL.Path != "/api/tokens" && !strings.HasPrefix(r.URL.Path, "/api/tokens/"):
			refuse(w, http.StatusForbidden, "not_allowed", "the operator's secret is for tokens alone")
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !c.who.May(identity.Create):
			refuse(w, http.StatusForbidden, "not_allowed", "the token does not allow this: it has not the scope create")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	})
}

// find looks at the Authorization header, or else at the cookie. A token in any other
// place is none: addresses end up in logs.
func (s *Server) find(ctx context.Context, r *http.Request) (caller, error) {
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

// isOperator compares in a time that does not depend on how much is right.
func (s *Server) isOperator(secret string) bool {
	return s.c.Operator != "" && hmac.Equal([]byte(secret), []byte(s.c.Operator))
}
