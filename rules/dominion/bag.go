package dominion

import "gamed/state"

// maxPiles bounds the piles of a game: ten basic ones and ten of the kingdom.
// Pile 0 is no pile, the last one is spare.
const maxPiles = 22

// A pile is a place in a bag: one of the piles of the game, in order of kind.
type pile uint8

// A Bag is a number of cards without an order.
type Bag struct {
	N  uint16          // how many in all
	Of [maxPiles]uint8 // of each pile
}

func (b *Bag) add(p pile) { b.N++; b.Of[p]++ }

// take takes a card out, which must be there.
func (b *Bag) take(p pile) { b.N--; b.Of[p]-- }

func (b *Bag) has(p pile) bool { return b.Of[p] > 0 }

// pour moves all cards of b to another bag.
func (b *Bag) pour(to *Bag) {
	if b.N == 0 {
		return
	}
	to.N += b.N
	for p, n := range b.Of {
		to.Of[p] += n
	}
	*b = Bag{}
}

// first returns the lowest pile that b has a card of, 0 if it is empty.
func (b *Bag) first() pile {
	if b.N > 0 {
		for p, n := range b.Of {
			if n > 0 {
				return pile(p)
			}
		}
	}
	return 0
}

// random returns the pile of one of the cards, all equally likely. The bag must
// not be empty.
func (b *Bag) random(r *state.Rand) pile {
	k := r.N(int(b.N))
	for p := range b.Of {
		if k -= int(b.Of[p]); k < 0 {
			return pile(p)
		}
	}
	panic("dominion: a bag holds fewer cards than it says")
}
