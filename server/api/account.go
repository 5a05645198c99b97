package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"gamed/ai"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/server/rest"
)

// A selfInfo is a client's identity, as the server sends it to that client.
type selfInfo struct {
	ID     string          `json:"id,omitempty"`
	Name   string          `json:"name,omitempty"`
	Face   string          `json:"face,omitempty"`
	Kind   identity.Kind   `json:"kind"`
	Scopes identity.Scopes `json:"scopes,omitempty"`
	Hidden bool            `json:"hidden,omitempty"` // of a guest: see [identity.Book.SetHidden]
}

func selfOf(who identity.Identity) selfInfo {
	if !who.Known() {
		return selfInfo{Kind: identity.Anonymous}
	}
	return selfInfo{who.ID, who.Name, who.Face, who.Kind, who.Scopes, who.Hidden}
}

func (s *Service) getSession(w http.ResponseWriter, r *http.Request) error {
	return rest.Reply(w, selfOf(s.client(r)), s.renew(w, r))
}

// openSession creates a guest for a browser without a session.
func (s *Service) openSession(w http.ResponseWriter, r *http.Request) error {
	c := identity.CallerOf(r.Context())
	switch {
	case !c.Identity.Known():
		if !s.c.Admission.AllowCreation(w, r) {
			return nil
		}
		who, secret, err := s.c.Book.NewGuest(r.Context())
		if err != nil {
			return err
		}
		http.SetCookie(w, s.cookie(r, secret))
		return rest.Answer(w, http.StatusCreated, selfOf(who))
	case c.Session == "":
		return rest.Refusal(http.StatusForbidden, "not_allowed", "a client with a token cannot open a session: sessions are for browsers")
	}
	return rest.Reply(w, selfOf(c.Identity), s.renew(w, r))
}

// changeSession changes the guest of a session: the name, the face (an avatar), and whether the
// presence is hidden.
func (s *Service) changeSession(w http.ResponseWriter, r *http.Request) error {
	who, err := s.requireKnown(r)
	if err != nil {
		return err
	}
	var wish struct {
		Name string `json:"name,omitempty"`
		Face string `json:"face,omitempty"`
		// Hidden says whether to hide the guest's presence. If the field is absent, the setting
		// stays.
		Hidden *bool `json:"hidden,omitempty"`
	}
	switch err := rest.ReadJSON(w, r, &wish); {
	case err != nil:
		return err
	case who.Kind != identity.Guest:
		return rest.Refusal(http.StatusForbidden, "not_allowed", "only guests can change their name, face and visibility")
	case wish.Face != "" && !slices.Contains(identity.Faces, wish.Face):
		return identity.ErrFace
	case lobby.IsLevel(strings.ToLower(wish.Name)), slices.ContainsFunc(s.allBots(), func(bot ai.Info) bool { return strings.EqualFold(bot.Name, wish.Name) }):
		return identity.ErrReserved
	case !s.c.Admission.AllowCreation(w, r):
		return nil
	}
	if wish.Name != "" || wish.Face == "" && wish.Hidden == nil {
		if who, err = s.c.Book.Rename(r.Context(), who, wish.Name); err != nil {
			return err
		}
	}
	if wish.Face != "" {
		if who, err = s.c.Book.SetFace(r.Context(), who, wish.Face); err != nil {
			return err
		}
	}
	if wish.Hidden != nil {
		who, err = s.c.Book.SetHidden(r.Context(), who, *wish.Hidden)
	}
	return rest.Reply(w, selfOf(who), err)
}

// renew extends a request's session to its full lifetime, unless the session was renewed recently.
func (s *Service) renew(w http.ResponseWriter, r *http.Request) error {
	c := identity.CallerOf(r.Context())
	if c.Session == "" || c.RenewedRecently {
		return nil
	}
	if err := s.c.Book.Renew(r.Context(), c.Session); err != nil {
		return err
	}
	http.SetCookie(w, s.cookie(r, c.Session))
	return nil
}

