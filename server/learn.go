package server

import (
	"crypto/sha256"
	"net/http"
	"slices"

	"gamed/protocol"
	"gamed/rules"
	"gamed/server/hub"
)

// listLessons sends the lessons of a ruleset.
func (s *Server) listLessons(w http.ResponseWriter, r *http.Request) error {
	lessons, err := s.lessonsOf(r)
	return reply(w, map[string]any{"lessons": lessons}, err)
}

// lessonsOf returns the lessons of a request's ruleset.
func (s *Server) lessonsOf(r *http.Request) ([]rules.Lesson, error) {
	found, _ := s.c.Rules.Find(r.PathValue("rules"))
	if len(found.Lessons) == 0 {
		return nil, &failure{http.StatusNotFound, "no_lesson", "there is no lesson for this ruleset: see the documentation for its rules"}
	}
	return found.Lessons, nil
}

// learn creates a private, unrated game for a lesson. Its random numbers are fixed and its
// bots are deterministic, so the same moves lead to the same game.
func (s *Server) learn(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Lesson string `json:"lesson,omitempty"` // by default the first one
	}
	lessons, err := s.lessonsOf(r)
	if err == nil {
		err = readJSON(w, r, &wish)
	}
	if err != nil {
		return err
	}
	at := 0
	if wish.Lesson != "" {
		at = slices.IndexFunc(lessons, func(one rules.Lesson) bool { return one.ID == wish.Lesson })
	}
	if at < 0 {
		return &failure{http.StatusNotFound, "no_lesson", "the ruleset has no lesson with this id; GET /api/learn/NAME lists them"}
	}
	lesson, name := &lessons[at], r.PathValue("rules")
	spec := hub.Spec{
		Request: hub.Request{Rules: name, Table: lesson.Table, TableOptions: protocol.TableOptions{Private: true, Name: "A lesson"}},
		Chance:  sha256.Sum256([]byte("gamed lesson v1\x00" + name + "\x00" + lesson.Chance)),
	}
	for _, seat := range lesson.Seats {
		spec.Seats = append(spec.Seats, hub.SeatSpec{Bot: seat.Bot, Deck: seat.Deck})
	}
	if len(lesson.Opening) > 0 {
		if spec.From, err = s.hub.Opening(spec, lesson.Opening); err != nil {
			return err
		}
	}
	return s.create(w, r, spec, "")
}
