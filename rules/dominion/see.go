package dominion

import "gamed/state"

// What a seat may know. Views, drawings and the sampler of hidden worlds ask here.

// sees reports whether viewer sees what seat p sees: it is p, or possesses it, or
// sees all.
func (s *Position) sees(viewer, p state.Seat) bool { return s.eyes(p).Has(viewer) }

// shown returns what viewer sees of a bag of seat p that is hidden from others:
// all of it, or the cards whose backs tell.
func (s *Position) shown(bag *Bag, p, viewer state.Seat) Bag {
	if s.sees(viewer, p) {
		return *bag
	}
	var marked Bag
	if stash := s.stash(); stash != 0 {
		marked.Of[stash] = bag.Of[stash]
		marked.N = uint16(bag.Of[stash])
	}
	return marked
}

// known reports whether viewer knows a card on top of a deck.
func (t topCard) known(viewer state.Seat) bool { return t.seen() == seatMask || t.seen().Has(viewer) }

// knownTop returns the cards of a deck from the top down, as far as viewer knows
// one, and "" for those in between that it does not know.
func (s *Position) knownTop(p, viewer state.Seat) (names []string) {
	d := &s.Sides[p]
	depth := 0
	for i := range d.NTop {
		if d.Top[i].known(viewer) {
			depth = int(d.NTop - i)
			break
		}
	}
	for i := range depth {
		t := d.Top[int(d.NTop)-1-i]
		name := ""
		if t.known(viewer) {
			name = cards[s.Kinds[t.pile()]].Name
		}
		names = append(names, name)
	}
	return names
}

// bannedNames returns what may not be bought this turn.
func (s *Position) bannedNames() (names []string) {
	for p, k := range s.Kinds {
		if s.Banned>>p&1 != 0 {
			names = append(names, cards[k].Name)
		}
	}
	return names
}
