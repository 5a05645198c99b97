package server

import (
	"crypto/sha256"
	"net/http"

	"gamed/protocol"
	"gamed/server/hub"
)

// A lesson is a game that is the same for everybody who plays it in the same way: its
// chance is no secret, and its bots do what they always do. What the page says to it is in
// web/static/lessons.
type lesson struct {
	seats  []hub.SeatSpec
	table  map[string]string
	chance string // any words: the key of the game's chance is their digest
}

// lessons are the games that the rules are learned by, by the name of the ruleset.
var lessons = map[string]lesson{
	"elements": {
		seats:  []hub.SeatSpec{{Deck: "3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Ember Adept\n3 Torch Runner\n3 War Shout\n3 Moss Hare"}, {Bot: "greedy", Deck: "3 Moss Hare\n3 Rust Boar\n3 Old Oak\n3 Great Elk\n3 Wood Colossus\n3 Deep Rain\n3 Trial of Horns"}},
		chance: "36",
	},
	"dominion": {seats: []hub.SeatSpec{{}, {Bot: "greedy"}}, chance: "53"},
	"polity":   {seats: []hub.SeatSpec{{}}, chance: "1"},
}

// learn makes a game of a lesson for whoever asks. Nobody else finds it, and it counts for
// nothing.
func (s *Server) learn(w http.ResponseWriter, r *http.Request) {
	rules := r.PathValue("rules")
	l, ok := lessons[rules]
	if _, there := s.hub.Rules(rules); !ok || !there {
		refuse(w, http.StatusNotFound, "no_lesson", "there is no lesson for a game of that name; its rules are in the documentation")
		return
	}
	spec := hub.Spec{
		Request: hub.Request{Rules: rules, Seats: l.seats, Table: l.table, TableOptions: protocol.TableOptions{Private: true, Name: "A lesson"}},
		Chance:  sha256.Sum256([]byte("gamed lesson v1\x00" + rules + "\x00" + l.chance)),
	}
	if s.readKey(w, r, &spec.Key) {
		s.create(w, r, spec)
	}
}
