package command

import (
	"os"
	"strings"
)

// deck returns a ready deck or reads a deck file. spec is the deck for [state.Setup], and
// cards holds the number of each card.
func (r ruleset) deck(name string) (spec string, cards map[string]int, err error) {
	if r.ReadDeck == nil {
		return "", nil, usagef("deck %q: players of %s do not choose decks", name, r.Info().Name)
	}
	var names []string
	for _, d := range r.Info().Decks {
		if d.Name == name {
			return name, d.Cards, nil
		}
		names = append(names, d.Name)
	}
	text, err := r.readText(name)
	switch {
	case os.IsNotExist(err):
		return "", nil, unknownName("deck", name, append(names, "a deck file"))
	case err != nil:
		return "", nil, usagef("deck file: %w", err)
	}
	if cards, err = r.ReadDeck(name, text); err != nil {
		return "", nil, &usageError{err}
	}
	return text, cards, nil
}

// decks reads the value of --decks: deck names by seat, separated by commas.
func (r ruleset) decks(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	var specs []string
	for name := range strings.SplitSeq(list, ",") {
		spec, _, err := r.deck(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}
