package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"gamed/game"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/state"
	"gamed/table"
)

// Numbers of steps on a replay page.
const (
	pageSteps    = 100
	maxPageSteps = 500
)

// getReplay sends a page of the steps of a finished game, as the requested viewpoint sees them.
func (s *Service) getReplay(w http.ResponseWriter, r *http.Request) error {
	g, err := s.finishedGame(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	q := rest.QueryOf(r)
	viewpoint := viewpointOf(q, g)
	from, count := q.Number("from", 0, 0, g.Steps), q.Number("count", pageSteps, 1, maxPageSteps)
	if q.Err != nil || s.answerUnchanged(w, r, g) {
		return q.Err
	}
	page, err := g.Page(viewpoint, from, count)
	return rest.Reply(w, page, err)
}

// getLog sends the log of a finished game, one JSON record per line.
func (s *Service) getLog(w http.ResponseWriter, r *http.Request) error {
	records, err := s.finishedLog(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	for _, record := range records {
		if _, err := w.Write(append(slices.Clip(record), '\n')); err != nil {
			break // the client has gone
		}
	}
	return nil
}

// getProof replays a finished game and checks its random numbers against the commitment.
func (s *Service) getProof(w http.ResponseWriter, r *http.Request) error {
	records, err := s.finishedLog(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	proof, err := replay.Prove(records, s.c.Hub.FindRules(r.Context(), r.PathValue("id")), replay.Evidence{})
	return rest.Reply(w, proof, s.replayError(r.PathValue("id"), err))
}

// getTest sends a Go test that plays a finished game up to a step.
func (s *Service) getTest(w http.ResponseWriter, r *http.Request) error {
	g, err := s.replayableGame(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	q := rest.QueryOf(r)
	step := q.Number("step", g.Steps, 0, g.Steps)
	if q.Err != nil {
		return q.Err
	}
	rules, _ := s.c.Rules.Find(g.Rules)
	if rules.Source == nil {
		return rest.Refusal(http.StatusNotFound, "no_source", "the rules of this game are not written in Go: use its log and gamed replay --check")
	}
	if s.answerUnchanged(w, r, g) {
		return nil
	}
	text, err := g.GoTest(step, *rules.Source, path.Base(rules.Source.Import)+"_test")
	if err != nil {
		return err
	}
	setDownloadHeaders(w, "text/plain; charset=utf-8", "game_"+g.Game+"_test.go")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = w.Write([]byte(text)) // fails if the client has gone
	return nil
}

// finishedGame returns the replay of a finished game. It keeps recent replays in memory.
func (s *Service) finishedGame(ctx context.Context, id string) (*replay.Game, error) {
	ctx = context.WithoutCancel(ctx) // other requests may wait for this replay
	return s.replays.Get(id, func() (*replay.Game, error) {
		records, err := s.finishedLog(ctx, id)
		if err != nil {
			return nil, err
		}
		return s.openReplay(ctx, id, records)
	})
}

// openReplay replays the records of a game, and adds the names of its human players.
func (s *Service) openReplay(ctx context.Context, id string, records [][]byte) (g *replay.Game, err error) {
	var people game.PersonalData
	if hub.IsID(id) { // logs of match games contain no names
		if people, err = game.LoadPersonalData(ctx, s.c.Store, id); err != nil {
			return nil, err
		}
	}
	g, err = replay.Open(records, s.c.Hub.FindRules(ctx, id))
	if other := (*table.OtherRules)(nil); errors.As(err, &other) && table.Closed(records) {
		g, err = s.openOther(ctx, id, records, other)
	}
	if err != nil {
		return nil, s.replayError(id, err)
	}
	g.SetNames(people.Names, people.Faces)
	return g, nil
}

// openOther returns the replay of a finished game of unknown or older rules, with the game's
// transcript if the store has one.
func (s *Service) openOther(ctx context.Context, id string, records [][]byte, other *table.OtherRules) (*replay.Game, error) {
	var text []byte
	if hub.IsID(id) {
		var err error
		if text, err = lobby.Transcript(ctx, s.c.Store, id); err != nil {
			return nil, err
		}
	}
	return replay.OpenOtherRules(records, other, text)
}

// replayableGame returns the replay of a finished game, or an error if this program does not have
// the game's rules.
func (s *Service) replayableGame(ctx context.Context, id string) (*replay.Game, error) {
	g, err := s.finishedGame(ctx, id)
	if err == nil && g.Source != "" {
		err = rest.Refusal(http.StatusGone, "other_rules", fmt.Sprintf("the rules of %s have changed since this game (version %d, %s): this program cannot replay it", g.Rules, g.Version, g.Program))
	}
	return g, err
}

// replayError converts the error of a log that does not replay into hub.ErrSetAside.
func (s *Service) replayError(id string, err error) error {
	if errors.Is(err, table.ErrDamaged) {
		s.c.Faults.Warn().Err(err).Str("game", id).Msg("the log of a finished game does not replay")
		return hub.ErrSetAside
	}
	return err
}

// viewpointOf returns the seat whose view of a game the client requests.
func viewpointOf(q *rest.Query, g *replay.Game) state.Seat {
	viewpoint, ok := g.Viewpoint(q.Get("seat"))
	if !ok {
		q.Reject("seat is a number from 0 to %d, watcher, or all", len(g.Seats)-1)
	}
	return viewpoint
}

// answerUnchanged sets the entity tag of a response about a finished game. The response changes only with
// another program, or when the erasure of a player changes the names. If the client already has the
// response, answerUnchanged answers the request and returns true.
func (s *Service) answerUnchanged(w http.ResponseWriter, r *http.Request, g *replay.Game) bool {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%q %q %d %q %q %q", s.c.Program, g.Game, g.Steps, g.Source, r.URL.Path, r.URL.RawQuery) // never fails
	for _, seat := range g.Seats {
		_, _ = fmt.Fprintf(sum, " %q %q", seat.Name, seat.Face)
	}
	tag := `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache")
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if strings.Replace(known, rest.ZippedTag+`"`, `"`, 1) == tag {
			w.Header().Set("ETag", known)
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}