// closeSession ends the client's session, closes the connections of the session, and deletes the
// cookie.
func (s *Service) closeSession(w http.ResponseWriter, r *http.Request) error {
	if c := identity.CallerOf(r.Context()); c.Session != "" {
		if err := s.c.Book.EndSession(r.Context(), c.Session); err != nil {
			return err
		}
		s.c.CloseRevoked(r.Context())
	}
	http.SetCookie(w, s.cookie(r, ""))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// myGames lists the games in which the client, or one of its bots, has taken a seat, newest
// first. For a guest it also lists the open invitations, and notes that the guest is present.
func (s *Service) myGames(w http.ResponseWriter, r *http.Request) error {
	q := rest.QueryOf(r)
	limit := q.Limit()
	if q.Err != nil {
		return q.Err
	}
	who, err := s.requireKnown(r)
	if err != nil {
		return err
	}
	if bot := q.Get("bot"); bot != "" {
		if who, err = s.ownBot(r, who, bot); err != nil {
			return err
		}
	}
	games, err := s.gamesOf(r.Context(), who, limit)
	if err != nil || who.Kind != identity.Guest {
		return rest.Reply(w, map[string]any{"games": games}, err)
	}
	s.c.Hub.NotePresence(who.ID, "")
	_ = s.c.Book.NoteVisit(r.Context(), who) // after a failure, the next request notes the visit
	invitations, err := s.invitationsTo(r.Context(), who)
	return rest.Reply(w, map[string]any{"games": games, "invitations": invitations}, err)
}

// An ownGame is a game in which a player has seats.
type ownGame struct {
	hub.Info
	OwnSeats []int `json:"mine"`
	Since    int64 `json:"since_ms"` // when the player took the first of these seats, in milliseconds since 1970
	// Results has the result of each seat of the game: [hub.Won], Drawn, Lost, Running or Aborted.
	Results []string `json:"results"`
}

// gamesOf returns up to limit games of a player, newest first.
func (s *Service) gamesOf(ctx context.Context, who identity.Identity, limit int) ([]ownGame, error) {
	parts, err := s.c.Book.Participations(ctx, who)
	if err != nil {
		return nil, err
	}
	games := []ownGame{}
	for _, part := range parts {
		if len(games) == limit {
			break
		}
		info, err := s.infoOf(ctx, part.Game)
		switch {
		case errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrSetAside):
			continue
		case err != nil:
			return nil, err
		}
		games = append(games, ownGame{info, part.Seats, part.Since, info.Results()})
	}
	return games, nil
}

// ownBot returns an identity with the ID and the kind of a bot, or an error if the owner has no
// token for the bot.
func (s *Service) ownBot(r *http.Request, owner identity.Identity, id string) (identity.Identity, error) {
	tokens, err := s.c.Book.Tokens(r.Context(), owner)
	if err == nil && !slices.ContainsFunc(tokens, func(t identity.Token) bool { return t.Bot == id }) {
		err = rest.Refusal(http.StatusNotFound, "not_found", "you have no bot with this id; GET /api/tokens lists your bots")
	}
	return identity.Identity{ID: id, Kind: identity.Bot}, err
}

// requireKnown returns the client, or an error if the client is anonymous.
func (s *Service) requireKnown(r *http.Request) (identity.Identity, error) {
	who := s.client(r)
	if !who.Known() {
		return who, rest.Refusal(http.StatusUnauthorized, "unknown_player", "open a session with POST /api/session, or send a bot's token")
	}
	return who, nil
}

// tokenOwner returns the client if it may own tokens: a guest or the operator.
func (s *Service) tokenOwner(r *http.Request) (identity.Identity, error) {
	who, err := s.requireKnown(r)
	if err == nil && who.Kind == identity.Bot {
		err = rest.Refusal(http.StatusForbidden, "not_allowed", "a bot cannot manage tokens: its owner can")
	}
	return who, err
}

// newToken handles POST /api/tokens: it creates a token for a bot of the client. Only this response
// contains the token's text.
func (s *Service) newToken(w http.ResponseWriter, r *http.Request) error {
	owner, err := s.tokenOwner(r)
	if err != nil {
		return err
	}
	var wish struct {
		Name   string   `json:"name"`             // of the bot
		Scopes []string `json:"scopes,omitempty"` // by default play, watch and create
	}
	if err := rest.ReadJSON(w, r, &wish); err != nil {
		return err
	}
	scopes := identity.DefaultScopes
	if wish.Scopes != nil {
		if scopes, err = identity.NewScopes(wish.Scopes); err != nil {
			return rest.Refusal(http.StatusUnprocessableEntity, "bad_scopes", err.Error())
		}
	}
	token, text, err := s.c.Book.NewToken(r.Context(), owner, wish.Name, scopes)
	if err != nil {
		return err
	}
	return rest.Answer(w, http.StatusCreated, struct {
		identity.Token
		Text string `json:"token"`
	}{token, text})
}

func (s *Service) listTokens(w http.ResponseWriter, r *http.Request) error {
	owner, err := s.tokenOwner(r)
	if err != nil {
		return err
	}
	tokens, err := s.c.Book.Tokens(r.Context(), owner)
	return rest.Reply(w, map[string]any{"tokens": tokens}, err)
}

// revokeToken revokes a token and closes the connections that use it.
func (s *Service) revokeToken(w http.ResponseWriter, r *http.Request) error {
	owner, err := s.tokenOwner(r)
	if err == nil {
		err = s.c.Book.Revoke(r.Context(), owner, r.PathValue("id"))
	}
	if errors.Is(err, identity.ErrUnknown) {
		return rest.Refusal(http.StatusNotFound, "not_found", "you have no token with this id; GET /api/tokens lists your tokens")
	}
	if err != nil {
		return err
	}
	s.c.CloseRevoked(r.Context())
	w.WriteHeader(http.StatusNoContent)
	return nil
}
