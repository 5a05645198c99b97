package api

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"gamed/server/rest"
	"gamed/state"
)

// errNoDecks is the refusal of a request about decks, if the ruleset is unknown or has no decks.
var errNoDecks = rest.Refusal(http.StatusNotFound, "no_decks", "no ruleset with this name has decks; GET /api/rules lists them")

// checkDeck reports the problems of a deck.
func (s *Service) checkDeck(w http.ResponseWriter, r *http.Request) error {
	rules, ok := s.c.Hub.Rules(r.PathValue("name"))
	if !ok || len(rules.Info().Decks) == 0 {
		return errNoDecks
	}
	var body struct {
		Deck string `json:"deck"` // as in a deck file
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	problems := []string{}
	if err := tryDeck(rules, body.Deck); err != nil {
		all := []error{err}
		var several interface{ Unwrap() []error }
		if errors.As(err, &several) {
			all = several.Unwrap()
		}
		for _, err := range all {
			problems = append(problems, deckProblem(err))
		}
	}
	return rest.Answer(w, http.StatusOK, struct {
		OK       bool     `json:"ok"`
		Problems []string `json:"problems"`
	}{len(problems) == 0, problems})
}

// tryDeck deals a game with a deck. The appended comment makes a one-line deck differ from the name
// of a built-in deck.
func tryDeck(rules state.Dealer, deck string) error {
	setup := state.Setup{Seats: rules.Info().MinSeats, Seed: 1}
	setup.Decks = slices.Repeat([]string{""}, setup.Seats)
	setup.Decks[0] = deck + "\n#"
	_, err := rules.Deal(setup)
	return err
}

// problemStart matches the seat and the line at the start of a problem that the rules report.
var problemStart = regexp.MustCompile(`^deck of seat 0:(?:(\d+):)? `)

// deckProblem returns the text of a problem with its line. It omits the seat, which exists only in
// the deal of tryDeck.
func deckProblem(err error) string {
	text := err.Error()
	at := problemStart.FindStringSubmatch(text)
	switch {
	case at == nil:
		return text
	case at[1] == "":
		return strings.TrimPrefix(text, at[0])
	}
	return "line " + at[1] + ": " + strings.TrimPrefix(text, at[0])
}
