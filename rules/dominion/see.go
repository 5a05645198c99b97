package dominion

import "gamed/state"

// The functions in this file return what seats may know. Views, drawings and samples use these
// functions.

// actor returns the seat that f affects or asks. In the phases of a turn, this is the seat that owns f.
func actor(f *state.Frame) state.Seat {
	if f.Phase <= CleanUpPhase {
		return f.Seat
	}
	return f.Actor
}

// sees reports whether the viewer sees what seat p sees.
func (s *Position) sees(viewer, p state.Seat) bool { return s.viewersOf(p).Has(viewer) }

// shownCards returns the cards that the viewer sees in a hidden bag of seat p. These are either all
// cards or only the Stashes, which players recognize by their backs.
func (s *Position) shownCards(bag *Bag, p, viewer state.Seat) Bag {
	if s.sees(viewer, p) {
		return *bag
	}
	var marked Bag
	if stash := s.stash(); stash != 0 {
		marked.Counts[stash] = bag.Counts[stash]
		marked.Size = uint16(bag.Counts[stash])
	}
	return marked
}

// isKnownTo reports whether the viewer knows an ordered card.
func (t topCard) isKnownTo(viewer state.Seat) bool {
	return t.seen() == seatMask || t.seen().Has(viewer)
}

// knownDepth returns the depth of the deepest ordered card in the deck of seat p that the viewer knows,
// or 0 if the viewer knows none. The top card has depth 1.
func (s *Position) knownDepth(p, viewer state.Seat) int {
	d := &s.Sides[p]
	for i := range d.NTop {
		if d.Top[i].isKnownTo(viewer) {
			return int(d.NTop - i)
		}
	}
	return 0
}

// knownCardName returns the name of the card under n others in the deck of seat p, or "" if the viewer
// does not know the card. The number n must be less than knownDepth.
func (s *Position) knownCardName(p, viewer state.Seat, n int) string {
	d := &s.Sides[p]
	if t := d.Top[int(d.NTop)-1-n]; t.isKnownTo(viewer) {
		return cards[s.Kinds[t.pile()]].Name
	}
	return ""
}

// hiddenRest returns the cards in the deck of seat p whose positions the viewer does not know.
// hiddenRest returns an empty bag unless the viewer sees what p sees.
func (s *Position) hiddenRest(p, viewer state.Seat) (rest Bag) {
	if !s.sees(viewer, p) {
		return rest
	}
	d := &s.Sides[p]
	rest = d.Unordered
	for i := range d.NStash {
		if d.stashDepth(i) > 0 {
			rest.take(s.stash())
		}
	}
	for _, t := range d.Top[:d.NTop] {
		if !t.isKnownTo(viewer) {
			rest.add(t.pile())
		}
	}
	return rest
}

// stashDepth returns the depth of the i-th Stash from the top, counted from 0, or 0 if the Stash has not
// been placed yet. The top card has depth 1.
func (d *Side) stashDepth(i uint8) int {
	height := int(d.Stash[d.NStash-1-i])
	if height == 0 {
		return 0
	}
	return d.deckSize() - height + 1
}

// shownDiscards returns the cards in the discard pile of seat p that the viewer may see.
func (s *Position) shownDiscards(p, viewer state.Seat) Bag {
	seen := s.Sides[p].Discard
	if s.sees(viewer, p) {
		dark := s.Sides[p].FaceDown
		dark.pour(&seen)
	}
	return seen
}

// bannedNames returns the names of the cards that cannot be bought this turn.
func (s *Position) bannedNames() (names []string) {
	for p, k := range s.Kinds {
		if s.Banned.has(pile(p)) {
			names = append(names, cards[k].Name)
		}
	}
	return names
}
