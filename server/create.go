package server

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"gamed/server/hub"
)

// createGame makes the game that the body asks for, or finds it again by its key.
func (s *Server) createGame(w http.ResponseWriter, r *http.Request) {
	var spec hub.Spec
	if readJSON(w, r, &spec.Request) && s.readKey(w, r, &spec.Key) {
		s.create(w, r, spec)
	}
}

// create makes a game for whoever asks for it.
func (s *Server) create(w http.ResponseWriter, r *http.Request, spec hub.Spec) {
	err := s.lobby.Check(s.player(r), &spec)
	if err == nil {
		err = s.lobby.Prepare(&spec)
	}
	if err != nil {
		s.failLobby(w, err)
		return
	}
	if !s.mayKeep(w, r) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), creating)
	defer cancel()
	info, err := s.hub.Create(ctx, spec)
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Location", "/api/games/"+info.ID)
	answer(w, http.StatusCreated, info)
}

// creating is how long the store may take for a new game, an election of its servers
// included.
const creating = 12 * time.Second

// The length of a key with which a request may be sent again: 128 bits take 22 letters.
const (
	minKey = 22
	maxKey = 255
)

// readKey reads the key with which a request may be sent again, if it has one, by the same
// identity. It reports false after it has refused.
func (s *Server) readKey(w http.ResponseWriter, r *http.Request, key *string) bool {
	keys := r.Header.Values("Idempotency-Key")
	if len(keys) == 0 {
		return true
	}
	*key = keys[0]
	visible := strings.IndexFunc(*key, func(c rune) bool { return c < '!' || c > '~' }) < 0
	if len(keys) > 1 || len(*key) < minKey || len(*key) > maxKey || !visible {
		refuse(w, http.StatusBadRequest, "bad_key", fmt.Sprintf("Idempotency-Key is one random word of %d to %d visible ASCII characters", minKey, maxKey))
		return false
	}
	if who := s.who(r); who.Known() {
		*key = who.ID + " " + *key
	}
	return true
}
