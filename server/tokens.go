package server

import (
	"errors"
	"net/http"

	"gamed/server/identity"
)

// owner returns whose tokens a request is about: those of a guest, or the operator's.
// It reports false after it has refused.
func (s *Server) owner(w http.ResponseWriter, r *http.Request) (identity.Identity, bool) {
	if !s.known(w, r) {
		return identity.Identity{}, false
	}
	who := s.who(r)
	if who.Kind == identity.Bot {
		refuse(w, http.StatusForbidden, "not_allowed", "a bot has nothing to do with tokens: its owner makes and revokes them")
		return who, false
	}
	return who, true
}

// newToken makes a token. The answer is the only one that ever has it.
func (s *Server) newToken(w http.ResponseWriter, r *http.Request) {
	owner, ok := s.owner(w, r)
	if !ok {
		return
	}
	var wish struct {
		Name   string   `json:"name"`             // of the bot
		Scopes []string `json:"scopes,omitempty"` // play, watch and create without
	}
	if !readJSON(w, r, &wish) {
		return
	}
	scopes := identity.DefaultScopes
	if wish.Scopes != nil {
		var err error
		if scopes, err = identity.NewScopes(wish.Scopes); err != nil {
			refuse(w, http.StatusUnprocessableEntity, "bad_scopes", err.Error())
			return
		}
	}
	token, text, err := s.book.NewToken(r.Context(), owner, wish.Name, scopes)
	if err != nil {
		s.failToken(w, err)
		return
	}
	answer(w, http.StatusCreated, struct {
		identity.Token
		Text string `json:"token"`
	}{token, text})
}

func (s *Server) listTokens(w http.ResponseWriter, r *http.Request) {
	owner, ok := s.owner(w, r)
	if !ok {
		return
	}
	tokens, err := s.book.Tokens(r.Context(), owner)
	if err != nil {
		s.fail(w, err)
		return
	}
	answer(w, http.StatusOK, map[string]any{"tokens": tokens})
}

// revokeToken ends a token, and the connections that were opened with it.
func (s *Server) revokeToken(w http.ResponseWriter, r *http.Request) {
	owner, ok := s.owner(w, r)
	if !ok {
		return
	}
	if err := s.book.Revoke(r.Context(), owner, r.PathValue("id")); err != nil {
		s.failToken(w, err)
		return
	}
	s.cutRevoked(r.Context())
	w.WriteHeader(http.StatusNoContent)
}

// failToken puts an error of the book into the words of HTTP.
func (s *Server) failToken(w http.ResponseWriter, err error) {
	for why, code := range map[error]string{identity.ErrName: "bad_name", identity.ErrTaken: "name_taken", identity.ErrTooMany: "too_many"} {
		if errors.Is(err, why) {
			refuse(w, http.StatusUnprocessableEntity, code, why.Error())
			return
		}
	}
	if errors.Is(err, identity.ErrUnknown) {
		refuse(w, http.StatusNotFound, "not_found", "you have no such token")
		return
	}
	s.fail(w, err)
}
