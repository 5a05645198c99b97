package dominion

import "gamed/state"

// What a seat may know. Views, drawings and the sampler of hidden worlds ask here.

// actor returns who is acted upon or asked in f: whose it is, in the phases of a
// turn.
func actor(f *state.Frame) state.Seat {
	if f.Phase <= CleanUpPhase {
		return f.Seat
	}
	return f.Actor
}

// sees reports whether viewer sees what seat p sees: it is p, or possesses it, or
// sees all.
func (s *Position) sees(viewer, p state.Seat) bool { return s.viewersOf(p).Has(viewer) }

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

// knownDepth returns how far down the deck of seat p viewer knows a card.
func (s *Position) knownDepth(p, viewer state.Seat) int {
	d := &s.Sides[p]
	for i := range d.NTop {
		if d.Top[i].known(viewer) {
			return int(d.NTop - i)
		}
	}
	return 0
}

// knownAt returns the card that lies under n others on the deck of seat p, "" if
// viewer does not know it. n is below knownDepth.
func (s *Position) knownAt(p, viewer state.Seat, n int) string {
	d := &s.Sides[p]
	if t := d.Top[int(d.NTop)-1-n]; t.known(viewer) {
		return cards[s.Kinds[t.pile()]].Name
	}
	return ""
}

// hiddenRest returns the cards of the deck of seat p whose place viewer does not
// know. Who does not see what p sees knows nothing of them.
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

// stashDepth returns how deep the i-th Stash from the top lies in the deck, 1
// being the top card; 0 if it is still to be placed.
func (d *Side) stashDepth(i uint8) int {
	height := int(d.Stash[d.NStash-1-i])
	if height == 0 {
		return 0
	}
	return d.deckSize() - height + 1
}

// shownDiscards returns the cards on the discard pile of seat p that viewer has
// seen.
func (s *Position) shownDiscards(p, viewer state.Seat) Bag {
	seen := s.Sides[p].Discard
	if s.sees(viewer, p) {
		dark := s.Sides[p].Dark
		dark.pour(&seen)
	}
	return seen
}

// bannedNames returns what may not be bought this turn.
func (s *Position) bannedNames() (names []string) {
	for p, k := range s.Kinds {
		if s.Banned.has(pile(p)) {
			names = append(names, cards[k].Name)
		}
	}
	return names
}
