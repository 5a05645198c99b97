package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"gamed/game"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/state"
)

// How many steps of a replay there are on a page.
const (
	pageSteps    = 100
	maxPageSteps = 500
)

// getReplay sends some steps of a game that is over.
func (s *Server) getReplay(w http.ResponseWriter, r *http.Request) {
	g, err := s.finished(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	query := r.URL.Query()
	viewpoint, ok := viewpointOf(w, query, g)
	if !ok {
		return
	}
	from, ok := numberOf(w, query, "from", 0, 0, g.Steps)
	if !ok {
		return
	}
	count, ok := numberOf(w, query, "count", pageSteps, 1, maxPageSteps)
	if !ok || s.unchanged(w, r, g) {
		return
	}
	page, err := g.Page(viewpoint, from, count)
	if err != nil {
		s.fail(w, err)
		return
	}
	answer(w, http.StatusOK, page)
}

// finished returns the game that a request names, which has to be over.
func (s *Server) finished(r *http.Request) (*replay.Game, error) {
	id := r.PathValue("id")
	ctx := context.WithoutCancel(r.Context()) // others may wait for the same game
	return s.shelf.Get(id, func() (*replay.Game, error) {
		records, err := s.overLog(ctx, id)
		if err != nil {
			return nil, err
		}
		g, err := replay.Open(records, s.rulesOf)
		return g, s.shown(id, err)
	})
}

// shown puts the error of a log that cannot be run again into the words of the hub.
func (s *Server) shown(id string, err error) error {
	if errors.Is(err, game.ErrDamaged) {
		s.faults.Warn().Err(err).Str("game", id).Msg("a game that is over cannot be shown")
		return hub.ErrSetAside
	}
	return err
}

// rulesOf returns a ruleset by its name.
func (s *Server) rulesOf(name string) (state.Dealer, error) {
	if rules, ok := s.hub.Rules(name); ok {
		return rules, nil
	}
	return nil, fmt.Errorf("this program has no rules called %q", name)
}

// viewpointOf reads from where a game is to be seen. It reports false after it has
// refused.
func viewpointOf(w http.ResponseWriter, query url.Values, g *replay.Game) (state.Seat, bool) {
	viewpoint, ok := g.Viewpoint(query.Get("seat"))
	if !ok {
		refuse(w, http.StatusBadRequest, "bad_query", fmt.Sprintf("seat is a number from 0 to %d, watcher, or all", len(g.Seats)-1))
	}
	return viewpoint, ok
}

// numberOf reads a number of a query, def if it is not there. It reports false after
// it has refused.
func numberOf(w http.ResponseWriter, query url.Values, name string, def, least, most int) (int, bool) {
	text := query.Get(name)
	if text == "" {
		return def, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		refuse(w, http.StatusBadRequest, "bad_query", fmt.Sprintf("%s is a number from %d to %d", name, least, most))
		return 0, false
	}
	return n, true
}

// unchanged sets the tag of what is said of a game that is over, which never changes as
// long as the program does not, and answers whoever has it already.
func (s *Server) unchanged(w http.ResponseWriter, r *http.Request, g *replay.Game) bool {
	sum := sha256.Sum256([]byte(s.c.Program + "\x00" + g.Game + "\x00" + strconv.Itoa(g.Steps) + "\x00" + r.URL.Path + "?" + r.URL.RawQuery))
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache")
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if strings.Replace(known, zippedTag+`"`, `"`, 1) == tag {
			w.Header().Set("ETag", known)
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}
