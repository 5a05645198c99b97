package server

import (
	"context"
	"maps"
	"net/http"
	"net/http/pprof"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"gamed/server/admission"
	"gamed/server/hub"
	"gamed/server/rest"
)

// routes returns the handler of all requests: the API, monitoring, the page and the WebSocket.
func (s *Server) routes(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	all := s.api.Routes()
	maps.Copy(all, map[string]rest.Handler{
		rest.AnyAPI:                rest.NoRoute(mux),
		"GET /healthz":             s.health,
		"GET /livez":               s.live,
		"GET /readyz":              s.ready,
		"GET /metrics":             s.onlyMonitors(rest.WithoutError(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))),
		"GET /debug/pprof/":        s.onlyMonitors(rest.WithoutError(http.HandlerFunc(pprof.Index))),
		"GET /debug/pprof/profile": s.onlyMonitors(rest.WithoutError(http.HandlerFunc(pprof.Profile))),
		"GET /debug/pprof/trace":   s.onlyMonitors(rest.WithoutError(http.HandlerFunc(pprof.Trace))),
		rest.AnyPage:               rest.NoMethod(mux, s.page),
	})
	for pattern, handle := range all {
		if share, ok := shedRoutes[pattern]; ok {
			handle = s.refuseAbove(share, handle)
		}
		handler := s.api.Instrument(pattern, handle)
		if compressedRoutes[pattern] {
			handler = s.compress(handler)
		}
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /ws", s.socket(ctx))
	return withSecurityHeaders(rest.Negotiate(answerSpare(s.redirect(s.hosts.refuseOtherHosts(s.refuseOrigins(s.api.Identify(s.admission.LimitRate(s.api.RefuseBanned(mux)))))))))
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
	if admission.FromThisMachine(r) { // the id of a private game is only for its players
		damaged = s.scrub.damagedGames()
	}
	return rest.Answer(w, code, struct {
		Status   string   `json:"status"`
		Reasons  []string `json:"reasons,omitempty"`
		Program  string   `json:"program"`
		Games    int      `json:"games"`     // unfinished
		Waiting  *int     `json:"waiting"`   // unfinished games not loaded since startup, or null if unknown
		SetAside int      `json:"set_aside"` // games that the server cannot continue
		Damaged  []string `json:"damaged,omitempty"`
	}{status, reasons, s.c.Program, n.Live + n.Asleep + n.Waiting, n.KnownWaiting(), n.SetAside, damaged})
}

// live answers that the process runs. A supervisor should restart a server that does not answer.
func (s *Server) live(w http.ResponseWriter, _ *http.Request) error {
	return rest.Answer(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready answers whether the server may take new games. While the answer is no, a load balancer
// should send new players to other servers.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) error {
	n := s.games.Count()
	var reasons []string
	for _, lack := range shortages {
		if !lack.acceptsGames && lack.applies(s, n) {
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
	if text := s.api.Notice(); text != "" {
		reasons = append(reasons, text)
	}
	if len(reasons) > 0 {
		return rest.Refusal(http.StatusServiceUnavailable, "unavailable", "no new games for now: "+strings.Join(reasons, "; "))
	}
	return rest.Answer(w, http.StatusOK, map[string]string{"status": "ok"})
}

// compressedRoutes is the set of routes with compressed responses. These responses are public and
// the same for all clients. The length of a compressed response can reveal whether a guess in
// it equals a secret (BREACH). Therefore responses about identities, tokens, seats, next games, and
// a player's own games or results stay uncompressed. The server also compresses no response to a POST
// request, and no WebSocket.
var compressedRoutes = map[string]bool{
	"GET /api/games":              true,
	"GET /api/games/{id}/log":     true,
	"GET /api/games/{id}/replay":  true,
	"GET /api/games/{id}/proof":   true,
	"GET /api/games/{id}/chances": true,
	"GET /api/games/{id}/test":    true,
	"GET /api/rules":              true,
	"GET /api/rules/{name}":       true,
	"GET /api/rankings":           true,
	"GET /api/bots":               true,
	"GET /api/schema":             true,
}
