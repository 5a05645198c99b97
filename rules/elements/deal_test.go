package elements

import (
	"testing"

	"gamed/state"
	"gamed/state/statetest"
)

// TestRedeal checks that a machine that deals many games deals the same games as new machines. If the
// decks do not change, it must not allocate.
func TestRedeal(t *testing.T) {
	var setups []state.Setup
	for _, options := range []map[string]string{nil, {"open": "yes"}, {"turns": "3"}} {
		for i := range 40 {
			setups = append(setups, state.Setup{Seats: 2 + i/10%3, Seed: state.Seed(i), Table: options, Decks: []string{decks[i/5].name, legalDeck}})
		}
	}
	statetest.Redeal(t, Rules, append(setups, state.Setup{Seats: 2, Decks: []string{"orchard", legalDeck}}))
}
