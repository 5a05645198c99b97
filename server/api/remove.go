package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/removal"
	"gamed/server/rest"
	"gamed/store"
)

// removeLimit is the time limit for the deletion of a game or the erasure of a player.
const removeLimit = 25 * time.Second

// ClearCaches removes the replays and winning chances of all finished games from memory. The server
// calls it when the operator has deleted a game or erased a player.
func (s *Service) ClearCaches() {
	s.shelf.Clear()
	s.chances.clear()
}

func (s *Service) deleteGame(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), removeLimit)
	defer cancel()
	id := r.PathValue("id")
	if !hub.IsID(id) {
		return hub.ErrNotFound
	}
	conflict := func(code string, err error) error { return rest.Refusal(http.StatusConflict, code, err.Error()) }
	err := removal.Game(ctx, s.c.Store, id)
	switch {
	case errors.Is(err, removal.ErrRunning):
		return conflict("not_over", removal.ErrRunning)
	case errors.Is(err, removal.ErrUnsettled):
		return conflict("unsettled", removal.ErrUnsettled)
	case errors.Is(err, store.ErrPermanent):
		return conflict("permanent", store.ErrPermanent)
	case errors.Is(err, store.ErrNotFound):
		return hub.ErrNotFound
	case err == nil:
		err = s.c.Controls.NoteRemoval(ctx, s.operatorOf(r).NewAction("delete game", id, ""))
	}
	return noContent(w, err, "")
}

// playerOf returns the player in the path of an operator's request.
func (s *Service) playerOf(r *http.Request) (identity.Identity, error) {
	who, err := s.c.Book.Find(r.Context(), r.PathValue("who"))
	if errors.Is(err, identity.ErrUnknown) {
		err = rest.Refusal(http.StatusNotFound, "not_found", "no guest or bot has this name or id")
	}
	return who, err
}

func (s *Service) exportPlayer(w http.ResponseWriter, r *http.Request) error {
	who, err := s.playerOf(r)
	if err != nil {
		return err
	}
	data, err := removal.ExportPlayer(r.Context(), s.c.Store, s.c.Controls, who)
	if err == nil {
		err = s.c.Controls.LogAction(r.Context(), s.operatorOf(r).NewAction("export player", who.ID, ""))
	}
	return rest.Reply(w, data, err)
}

func (s *Service) erasePlayer(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), removeLimit)
	defer cancel()
	who, err := s.playerOf(r)
	if err != nil {
		return err
	}
	done, err := removal.Player(ctx, s.c.Store, s.c.Controls, who)
	if err == nil {
		err = s.c.Controls.NoteRemoval(ctx, s.operatorOf(r).NewAction("erase player", who.ID, ""))
	}
	return rest.Reply(w, done, err)
}
