package api

import (
	"fmt"
	"net/http"

	"gamed/game"
	"gamed/protocol"
	"gamed/server/admin"
	"gamed/server/rest"
)

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
	if !s.c.Admission.AllowCreation(w, r) {
		return nil
	}
	who, err := s.c.Book.SeatPlayer(ctx, id, wish.Seat)
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
	report := admin.Report{Game: id, Seat: wish.Seat, Player: who.ID, Name: info.Seats[wish.Seat].Name, Reporter: by.ID, ReporterName: by.Name, Text: wish.Text}
	const evidence = 30 // chat lines in a report
	for _, line := range personal.Chat[max(0, len(personal.Chat)-evidence):] {
		report.Chat = append(report.Chat, fmt.Sprintf("%d: %s", line.Seat, line.Text))
	}
	if err := s.c.Controls.Report(ctx, report); err != nil {
		return err
	}
	s.c.Logger.Info().Str("game", id).Int("seat", wish.Seat).Msg("a player was reported: see gamed admin reports")
	w.WriteHeader(http.StatusNoContent)
	return nil
}
