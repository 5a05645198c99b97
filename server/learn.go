package server

import (
	"crypto/sha256"
	"net/http"

	"gamed/protocol"
	"gamed/server/hub"
)

// A lesson is a game with known random numbers and deterministic bots, so that the same moves
// lead to the same game. The page's text is in web/static/lessons.
type lesson struct {
	seats  []hub.SeatSpec
	table  map[string]string
	chance string // the key of the game's random numbers is the hash of this text
}

// lessons are the lessons by ruleset.
var lessons = map[string]lesson{
	"elements": {
		seats:  []hub.SeatSpec{{Deck: "3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Ember Adept\n3 Torch Runner\n3 War Shout\n3 Moss Hare"}, {Bot: "greedy", Deck: "3 Moss Hare\n3 Rust Boar\n3 Old Oak\n3 Great Elk\n3 Wood Colossus\n3 Deep Rain\n3 Trial of Horns"}},
		chance: "36",
	},
	"dominion": {seats: []hub.SeatSpec{{}, {Bot: "greedy"}}, chance: "53"},
	"polity":   {seats: []hub.SeatSpec{{}}, chance: "1"},
}

// learn creates the game of a lesson, private and unrated.
func (s *Server) learn(w http.ResponseWriter, r *http.Request) error {
	rules := r.PathValue("rules")
	l, ok := lessons[rules]
	if _, there := s.hub.Rules(rules); !ok || !there {
		return &failure{http.StatusNotFound, "no_lesson", "there is no lesson for this ruleset: see the documentation for its rules"}
	}
	spec := hub.Spec{
		Request: hub.Request{Rules: rules, Seats: l.seats, Table: l.table, TableOptions: protocol.TableOptions{Private: true, Name: "A lesson"}},
		Chance:  sha256.Sum256([]byte("gamed lesson v1\x00" + rules + "\x00" + l.chance)),
	}
	return s.create(w, r, spec, "")
}
