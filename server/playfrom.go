package server

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/server/hub"
)

// A seatWish is who is to sit in a seat: whoever comes, unless Bot is set.
type seatWish struct {
	Bot string `json:"bot,omitempty"`
}

// playFrom makes a game that begins from a position of one that is over. The cards lie as
// they did; the chance that is still to come is the new game's own.
func (s *Server) playFrom(w http.ResponseWriter, r *http.Request) {
	var wish struct {
		Step    int        `json:"step"`            // after which it begins
		Seats   []seatWish `json:"seats,omitempty"` // who plays; who did, if there are none
		Private bool       `json:"private,omitempty"`
	}
	var spec hub.Spec
	if !readJSON(w, r, &wish) || !s.readKey(w, r, &spec.Key) {
		return
	}
	g, err := s.finished(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	if wish.Step < 0 || wish.Step > g.Steps {
		refuse(w, http.StatusUnprocessableEntity, "bad_game", fmt.Sprintf("step: it is a number from 0 to %d", g.Steps))
		return
	}
	spec.From, err = g.From(wish.Step)
	switch {
	case errors.Is(err, replay.ErrOver), errors.Is(err, game.ErrTooLong):
		refuse(w, http.StatusUnprocessableEntity, "bad_game", "step: "+err.Error())
		return
	case err != nil:
		s.fail(w, err)
		return
	}
	if wish.Seats == nil {
		wish.Seats = again(g)
	}
	if len(wish.Seats) != len(g.Seats) {
		refuse(w, http.StatusUnprocessableEntity, "bad_game", fmt.Sprintf("seats: %d seats, but the game has %d", len(wish.Seats), len(g.Seats)))
		return
	}
	spec.Rules, spec.Private = g.Rules, wish.Private
	for _, seat := range wish.Seats {
		spec.Seats = append(spec.Seats, hub.SeatSpec{Bot: seat.Bot})
	}
	if spec.Key != "" { // another position is another game
		spec.Key = g.Game + " " + strconv.Itoa(wish.Step) + " " + spec.Key
	}
	s.create(w, r, spec)
}

// again wishes for the bots that have played a game, and for anybody in place of its
// people.
func again(g *replay.Game) []seatWish {
	seats := make([]seatWish, len(g.Seats))
	for i, before := range g.Seats {
		if before.Kind == protocol.SeatBot {
			seats[i].Bot = before.Name
		}
	}
	return seats
}
