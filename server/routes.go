package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
)

// routes returns everything that the server answers to.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, handle := range map[string]http.HandlerFunc{
		"POST /api/games":                        s.createGame,
		"GET /api/games":                         s.listGames,
		"GET /api/games/{id}":                    s.getGame,
		"GET /api/games/{id}/log":                s.getLog,
		"GET /api/games/{id}/replay":             s.getReplay,
		"GET /api/games/{id}/proof":              s.getProof,
		"GET /api/games/{id}/chances":            s.getChances,
		"GET /api/games/{id}/decisions":          s.getDecisions,
		"GET /api/games/{id}/test":               s.getTest,
		"POST /api/games/{id}/play-from":         s.playFrom,
		"POST /api/games/{id}/rematch":           s.rematch,
		"POST /api/quick":                        s.quickMatch,
		"POST /api/learn/{rules}":                s.learn,
		"GET /api/ratings":                       s.getRatings,
		"GET /api/results":                       s.getResults,
		"GET /api/rules":                         s.listRules,
		"GET /api/rules/{name}":                  s.getRules,
		"POST /api/rules/{name}/deck":            s.checkDeck,
		"GET /api/rankings":                      s.rank,
		"GET /api/bots":                          s.listBots,
		"GET /api/matches":                       s.listMatches,
		"GET /api/matches/{name}":                s.getMatch,
		"GET /api/matches/{name}/file":           s.getMatchFile,
		"GET /api/matches/{name}/kept/{file...}": s.getMatchFile,
		"GET /api/matches/{name}/csv":            s.getMatchTable,
		"GET /api/schema":                        s.getSchema,
		"GET /api/session":                       s.getSession,
		"POST /api/session":                      s.openSession,
		"DELETE /api/session":                    s.closeSession,
		"GET /api/me/games":                      s.myGames,
		"GET /api/tokens":                        s.listTokens,
		"POST /api/tokens":                       s.newToken,
		"DELETE /api/tokens/{id}":                s.revokeToken,
		"/api/":                                  noSuchAddress,
		"GET /healthz":                           s.health,
		"GET /metrics":                           s.metrics.handler().ServeHTTP,
		"/":                                      s.page.ServeHTTP,
	} {
		handler := s.watched(pattern, handle)
		if compressed[pattern] {
			handler = s.compress(handler)
		}
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /ws", s.socket)
	return secure(s.hosts.guard(http.NewCrossOriginProtection().Handler(s.identify(s.slow(mux)))))
}

// maxList is how many games a list may have.
const maxList = 200

