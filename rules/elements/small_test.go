package elements

import (
	"slices"

	"gamed/state"
)

// smallGames returns games of two seats with decks of five cards, 3 life and at most 8 turns. The keys
// name the ready decks that contain the cards.
func smallGames() map[string][]Position {
	games := make(map[string][]Position)
	for i := range decks {
		j := (i + 1) % len(decks)
		games[decks[i].name+" and "+decks[j].name] = smallDeals(cheapest(i), cheapest(j))
	}
	return games
}

// smallDeck is the number of cards in a deck: the hand and two more cards.
const smallDeck = StartHand + 2

// cheapest returns the five cheapest kinds of a ready deck, one card of each.
func cheapest(i int) Deck {
	kinds := slices.Compact(slices.Clone(decks[i].cards))
	slices.SortStableFunc(kinds, func(a, b state.Kind) int { return total(a) - total(b) })
	kinds = kinds[:smallDeck]
	slices.Sort(kinds)
	return kinds
}

func total(k state.Kind) (n int) {
	for _, c := range cards[k].Cost {
		n += int(c)
	}
	return n
}

// smallDeals returns every deal of two decks: each hand with each order of the Future.
func smallDeals(decks ...Deck) (starts []Position) {
	starts = []Position{{Core: state.Core{Seats: uint8(len(decks)), Playing: state.AllSeats(len(decks)), Limit: 8}}}
	for seat, deck := range decks {
		var more []Position
		for _, s := range starts {
			for _, order := range orders(deck) {
				s := s
				side := &s.Sides[seat]
				side.Life, s.LeastSpellKarma[seat], s.DeckNeeds[seat] = 3, deck.leastSpellKarma(), deck.needs()
				side.NFuture = uint8(copy(side.Future[:], order))
				for range StartHand {
					s.draw(state.Seat(seat), nil)
				}
				more = append(more, s)
			}
		}
		starts = more
	}
	for i := range starts {
		Rules.Start(&starts[i], state.Frame{Phase: Start})
	}
	return starts
}

// orders returns the orders of a deck that differ for the game. The last cards become the hand, so
// it returns only orders in which they ascend.
func orders(d Deck) (all []Deck) {
	if len(d) == StartHand {
		return []Deck{d}
	}
	for i, k := range d {
		rest := slices.Delete(slices.Clone(d), i, i+1)
		for _, order := range orders(rest) {
			all = append(all, append(Deck{k}, order...))
		}
	}
	return all
}

// blank clears the fields that depend on how the game reached a position. These are the names of
// tokens, and the slots that the last request freed.
func blank(s *Position) {
	s.TokensCreated, s.FreedSlots, s.FreedSeq = 0, 0, 0
	clear(s.TokenNames[:])
}
