package elements

import (
	"strings"
	"testing"

	"gamed/state"
	"gamed/state/statetest"
)

// TestKit checks that Elements passes the tests of package statetest.
func TestKit(t *testing.T) { statetest.Run(t, kit()) }

func kit() statetest.Kit[Position] {
	k := statetest.Kit[Position]{
		Rules:       Rules,
		Requests:    5000,
		Check:       check,
		Measures:    []state.Measure{Life},
		SmallGames:  smallGames(),
		ClearUnread: blank,
		IsPlay: func(e state.Event) bool {
			return e.What == played || e.What == entered
		},
	}
	// Each ready deck plays against the next one. Games with three and four seats follow.
	for i := range decks {
		k.Setups = append(k.Setups, state.Setup{Seats: 2, Seed: state.Seed(i), Decks: deckNames(i, 2)})
	}
	k.Setups = append(k.Setups,
		state.Setup{Seats: 3, Seed: 1, Decks: deckNames(0, 3)},
		state.Setup{Seats: 4, Seed: 1, Decks: deckNames(2, 4)},
		state.Setup{Seats: 2, Seed: 2, Decks: deckNames(3, 2), Table: map[string]string{"turns": "12"}})
	for i, deck := range looseDecks() {
		k.Setups = append(k.Setups, state.Setup{Seats: 2, Seed: state.Seed(i), Decks: []string{deck, deck}})
	}
	for kind := 1; kind < len(cards); kind++ {
		k.Cards = append(k.Cards, state.Kind(kind))
	}
	return k
}

// looseDecks returns decks that together have every card that is in no ready deck. Each deck has up to
// four kinds of these cards, and its other cards are the same in all decks.
func looseDecks() (all []string) {
	ready := map[state.Kind]bool{}
	for _, d := range decks {
		for _, k := range d.cards {
			ready[k] = true
		}
	}
	n := 0
	for k := range cards {
		if d := &cards[k]; k == 0 || d.Created || ready[state.Kind(k)] {
			continue
		}
		if n%4 == 0 {
			all = append(all, "3 Spark\n3 Ash Imp\n3 Lamplighter\n3 Sift\n3 Moss Hare\n3 Sun Priest")
		}
		if fill := "3 " + cards[k].Name; !strings.Contains(all[n/4], fill) {
			all[n/4] += "\n" + fill
		}
		n++
	}
	for i := range all {
		if n%4 != 0 && i == len(all)-1 {
			all[i] += "\n3 Lullaby\n3 Grave Rat"
		}
	}
	return all
}

// deckNames returns the names of n ready decks, starting with the i-th.
func deckNames(i, n int) (names []string) {
	for j := range n {
		names = append(names, decks[(i+j)%len(decks)].name)
	}
	return names
}
