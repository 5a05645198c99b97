package api

import (
	"cmp"
	"net/http"

	"gamed/server/rest"
)

// creatingRoutes lists the routes that create games. The server refuses them in maintenance mode.
// The route of rematches is not in the list, because it also returns rematches that exist already.
var creatingRoutes = map[string]bool{
	"POST /api/games":                true,
	"POST /api/games/{id}/play-from": true,
	"POST /api/quick":                true,
	"POST /api/learn/{rules}":        true,
	"POST /api/me/invitations":       true,
}

func (s *Service) unlessMaintenance(next rest.Handler) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.noNewGames(); err != nil {
			return err
		}
		return next(w, r)
	}
}

// noNewGames returns the error for a request that would create a game, or nil outside maintenance
// mode.
func (s *Service) noNewGames() error {
	if text := s.Notice(); text != "" {
		return rest.Refusal(http.StatusServiceUnavailable, "maintenance", text)
	}
	return nil
}

// Notice returns the text for players in maintenance mode, or "".
func (s *Service) Notice() string {
	m := s.c.Controls.Maintenance()
	if !m.On {
		return ""
	}
	return "maintenance: the server starts no new games for now. " + cmp.Or(m.Text, "Games in progress continue.")
}
