package api

import (
	"cmp"
	"fmt"
	"net/http"
	"net/netip"
	"strings"

	"gamed/game"
	"gamed/protocol"
	"gamed/server/admin"
	"gamed/server/identity"
	"gamed/server/rest"
)

// Banned returns the ban of a client, or nil. A ban of a guest also holds for the guest's bots.
func (s *Service) Banned(who identity.Identity, from netip.Addr) *admin.Ban {
	if who.Kind == identity.Operator {
		return nil
	}
	return s.c.Controls.Banned(from, who.ID, who.Owner)
}

// RefuseBanned refuses requests to the API that change data, if the client is banned. A banned
// client may still read.
func (s *Service) RefuseBanned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && strings.HasPrefix(r.URL.Path, "/api/") {
			if b := s.Banned(s.who(r), s.c.Admission.Address(r)); b != nil && !b.Chat {
				rest.Refuse(w, http.StatusForbidden, "banned", b.Text())
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// creatingRoutes lists the routes that create games. The server refuses them in maintenance mode.
// The route of rematches is not in the list, because it also returns rematches that exist already.
var creatingRoutes = map[string]bool{
	"POST /api/games":                true,
	"POST /api/games/{id}/play-from": true,
	"POST /api/quick":                true,
	"POST /api/learn/{rules}":        true,
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

// report stores a player's complaint about another player of a game.
func (s *Service) report(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Seat int    `json:"seat" jsonschema:"minimum=0,maximum=5"`
		Text string `json:"text"`
	}
	ctx, id := r.Context(), r.PathValue("id")
	by, err := s.requireKnown(r)
	if err == nil {
		err = rest.ReadJSON(w, r, &wish)
	}
	if err == nil {
		err = checkNote("text", wish.Text)
	}
	if err != nil {
		return err
	}
	invalid := func(text string) error { return rest.Refusal(http.StatusUnprocessableEntity, "bad_report", text) }
	if protocol.Blank(wish.Text) {
		return invalid("text: say what the player did")
	}
	info, err := s.c.Games.Get(ctx, id)
	switch {
	case err != nil:
		return err
	case wish.Seat < 0 || wish.Seat >= len(info.Seats):
		return invalid(fmt.Sprintf("seat: use a number from 0 to %d", len(info.Seats)-1))
	case info.Seats[wish.Seat].Kind != protocol.SeatPerson:
		return invalid("seat: no player sits there")
	}
	if !s.c.Admission.MayKeep(w, r) {
		return nil
	}
	who, err := s.c.Book.Seated(ctx, id, wish.Seat)
	if err != nil {
		return err
	}
	if who.ID == by.ID {
		return invalid("seat: this is your own seat")
	}
	personal, err := game.Recall(ctx, s.c.Store, id)
	if err != nil {
		return err
	}
	report := admin.Report{Game: id, Seat: wish.Seat, Player: who.ID, Name: info.Seats[wish.Seat].Name, By: by.ID, ByName: by.Name, Text: wish.Text}
	const chat = 30 // lines as evidence
	for _, line := range personal.Chat[max(0, len(personal.Chat)-chat):] {
		report.Chat = append(report.Chat, fmt.Sprintf("%d: %s", line.Seat, line.Text))
	}
	if err := s.c.Controls.Report(ctx, report); err != nil {
		return err
	}
	s.c.Logger.Info().Str("game", id).Int("seat", wish.Seat).Msg("a player was reported: see gamed admin reports")
	w.WriteHeader(http.StatusNoContent)
	return nil
}
