package server

import (
	"net/http"
	"path"
	"strconv"
)

// getTest sends a Go test that plays a game that is over up to a step.
func (s *Server) getTest(w http.ResponseWriter, r *http.Request) {
	g, err := s.finished(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	step, ok := numberOf(w, r.URL.Query(), "step", g.Steps, 0, g.Steps)
	if !ok {
		return
	}
	source, ok := s.c.Sources[g.Rules]
	if !ok {
		refuse(w, http.StatusNotFound, "no_source", "the rules of this game are not written in Go: take its log, and gamed replay --check")
		return
	}
	if s.unchanged(w, r, g) {
		return
	}
	text, err := g.Test(step, source, path.Base(source.Import)+"_test")
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="game_`+g.Game+`_test.go"`)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = w.Write([]byte(text)) // a client that has gone is no error here
}
