package elements

import (
	"slices"

	"gamed/state"
)

// Life is the measure of a seat's life.
const Life state.Measure = 1

func measure(s *Position, seat state.Seat, m state.Measure) int {
	if m != Life {
		return 0
	}
	return int(s.Sides[seat].Life)
}

// DeckOf returns the names of the cards in a seat's deck, each once. The machine is a newly dealt
// game.
func DeckOf(m state.Machine, seat state.Seat) (names []string) {
	side := &m.(*state.Game[Position]).Position().Sides[seat]
	has := make([]bool, len(cards))
	for _, zone := range [][]state.Kind{side.Future[:side.NFuture], side.Hand[:side.NHand]} {
		for _, k := range zone {
			has[k] = true
		}
	}
	for k, some := range has {
		if some {
			names = append(names, cards[k].Name)
		}
	}
	return names
}

// Idle returns the names of the cards that decks may contain but no ready deck does.
func Idle() []string {
	used := make(map[string]bool)
	for _, d := range decks {
		for _, k := range d.cards {
			used[cards[k].Name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(deckCards), func(name string) bool { return used[name] })
}
