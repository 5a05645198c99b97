package server

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"gamed/state"
)

// checkDeck says whether a deck could be played, and what is wrong with it if not.
func (s *Server) checkDeck(w http.ResponseWriter, r *http.Request) {
	rules, ok := s.hub.Rules(r.PathValue("name"))
	if !ok || len(rules.Info().Decks) == 0 {
		refuse(w, http.StatusNotFound, "no_decks", "no rules of that name are played with decks; GET /api/rules lists them")
		return
	}
	var body struct {
		Deck string `json:"deck"` // as in a deck file
	}
	if !readJSON(w, r, &body) {
		return
	}
	problems := []string{}
	if err := tryDeck(rules, body.Deck); err != nil {
		all := []error{err}
		var several interface{ Unwrap() []error }
		if errors.As(err, &several) {
			all = several.Unwrap()
		}
		for _, err := range all {
			problems = append(problems, wordsOfDeck(err))
		}
	}
	answer(w, http.StatusOK, struct {
		OK       bool     `json:"ok"`
		Problems []string `json:"problems"` // in words
	}{len(problems) == 0, problems})
}

// tryDeck deals a game with a deck. The comment at its end keeps a text without a line from
// being taken for the name of a ready deck.
func tryDeck(rules state.Dealer, deck string) error {
	setup := state.Setup{Seats: rules.Info().MinSeats, Seed: 1}
	setup.Decks = slices.Repeat([]string{""}, setup.Seats)
	setup.Decks[0] = deck + "\n#"
	_, err := rules.Deal(setup)
	return err
}

// place is where in a deck something is wrong, as the rules say it.
var place = regexp.MustCompile(`^deck of seat 0:(?:(\d+):)? `)

// wordsOfDeck tells what is wrong with a deck that sits nowhere yet.
func wordsOfDeck(err error) string {
	text := err.Error()
	at := place.FindStringSubmatch(text)
	switch {
	case at == nil:
		return text
	case at[1] == "":
		return strings.TrimPrefix(text, at[0])
	}
	return "line " + at[1] + ": " + strings.TrimPrefix(text, at[0])
}
