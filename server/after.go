package server

import (
	"net/http"

	"gamed/server/hub"
	"gamed/server/lobby"
)

// A gameInfo is a game and what has become of it since.
type gameInfo struct {
	hub.Info
	Next   string        `json:"next,omitempty"` // the id of the game that follows
	Series *seriesInfo   `json:"series,omitempty"`
	Result *lobby.Result `json:"result,omitempty"` // once it is over
}

// A seriesInfo is a series and which of its games this one is.
type seriesInfo struct {
	lobby.Series
	Number int `json:"number"` // from 1
}

func (s *Server) getGame(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	info, err := s.hub.Get(ctx, r.PathValue("id"))
	g := gameInfo{Info: info}
	if err == nil && info.Status == hub.Over {
		if g.Next, err = s.lobby.Next(ctx, info.ID); err == nil {
			g.Result, err = s.lobby.Result(ctx, info.ID)
		}
	}
	if err == nil && info.Series != nil {
		g.Series = &seriesInfo{Number: info.Series.Number}
		g.Series.Series, err = s.lobby.Series(ctx, info.Series)
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	if g.Result != nil {
		g.Result.Anonymize()
	}
	answer(w, http.StatusOK, g)
}

// rematch leads those who sat in a game that is over to the one that follows.
func (s *Server) rematch(w http.ResponseWriter, r *http.Request) {
	var wish struct {
		Key string `json:"key,omitempty"` // of the caller's seat, if it is not known who calls
	}
	if r.ContentLength != 0 && !readJSON(w, r, &wish) {
		return
	}
	match, err := s.lobby.Rematch(r.Context(), r.PathValue("id"), s.player(r), wish.Key)
	if err != nil {
		s.failLobby(w, err)
		return
	}
	answer(w, http.StatusOK, match)
}

// getRatings lists the players of a ruleset by their ratings.
func (s *Server) getRatings(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, ok := limitOf(w, query)
	if !ok {
		return
	}
	rules := query.Get("rules")
	if _, ok := s.hub.Rules(rules); !ok {
		refuse(w, http.StatusBadRequest, "bad_query", "rules is the name of a ruleset: GET /api/rules lists them")
		return
	}
	players, games, err := s.lobby.Ratings(r.Context(), rules, limit)
	if err != nil {
		s.fail(w, err)
		return
	}
	type rated struct {
		lobby.Rated
		You bool `json:"you,omitempty"`
	}
	you := s.player(r)
	list := make([]rated, len(players))
	for i, p := range players {
		list[i] = rated{p, you.Known() && p.ID == you.ID}
		list[i].ID = ""
	}
	answer(w, http.StatusOK, map[string]any{"rules": rules, "games": games, "players": list})
}
