package api

import (
	"net/http"

	"gamed/rules"
	"gamed/server/hub"
	"gamed/server/rest"
	"gamed/state"
)

// Routes returns the handlers of the API by pattern. The operator's handlers admit only the operator.
func (s *Service) Routes() map[string]rest.Handler {
	all := map[string]rest.Handler{
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
		"POST /api/games/{id}/reports":           s.report,
		"POST /api/quick":                        s.quickMatch,
		"GET /api/learn/{rules}":                 s.listLessons,
		"GET /api/learn/{rules}/puzzles/{id}":    s.getPuzzle,
		"POST /api/learn/{rules}":                s.learn,
		"POST /api/learn/{rules}/puzzles/{id}":   s.solvePuzzle,
		"GET /api/ratings":                       s.getRatings,
		"GET /api/results":                       s.getResults,
		"GET /api/rules":                         s.listRules,
		"GET /api/rules/{name}":                  s.getRules,
		"POST /api/rules/{name}/deck":            s.checkDeck,
		"GET /api/rankings":                      s.getRankings,
		"GET /api/bots":                          s.listBots,
		"GET /api/bots/{name}/record":            s.getRecord,
		"GET /api/matches":                       s.listMatches,
		"GET /api/matches/{name}":                s.getMatch,
		"GET /api/matches/{name}/file":           s.getMatchFile,
		"GET /api/matches/{name}/kept/{file...}": s.getMatchFile,
		"GET /api/matches/{name}/csv":            s.getMatchTable,
		"GET /api/schema":                        s.getSchema,
		"GET /api/session":                       s.getSession,
		"POST /api/session":                      s.openSession,
		"PATCH /api/session":                     s.changeSession,
		"DELETE /api/session":                    s.closeSession,
		"GET /api/me/games":                      s.myGames,
		"GET /api/me/decks":                      s.myDecks,
		"GET /api/me/people":                     s.getPeople,
		"PATCH /api/me/people/{name}":            s.mutePerson,
		"POST /api/me/invitations":               s.invite,
		"DELETE /api/me/invitations/{id}":        s.endInvitation,
		"GET /api/tokens":                        s.listTokens,
		"POST /api/tokens":                       s.newToken,
		"DELETE /api/tokens/{id}":                s.revokeToken,
	}
	for pattern, handle := range s.operatorRoutes() {
		all[pattern] = s.onlyOperator(handle)
	}
	for pattern, handle := range all {
		handle = rest.WithParameters(parameters[pattern], handle)
		if creatingRoutes[pattern] {
			handle = s.unlessMaintenance(handle)
		}
		all[pattern] = handle
	}
	return all
}

// parameters lists the query parameters of each route that has any.
var parameters = map[string][]string{
	"GET /api/games":                {"rules", "status", "clock", "free", "here", "text", "limit"},
	"GET /api/games/{id}/replay":    {"seat", "from", "count"},
	"GET /api/games/{id}/chances":   {"seat", "from", "iterations"},
	"GET /api/games/{id}/decisions": {"seat", "from", "count", "views"},
	"GET /api/games/{id}/test":      {"step"},
	"GET /api/ratings":              {"rules", "limit", "against"},
	"GET /api/results":              {"player", "rules", "kind", "before", "limit"},
	"GET /api/rankings":             {"rules", "by", "limit"},
	"GET /api/matches":              {"bot"},
	"GET /api/me/games":             {"limit", "bot"},
	"GET /api/me/decks":             {"rules"},
	"GET /api/admin/reports":        {"all"},
	"GET /api/admin/actions":        {"limit"},
}

func (s *Service) listRules(w http.ResponseWriter, _ *http.Request) error {
	infos := make([]state.Info, len(s.c.Rules))
	for i, first := range s.c.Rules {
		rules, _ := s.c.Hub.Rules(first.Info().Name) // the operator may have replaced the ruleset since startup
		infos[i] = rules.Info()
		infos[i].Cards, infos[i].Decks = nil, nil
	}
	list := map[string]any{"rules": infos}
	if text := s.Notice(); text != "" {
		list["notice"] = text
	}
	return rest.Answer(w, http.StatusOK, list)
}

func (s *Service) getRules(w http.ResponseWriter, r *http.Request) error {
	dealer, ok := s.c.Hub.Rules(r.PathValue("name"))
	if !ok {
		return rest.Refusal(http.StatusNotFound, "not_found", "no ruleset has this name; GET /api/rules lists them")
	}
	row, _ := s.c.Rules.Find(dealer.Info().Name)
	return rest.Answer(w, http.StatusOK, struct {
		state.Info
		Stats     []string     `json:"stats,omitempty"`     // for rankings
		Component string       `json:"component,omitempty"` // the page's component for the game, or "" for the generic one
		Words     []rules.Word `json:"words,omitempty"`     // the glossary
		Lot       bool         `json:"lot,omitempty"`       // the deal draws the seat with the first turn
	}{dealer.Info(), hub.StatsOf(dealer), row.Component, row.Words, row.DrawsFirstTurn})
}

func (s *Service) getSchema(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/schema+json")
	_, _ = w.Write(s.schema())
	return nil
}
