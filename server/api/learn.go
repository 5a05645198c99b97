package api

import (
	"encoding/json"
	"net/http"
	"slices"

	"gamed/protocol"
	"gamed/rules"
	"gamed/server/hub"
	"gamed/server/rest"
)

// listLessons sends the lessons and the puzzles of a ruleset. If the server cannot read the counts
// of players, it sends the puzzles without them.
func (s *Service) listLessons(w http.ResponseWriter, r *http.Request) error {
	found, err := s.requireLessons(r)
	if err != nil {
		return err
	}
	var puzzles []countedPuzzle
	if len(found.Puzzles) > 0 {
		counts := s.puzzleCounts(r)
		for _, one := range found.Puzzles {
			puzzles = append(puzzles, countedPuzzle{one, counts[one.ID]})
		}
	}
	return rest.Answer(w, http.StatusOK, map[string]any{"lessons": found.Lessons, "puzzles": puzzles})
}

// requireLessons returns the ruleset of a request, or an error if the ruleset has no lessons.
func (s *Service) requireLessons(r *http.Request) (rules.Ruleset, error) {
	found, _ := s.c.Rules.Find(r.PathValue("rules"))
	if len(found.Lessons) == 0 {
		return found, rest.Refusal(http.StatusNotFound, "no_lesson", "there is no lesson for this ruleset: see the documentation for its rules")
	}
	return found, nil
}

// learn creates a private, unrated game for a lesson or a puzzle. Its random numbers are fixed
// and its bots are deterministic, so the same moves lead to the same game.
func (s *Service) learn(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Lesson string `json:"lesson,omitempty"` // by default the first one
		Puzzle string `json:"puzzle,omitempty"` // instead of a lesson
	}
	found, err := s.requireLessons(r)
	if err == nil {
		err = rest.ReadJSON(w, r, &wish)
	}
	if err != nil {
		return err
	}
	start, title := &found.Lessons[0].Start, "Lesson: "+found.Lessons[0].Title
	switch {
	case wish.Puzzle != "":
		puzzle, err := findPuzzle(found, wish.Puzzle)
		if err != nil {
			return err
		}
		start, title = &puzzle.Start, "A puzzle"
	case wish.Lesson != "":
		at := slices.IndexFunc(found.Lessons, func(one rules.Lesson) bool { return one.ID == wish.Lesson })
		if at < 0 {
			return rest.Refusal(http.StatusNotFound, "no_lesson", "the ruleset has no lesson with this id; GET /api/learn/NAME lists them")
		}
		start, title = &found.Lessons[at].Start, "Lesson: "+found.Lessons[at].Title
	}
	spec := startSpec(r.PathValue("rules"), start)
	spec.TableOptions = protocol.TableOptions{Private: true, Name: title}
	if len(start.Opening) > 0 {
		if spec.From, err = s.c.Hub.Opening(spec, start.Opening); err != nil {
			return err
		}
	}
	info, created, err := s.makeGame(w, r, spec, "")
	if err != nil || !created {
		return err
	}
	if wish.Puzzle != "" {
		s.countTry(r, wish.Puzzle)
	}
	return answerCreated(w, info)
}

// getPuzzle sends the decks of a puzzle and the player's view of its position, without a game.
func (s *Service) getPuzzle(w http.ResponseWriter, r *http.Request) error {
	puzzle, err := s.requirePuzzle(r)
	if err != nil {
		return err
	}
	start := &puzzle.Start
	var position struct {
		Decks []string        `json:"decks"` // by seat; the player has seat 0
		View  json.RawMessage `json:"view"`
	}
	for _, seat := range start.Seats {
		position.Decks = append(position.Decks, seat.Deck)
	}
	position.View, err = s.c.Hub.OpeningView(startSpec(r.PathValue("rules"), start), start.Opening, 0)
	return rest.Reply(w, position, err)
}

// requirePuzzle returns the puzzle of a request, or the refusal no_lesson or no_puzzle.
func (s *Service) requirePuzzle(r *http.Request) (*rules.Puzzle, error) {
	found, err := s.requireLessons(r)
	if err != nil {
		return nil, err
	}
	return findPuzzle(found, r.PathValue("id"))
}

// findPuzzle returns a puzzle of a ruleset, or the refusal no_puzzle.
func findPuzzle(found rules.Ruleset, id string) (*rules.Puzzle, error) {
	at := slices.IndexFunc(found.Puzzles, func(one rules.Puzzle) bool { return one.ID == id })
	if at < 0 {
		return nil, rest.Refusal(http.StatusNotFound, "no_puzzle", "the ruleset has no puzzle with this id; GET /api/learn/NAME lists them")
	}
	return &found.Puzzles[at], nil
}

// startSpec returns the specification of a game of a lesson or a puzzle, with the seats, table and
// random numbers that start gives.
func startSpec(name string, start *rules.Start) hub.Spec {
	spec := hub.Spec{Request: hub.Request{Rules: name, RulesOptions: start.Table}, Chance: hub.LessonKey(name, start.Chance)}
	for _, seat := range start.Seats {
		spec.Seats = append(spec.Seats, hub.SeatSpec{Bot: seat.Bot, Deck: seat.Deck})
	}
	return spec
}
