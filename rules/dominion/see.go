package dominion

import "gamed/state"

// What seats may know. Views, drawings and sample use these functions.

// actor returns the affected or asked seat of f; in phases of the turn, its owner.
func actor(f *state.Frame) state.Seat {
	if f.Phase <= CleanUpPhase {
		return f.Seat
	}
	return f.Actor
}

// sees reports whether viewer sees what seat p sees.
func (s *Position) sees(viewer, p state.Seat) bool { return s.viewersOf(p).Has(viewer) }

// shown returns what viewer sees of a hidden bag of seat p: all of it, or the cards with marked
// backs.
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

// known reports whether viewer knows an ordered card.
func (t topCard) known(viewer state.Seat) bool { return t.seen() == seatMask || t.seen().Has(viewer) }

// knownDepth returns how deep the deepest card of a deck lies that viewer knows.
func (s *Position) knownDepth(p, viewer state.Seat) int {
	d := &s.Sides[p]
	for i := range d.NTop {
		if d.Top[i].known(viewer) {
			return int(d.NTop - i)
		}
	}
	return 0
}

// knownAt names the card below n others in a deck, "" if viewer does not know it. n must be below
// knownDepth.
func (s *Position) knownAt(p, viewer state.Seat, n int) string {
	d := &s.Sides[p]
	if t := d.Top[int(d.NTop)-1-n]; t.known(viewer) {
		return cards[s.Kinds[t.pile()]].Name
	}
	return ""
}

// hiddenRest returns the cards of a deck whose place viewer does not know. It is empty unless
// viewer sees what p sees.
func (s *Position) hiddenRest(p, viewer state.Seat) (rest Bag) {
	if !s.sees(viewer, p) {
		return rest
	}
	d := &s.Sides[p]
	rest = d.Rest
	for i := range d.NStash {
		if d.stashDepth(i) > 0 {
			rest.take(s.stash())
		}
	}
	for _, t := range d.Top[:d.NTop] {
		if !t.known(viewer) {
			rest.add(t.pile())
		}
	}
	return rest
}

// stashDepth returns the depth of the i-th Stash from the top, 1 for the top card, 0 if not
// placed yet.
func (d *Side) stashDepth(i uint8) int {
	height := int(d.Stash[d.NStash-1-i])
	if height == 0 {
		return 0
	}
	return d.deckSize() - height + 1
}

// shownDiscards returns the discarded cards of seat p that viewer has seen.
func (s *Position) shownDiscards(p, viewer state.Seat) Bag {
	seen := s.Sides[p].Discard
	if s.sees(viewer, p) {
		dark := s.Sides[p].Dark
		dark.pour(&seen)
	}
	return seen
}

// bannedNames lists the cards that cannot be bought this turn.
func (s *Position) bannedNames() (names []string) {
	for p, k := range s.Kinds {
		if s.Banned.has(pile(p)) {
			names = append(names, cards[k].Name)
		}
	}
	return names
}
