package server

import (
	"context"
	"maps"
	"net/http"
	"net/http/pprof"
	"net/url"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"gamed/rules"
	"gamed/server/hub"
	"gamed/state"
)

// routes returns the handler of all requests.
func (s *Server) routes(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	all := map[string]handler{
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
		"POST /api/learn/{rules}":                s.learn,
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
		"GET /api/tokens":                        s.listTokens,
		"POST /api/tokens":                       s.newToken,
		"DELETE /api/tokens/{id}":                s.revokeToken,
		anyAPI:                                   noRoute(mux),
		"GET /healthz":                           s.health,
		"GET /livez":                             s.live,
		"GET /readyz":                            s.ready,
		"GET /metrics":                           s.forMonitor(withoutError(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))),
		"GET /debug/pprof/":                      s.forMonitor(withoutError(http.HandlerFunc(pprof.Index))),
		"GET /debug/pprof/profile":               s.forMonitor(withoutError(http.HandlerFunc(pprof.Profile))),
		"GET /debug/pprof/trace":                 s.forMonitor(withoutError(http.HandlerFunc(pprof.Trace))),
		anyPage:                                  noMethod(mux, s.page),
	}
	for pattern, handle := range s.operatorRoutes() {
		all[pattern] = s.forOperator(handle)
	}
	for pattern, handle := range all {
		if strings.Contains(pattern, " /api/") {
			handle = withParameters(parameters[pattern], handle)
		}
		if share, ok := shed[pattern]; ok {
			handle = s.withMemory(share, handle)
		}
		if creatingRoutes[pattern] {
			handle = s.unlessMaintenance(handle)
		}
		handler := s.instrument(pattern, handle)
		if compressed[pattern] {
			handler = s.compress(handler)
		}
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /ws", s.socket(ctx))
	return secure(negotiate(answerSpare(s.redirect(s.hosts.refuseOtherHosts(s.refuseOrigins(s.identify(s.limitRate(s.refuseBanned(mux)))))))))
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
	"GET /api/admin/reports":        {"all"},
	"GET /api/admin/actions":        {"limit"},
}

// withParameters refuses requests with an unreadable query, with unknown parameters, and with
// repeated ones.
func withParameters(known []string, next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		values, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return badQuery("the query is not valid: escape its parameters as in a URL")
		}
		for _, name := range slices.Sorted(maps.Keys(values)) {
			if !slices.Contains(known, name) {
				return badQuery("unknown parameter %s", printable(name))
			}
			if len(values[name]) > 1 {
				return badQuery("%s is repeated: send it once", name)
			}
		}
		return next(w, r)
	}
}

func withoutError(h http.Handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		h.ServeHTTP(w, r)
		return nil
	}
}

// These patterns match the requests that no other pattern does.
const (
	anyAPI  = "/api/"
	anyPage = "/"
)

// noRoute returns a handler that answers 405 if an address has other methods, and 404 otherwise.
func noRoute(mux *http.ServeMux) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if methods := allowed(mux, r); methods != nil {
			return wrongMethod(w, r, methods)
		}
		return &failure{http.StatusNotFound, "not_found", noSuchAddress}
	}
}

// noMethod returns a handler for the files of the page. It answers 405 at the addresses of other
// routes. At the page's own addresses, the page answers 405.
func noMethod(mux *http.ServeMux, page http.Handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if methods := allowed(mux, r); methods != nil {
			return wrongMethod(w, r, methods)
		}
		page.ServeHTTP(w, r)
		return nil
	}
}

// allowed returns the methods that the routes of an address accept, in alphabetical order. It asks
// the router for each method, and ignores the patterns that match every request.
func allowed(mux *http.ServeMux, r *http.Request) (methods []string) {
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := *r
		other.Method = method
		if _, pattern := mux.Handler(&other); pattern != "" && pattern != anyAPI && pattern != anyPage {
			methods = append(methods, method)
		}
	}
	return methods
}

