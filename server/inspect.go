package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/state"
	"gamed/store"
)

// A decided is a decision of a seat and what its bot has said of it.
type decided struct {
	replay.Decision
	Info string `json:"info,omitempty"`
	// Refused is what the bot has tried before, and was not accepted.
	Refused []refused `json:"refused,omitempty"`
}

// A refused is a choice that was not accepted.
type refused struct {
	At     int64         `json:"at_ms"`
	Option int           `json:"option"`
	Code   protocol.Code `json:"code"`
	Info   string        `json:"info"`
}

// getDecisions sends what a seat was asked, knew and chose. Before the end of a game, and
// of a private one ever, only those may see it whose seat it is.
func (s *Server) getDecisions(w http.ResponseWriter, r *http.Request) {
	g, over, err := s.anyGame(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	query := r.URL.Query()
	seat, ok := numberOf(w, query, "seat", 0, 0, len(g.Seats)-1)
	if !ok {
		return
	}
	from, ok := numberOf(w, query, "from", 0, 0, g.Steps)
	if !ok {
		return
	}
	count, ok := numberOf(w, query, "count", pageSteps, 1, maxPageSteps)
	if !ok {
		return
	}
	views := query.Get("views")
	if views != "" && views != "no" {
		refuse(w, http.StatusBadRequest, "bad_query", "views is no, or left out")
		return
	}
	if !over || g.Private {
		switch mine, err := s.owns(r, g, seat); {
		case err != nil:
			s.fail(w, err)
			return
		case !mine:
			refuse(w, http.StatusForbidden, "not_yours", "only whose seat it is may see this now: by a session, the token of a bot or of its owner with the scope inspect, or the seat's key or claim in the header Seat-Key; that of a bot which the server runs from a command, whoever is on the server's machine")
			return
		}
	}
	list, err := g.Decisions(state.Seat(seat), from, count)
	if err != nil {
		s.fail(w, err)
		return
	}
	if views == "no" { // who wants times alone is not sent megabytes
		for i := range list {
			list[i].View = nil
		}
	}
	said, err := s.hub.Accounts(r.Context(), g.Game)
	if err != nil {
		s.fail(w, err)
		return
	}
	answer(w, http.StatusOK, struct {
		Game    string    `json:"game"`
		Seat    int       `json:"seat"`
		Name    string    `json:"name,omitempty"`
		Kind    string    `json:"kind"`
		Over    bool      `json:"over"`
		Steps   int       `json:"steps"` // so far
		List    []decided `json:"list"`
		Process *process  `json:"process,omitempty"` // of a bot that the server runs from a command
	}{g.Game, seat, g.Seats[seat].Name, g.Seats[seat].Kind, over, g.Steps, withAccounts(list, said, state.Seat(seat)), s.processOf(r, g, seat, said)})
}

// withAccounts puts what a seat's bot has said to what it has decided.
func withAccounts(list []replay.Decision, said []game.Account, seat state.Seat) []decided {
	all := make([]decided, len(list))
	at := make(map[uint32]*decided)
	for i, d := range list {
		all[i].Decision = d
		at[d.ID] = &all[i]
	}
	for _, a := range said {
		d := at[a.Decision]
		switch {
		case a.Seat != seat || d == nil || a.Stderr != "" || a.Fault != "":
		case a.Refused != "":
			d.Refused = append(d.Refused, refused{a.At, a.Option, a.Refused, a.Info})
		default:
			d.Info = a.Info
		}
	}
	return all
}

// anyGame returns the game that a request names, as far as it has come, and whether it is
// over.
func (s *Server) anyGame(r *http.Request) (*replay.Game, bool, error) {
	g, err := s.finished(r)
	if !errors.Is(err, hub.ErrNotOver) {
		return g, true, err
	}
	id := r.PathValue("id")
	records, err := s.hub.Records(r.Context(), id)
	if err != nil {
		return nil, false, err
	}
	g, err = replay.Open(records, s.rulesOf)
	return g, false, s.shown(id, err)
}

// owns reports whether a seat is the client's, or that of a bot of its own.
func (s *Server) owns(r *http.Request, g *replay.Game, seat int) (bool, error) {
	if s.runs(g, seat) {
		return s.operates(r), nil
	}
	hash := g.KeyHash(seat)
	if hash == "" {
		return false, nil
	}
	if key := r.Header.Get("Seat-Key"); key != "" {
		sum := sha256.Sum256([]byte(key))
		return hex.EncodeToString(sum[:]) == hash, nil
	}
	who := s.who(r)
	if !who.Known() || !who.May(identity.Inspect) {
		return false, nil
	}
	sits, err := s.sitter(r.Context(), g.Game, hash)
	mine := sits.Known() && (sits.ID == who.ID || sits.Owner == who.ID)
	return mine, err
}

// sitter returns who has taken the seat of a game whose key has that SHA-256.
func (s *Server) sitter(ctx context.Context, game, keyHash string) (who identity.Identity, err error) {
	value, _, err := s.c.KV.Get(ctx, "seat", game+"/"+keyHash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return who, nil
	case err != nil:
		return who, fmt.Errorf("server: %w", err)
	}
	return who, json.Unmarshal(value, &who)
}
