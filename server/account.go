package server

import (
	"errors"
	"net/http"
	"slices"

	"gamed/server/hub"
	"gamed/server/identity"
)

// A self is what somebody is told of who it is.
type self struct {
	ID     string          `json:"id,omitempty"`
	Name   string          `json:"name,omitempty"`
	Kind   identity.Kind   `json:"kind"`
	Scopes identity.Scopes `json:"scopes,omitempty"`
}

func selfOf(who identity.Identity) self {
	if !who.Known() {
		return self{Kind: identity.Anonymous}
	}
	return self{who.ID, who.Name, who.Kind, who.Scopes}
}

// getSession says who a client is.
func (s *Server) getSession(w http.ResponseWriter, r *http.Request) {
	if !s.renew(w, r) {
		return
	}
	answer(w, http.StatusOK, selfOf(s.who(r)))
}

// openSession makes a guest of a browser that is nobody's yet.
func (s *Server) openSession(w http.ResponseWriter, r *http.Request) {
	c := callerOf(r)
	switch {
	case !c.who.Known():
		if !s.mayKeep(w, r) {
			return
		}
		who, secret, err := s.book.NewGuest(r.Context())
		if err != nil {
			s.fail(w, err)
			return
		}
		http.SetCookie(w, s.cookie(r, secret))
		answer(w, http.StatusCreated, selfOf(who))
		return
	case c.session == "":
		refuse(w, http.StatusForbidden, "not_allowed", "sessions are for browsers: a token says by itself who you are")
		return
	case !s.renew(w, r):
		return
	}
	answer(w, http.StatusOK, selfOf(c.who))
}

// renew has a session that is used last for as long as a new one. It reports false after
// it has refused.
func (s *Server) renew(w http.ResponseWriter, r *http.Request) bool {
	c := callerOf(r)
	if c.session == "" || c.fresh {
		return true
	}
	if err := s.book.Renew(r.Context(), c.session); err != nil {
		s.fail(w, err)
		return false
	}
	http.SetCookie(w, s.cookie(r, c.session))
	return true
}

// closeSession forgets a browser, and cuts its connections.
func (s *Server) closeSession(w http.ResponseWriter, r *http.Request) {
	if c := callerOf(r); c.session != "" {
		if err := s.book.EndSession(r.Context(), c.session); err != nil {
			s.fail(w, err)
			return
		}
		s.cutRevoked(r.Context())
	}
	http.SetCookie(w, s.cookie(r, ""))
	w.WriteHeader(http.StatusNoContent)
}

// myGames lists the games in which somebody, or a bot of theirs, has taken a seat, the
// newest first.
func (s *Server) myGames(w http.ResponseWriter, r *http.Request) {
	type mine struct {
		hub.Info
		Mine  []int `json:"mine"`     // seats
		Since int64 `json:"since_ms"` // when the first of them was taken
	}
	limit, ok := limitOf(w, r.URL.Query())
	if !ok || !s.known(w, r) {
		return
	}
	who := s.who(r)
	if bot := r.URL.Query().Get("bot"); bot != "" {
		if who, ok = s.ownBot(w, r, bot); !ok {
			return
		}
	}
	parts, err := s.book.Parts(r.Context(), who)
	if err != nil {
		s.fail(w, err)
		return
	}
	games := []mine{}
	for _, part := range parts {
		if len(games) == limit {
			break
		}
		info, err := s.infoOf(r.Context(), part.Game)
		switch {
		case errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrSetAside):
			continue
		case err != nil:
			s.fail(w, err)
			return
		}
		games = append(games, mine{info, part.Seats, part.Since})
	}
	answer(w, http.StatusOK, map[string]any{"games": games})
}

// ownBot returns a bot of the client's by its id. It reports false after it has refused.
func (s *Server) ownBot(w http.ResponseWriter, r *http.Request, id string) (bot identity.Identity, ok bool) {
	tokens, err := s.book.Tokens(r.Context(), s.who(r))
	if err != nil {
		s.fail(w, err)
		return bot, false
	}
	if !slices.ContainsFunc(tokens, func(t identity.Token) bool { return t.Bot == id }) {
		refuse(w, http.StatusNotFound, "not_found", "you have no token for such a bot")
		return bot, false
	}
	return identity.Identity{ID: id, Kind: identity.Bot}, true
}

// known reports whether the server knows who a client is, or refuses.
func (s *Server) known(w http.ResponseWriter, r *http.Request) bool {
	if s.who(r).Known() {
		return true
	}
	refuse(w, http.StatusUnauthorized, "unknown_player", "this is for those whom the server knows: open a session first with POST /api/session, or send a bot's token")
	return false
}
