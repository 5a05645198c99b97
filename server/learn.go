package server

import (
	"crypto/sha256"
	"net/http"

	"gamed/protocol"
	"gamed/server/hub"
)

// learn creates a private, unrated game for a ruleset's lesson. Its random numbers are fixed
// and its bots are deterministic, so the same moves lead to the same game. The page's text is
// in web/static/lessons.
func (s *Server) learn(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("rules")
	rules, _ := s.c.Rules.Find(name)
	if rules.Lesson == nil {
		return &failure{http.StatusNotFound, "no_lesson", "there is no lesson for this ruleset: see the documentation for its rules"}
	}
	spec := hub.Spec{
		Request: hub.Request{Rules: name, TableOptions: protocol.TableOptions{Private: true, Name: "A lesson"}},
		Chance:  sha256.Sum256([]byte("gamed lesson v1\x00" + name + "\x00" + rules.Lesson.Chance)),
	}
	for _, seat := range rules.Lesson.Seats {
		spec.Seats = append(spec.Seats, hub.SeatSpec{Bot: seat.Bot, Deck: seat.Deck})
	}
	return s.create(w, r, spec, "")
}
