package api

import (
	"context"
	"crypto/hmac"
	"errors"
	"net/http"
	"slices"
	"strings"

	"gamed/server/identity"
	"gamed/server/rest"
)

// errBearer is returned for an invalid Authorization header and for an unknown token.
var errBearer = errors.New("the token is invalid or revoked: send a valid one as Authorization: Bearer TOKEN")

// Identify identifies the client of a request to the API or the WebSocket. It refuses an
// invalid token, so a bot receives an error. It ignores an invalid cookie. It also refuses a request
// that the token's scopes or the operator's secret do not allow.
func (s *Service) Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ws" && !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), WaitLimit)
		c, err := s.authenticate(ctx, r)
		cancel()
		switch {
		case errors.Is(err, errBearer):
			w.Header().Set("WWW-Authenticate", "Bearer")
			rest.Refuse(w, http.StatusUnauthorized, "bad_token", errBearer.Error())
			return
		case err != nil:
			s.c.Faults.Error().Err(err).Msg("a client could not be identified")
			rest.Refuse(w, http.StatusServiceUnavailable, "unavailable", "the server's store is not responding: try again in a moment")
			return
		case c.Identity.Kind == identity.Operator && !isOperatorPath(r.URL.Path):
			rest.Refuse(w, http.StatusForbidden, "not_allowed", "the operator's secret is only for /api/tokens and /api/admin")
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !c.Identity.May(identity.Create):
			rest.Refuse(w, http.StatusForbidden, "not_allowed", "the token lacks the scope create")
			return
		}
		next.ServeHTTP(w, r.WithContext(identity.WithCaller(r.Context(), c)))
	})
}

// authenticate identifies the client by the Authorization header, or else by the cookie. It does
// not accept a token in the URL, since URLs appear in logs.
func (s *Service) authenticate(ctx context.Context, r *http.Request) (identity.Caller, error) {
	if headers := r.Header.Values("Authorization"); len(headers) > 0 {
		scheme, token, _ := strings.Cut(headers[0], " ")
		if len(headers) > 1 || !strings.EqualFold(scheme, "Bearer") {
			return identity.Caller{}, errBearer
		}
		if s.isOperator(token) {
			return identity.Caller{Identity: identity.OperatorIdentity}, nil
		}
		who, err := s.c.Book.Token(ctx, token)
		if errors.Is(err, identity.ErrUnknown) {
			return identity.Caller{}, errBearer
		}
		return identity.Caller{Identity: who}, err
	}
	secret := s.secret(r)
	if secret == "" {
		return identity.Caller{}, nil
	}
	who, fresh, err := s.c.Book.Session(ctx, secret)
	if errors.Is(err, identity.ErrUnknown) {
		return identity.Caller{}, nil
	}
	return identity.Caller{Identity: who, Session: secret, RenewedRecently: fresh}, err
}

// isOperator reports whether a secret is one of the operators' secrets. It compares them in
// constant time.
func (s *Service) isOperator(secret string) bool {
	return slices.ContainsFunc(s.c.OperatorSecrets, func(known string) bool { return hmac.Equal([]byte(secret), []byte(known)) })
}

// isOperatorPath reports whether the operator's programs may use a path.
func isOperatorPath(path string) bool {
	return path == "/api/tokens" || strings.HasPrefix(path, "/api/tokens/") || path == "/api/admin" || strings.HasPrefix(path, "/api/admin/")
}