func wrongMethod(w http.ResponseWriter, r *http.Request, methods []string) error {
	list := strings.Join(methods, ", ")
	w.Header().Set("Allow", list)
	return &failure{http.StatusMethodNotAllowed, codeOf(http.StatusMethodNotAllowed), "this address has no " + printable(r.Method) + "; use " + list}
}

func (s *Server) listRules(w http.ResponseWriter, _ *http.Request) error {
	infos := make([]state.Info, len(s.c.Rules))
	for i, first := range s.c.Rules {
		rules, _ := s.hub.Rules(first.Info().Name) // the operator may have replaced the ruleset since startup
		infos[i] = rules.Info()
		infos[i].Cards, infos[i].Decks = nil, nil
	}
	list := map[string]any{"rules": infos}
	if text := s.notice(); text != "" {
		list["notice"] = text
	}
	return answer(w, http.StatusOK, list)
}

func (s *Server) getRules(w http.ResponseWriter, r *http.Request) error {
	dealer, ok := s.hub.Rules(r.PathValue("name"))
	if !ok {
		return &failure{http.StatusNotFound, "not_found", "no ruleset has this name; GET /api/rules lists them"}
	}
	row, _ := s.c.Rules.Find(dealer.Info().Name)
	return answer(w, http.StatusOK, struct {
		state.Info
		Stats     []string     `json:"stats,omitempty"`     // for rankings
		Component string       `json:"component,omitempty"` // the page's component for the game, or "" for the generic one
		Words     []rules.Word `json:"words,omitempty"`     // the glossary
		Lot       bool         `json:"lot,omitempty"`       // the deal draws the seat with the first turn
	}{dealer.Info(), hub.StatsOf(dealer), row.Component, row.Words, row.Lot})
}

func (s *Server) getSchema(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/schema+json")
	_, _ = w.Write(s.schema())
	return nil
}

func (s *Server) health(w http.ResponseWriter, r *http.Request) error {
	n := s.games.Count()
	code, status, reasons := http.StatusOK, "ok", s.reasons(n)
	switch {
	case n.CutOff: // a load balancer should prefer other servers
		code, status = http.StatusServiceUnavailable, "cut off"
	case len(reasons) > 0: // the server still serves pages and finished games
		status = "degraded"
	}
	var damaged []string
	if direct(r) { // the id of a private game is only for its players
		damaged = s.scrub.damagedGames()
	}
	return answer(w, code, struct {
		Status   string   `json:"status"`
		Reasons  []string `json:"reasons,omitempty"`
		Program  string   `json:"program"`
		Games    int      `json:"games"`     // unfinished
		Waiting  *int     `json:"waiting"`   // unfinished games not loaded since startup, or null if unknown
		SetAside int      `json:"set_aside"` // games whose logs do not replay
		Damaged  []string `json:"damaged,omitempty"`
	}{status, reasons, s.c.Program, n.Live + n.Asleep + n.Waiting, waitingOf(n), n.SetAside, damaged})
}

// live answers that the process runs. A supervisor should restart a server that does not answer.
func (s *Server) live(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready answers whether the server may take new games. While the answer is no, a load balancer
// should send new players to other servers.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) error {
	n := s.games.Count()
	var reasons []string
	for _, lack := range shortages {
		if !lack.playable && lack.lasts(s, n) {
			reasons = append(reasons, lack.reason)
		}
	}
	s.mu.Lock()
	stops := s.stopping
	s.mu.Unlock()
	if stops {
		reasons = append(reasons, hub.ErrClosed.Error())
	}
	if n.CutOff {
		reasons = append(reasons, "the server is cut off from its cluster")
	}
	if text := s.notice(); text != "" {
		reasons = append(reasons, text)
	}
	if len(reasons) > 0 {
		return &failure{http.StatusServiceUnavailable, "unavailable", "no new games for now: " + strings.Join(reasons, "; ")}
	}
	return answer(w, http.StatusOK, map[string]string{"status": "ok"})
}

// waitingOf returns the number of games not loaded since startup, or nil if that is unknown.
func waitingOf(n hub.Counts) *int {
	if n.Unsure {
		return nil
	}
	return &n.Waiting
}
