package elements

import (
	"maps"
	"slices"

	"gamed/state"
)

// Life is the [state.Measure] for a seat's life.
const Life state.Measure = 1

func measure(s *Position, seat state.Seat, m state.Measure) int {
	if m != Life {
		return 0
	}
	return int(s.Sides[seat].Life)
}

// DeckCardNames returns the names of the cards in a seat's deck, each once.
func DeckCardNames(m state.Machine, seat state.Seat) []string {
	return slices.Sorted(maps.Keys(deckOf(m.(*state.Game[Position]).Position(), seat)))
}

// deckOf returns a seat's deck as numbers of cards by name.
func deckOf(s *Position, seat state.Seat) map[string]int {
	list := make(map[string]int)
	for k, n := range s.cardsOf(seat) {
		if n > 0 {
			list[cards[k].Name] = n
		}
	}
	return list
}

// cardsOf returns how many cards of each kind a seat owns, in all zones. These are the cards of the
// seat's deck, because no card leaves the game.
func (s *Position) cardsOf(seat state.Seat) (n [256]int) {
	side := &s.Sides[seat]
	for _, zone := range [][]state.Kind{side.Future[:side.NFuture], side.Hand[:side.NHand], side.Past[:side.NPast]} {
		for _, k := range zone {
			n[k]++
		}
	}
	for _, t := range s.Tokens {
		if t.Kind != 0 && t.Owner == seat && !t.is(cardless) {
			n[t.Kind]++
		}
	}
	for _, f := range s.Stack.Frames[:s.Stack.Depth] {
		if f.Seat == seat && f.Slot == slotCast && (f.Phase == PlayPhase || f.Phase == Effect) {
			n[f.Kind]++
		}
	}
	return n
}

// CardsInNoDeck returns the names of the cards that decks may contain but that are in no ready
// deck.
func CardsInNoDeck() []string {
	used := make(map[string]bool)
	for _, d := range decks {
		for _, k := range d.cards {
			used[cards[k].Name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(deckCards), func(name string) bool { return used[name] })
}