func (s *Server) listGames(w http.ResponseWriter, r *http.Request) {
	filter, ok := filterOf(w, r.URL.Query())
	if !ok {
		return
	}
	games, err := s.hub.List(r.Context(), filter)
	if err == nil && (len(filter.Status) == 0 || slices.Contains(filter.Status, hub.Over)) {
		games, err = s.withFinished(r.Context(), &filter, games)
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	list := map[string]any{"games": games}
	if n := s.hub.Count(); n.Waiting > 0 || n.Unsure { // they are not listed before they are back
		list["waiting"] = waitingOf(n)
	}
	answer(w, http.StatusOK, list)
}

// limitOf reads how many games a list may have. It reports false after it has
// refused.
func limitOf(w http.ResponseWriter, query url.Values) (int, bool) {
	text := query.Get("limit")
	if text == "" {
		return 50, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxList {
		refuse(w, http.StatusBadRequest, "bad_query", "limit is a number from 1 to "+strconv.Itoa(maxList))
		return 0, false
	}
	return n, true
}

// rank sends the games of a ruleset side by side.
func (s *Server) rank(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, ok := limitOf(w, query)
	if !ok {
		return
	}
	ranking, err := s.hub.Rank(r.Context(), query.Get("rules"), query.Get("by"), limit)
	wrong := (*hub.SpecError)(nil)
	switch {
	case errors.As(err, &wrong):
		refuse(w, http.StatusBadRequest, "bad_query", wrong.Error())
	case err != nil:
		s.fail(w, err)
	default:
		answer(w, http.StatusOK, ranking)
	}
}

// getLog sends the log of a game that is over, from which everything in it can
// be seen: one JSON record a line.
func (s *Server) getLog(w http.ResponseWriter, r *http.Request) {
	records, err := s.overLog(r.Context(), r.PathValue("id"))
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	for _, record := range records {
		if _, err := w.Write(append(slices.Clip(record), '\n')); err != nil {
			return // the client has gone
		}
	}
}

func (s *Server) listRules(w http.ResponseWriter, _ *http.Request) {
	infos := make([]state.Info, len(s.c.Rules))
	for i, first := range s.c.Rules {
		rules, _ := s.hub.Rules(first.Info().Name) // it may have been replaced
		infos[i] = rules.Info()
		infos[i].Cards, infos[i].Decks = nil, nil
	}
	answer(w, http.StatusOK, map[string]any{"rules": infos})
}

func (s *Server) getRules(w http.ResponseWriter, r *http.Request) {
	rules, ok := s.hub.Rules(r.PathValue("name"))
	if !ok {
		refuse(w, http.StatusNotFound, "not_found", "no rules go by that name; GET /api/rules lists them")
		return
	}
	info := struct {
		state.Info
		Stats []string `json:"stats,omitempty"` // what its games are ranked by
	}{rules.Info(), hub.StatsOf(rules)}
	answer(w, http.StatusOK, info)
}

func (s *Server) getSchema(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/schema+json")
	_, _ = w.Write(s.c.Schema)
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	n := s.hub.Count()
	code, status := http.StatusOK, "ok"
	if n.CutOff { // others can do more for players
		code, status = http.StatusServiceUnavailable, "cut off"
	}
	answer(w, code, struct {
		Status   string `json:"status"`
		Program  string `json:"program"`
		Games    int    `json:"games"`     // that are not over
		Waiting  *int   `json:"waiting"`   // of these, have still to be brought back
		SetAside int    `json:"set_aside"` // cannot be
	}{status, s.c.Program, n.Live + n.Asleep + n.Waiting, waitingOf(n), n.SetAside})
}

// waitingOf is how many games have still to be brought back, nil as long as that is not known.
func waitingOf(n hub.Counts) *int {
	if n.Unsure {
		return nil
	}
	return &n.Waiting
}

func noSuchAddress(w http.ResponseWriter, r *http.Request) {
	refuse(w, http.StatusNotFound, "not_found", "there is no "+r.Method+" at this address")
}

// fail puts an error of the hub into the words of HTTP. What is nobody's fault
// but the server's is logged, not told.
func (s *Server) fail(w http.ResponseWriter, err error) {
	spec := (*hub.SpecError)(nil)
	switch {
	case errors.As(err, &spec):
		refuse(w, http.StatusUnprocessableEntity, "bad_game", spec.Error())
	case errors.Is(err, hub.ErrNotFound):
		refuse(w, http.StatusNotFound, "no_game", hub.ErrNotFound.Error())
	case errors.Is(err, hub.ErrNotOver):
		refuse(w, http.StatusConflict, "not_over", hub.ErrNotOver.Error())
	case errors.Is(err, hub.ErrSetAside):
		refuse(w, http.StatusGone, "set_aside", hub.ErrSetAside.Error())
	case errors.Is(err, hub.ErrKeyUsed):
		refuse(w, http.StatusUnprocessableEntity, "key_used", hub.ErrKeyUsed.Error())
	case errors.Is(err, hub.ErrFull), errors.Is(err, hub.ErrClosed), errors.Is(err, hub.ErrElsewhere):
		refuse(w, http.StatusServiceUnavailable, "unavailable", err.Error())
	case errors.Is(err, store.ErrFull):
		s.faults.Error().Err(err).Msg("a request could not be stored")
		refuse(w, http.StatusServiceUnavailable, "unavailable", "the server's store is full: try again when its operator has made room")
	case errors.Is(err, hub.ErrUnavailable), errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrAmbiguous):
		s.faults.Error().Err(err).Msg("the store does not answer")
		refuse(w, http.StatusServiceUnavailable, "unavailable", hub.ErrUnavailable.Error())
	case errors.Is(err, context.Canceled): // the client has gone, and nobody reads this
		refuse(w, http.StatusServiceUnavailable, "unavailable", "the request was broken off")
	default:
		s.faults.Error().Err(err).Msg("a request failed")
		refuse(w, http.StatusInternalServerError, "internal", "the server could not do that: its log says why")
	}
}
