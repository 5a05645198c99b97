package elements

import (
	"math/bits"
	"slices"

	"gamed/state"
)

// sample redraws everything that the seat cannot know: unknown cards in Futures and other hands, hidden
// picks, secret mulligan answers, and the random source. The result depends only on the seat's knowledge
// and on r. The seat may be [state.Watcher], which knows only public cards.
func sample(s *Position, seat state.Seat, r *state.Rand) {
	for p := range state.Seat(s.Seats) {
		s.redraw(p, seat, r)
	}
	for i := range s.Stack.Depth {
		f := &s.Stack.Frames[i]
		switch {
		case f.Phase == Start:
			for ss := f.Passed; ss != 0; ss &= ss - 1 {
				if other := ss.First(); other != seat {
					f.Immune = f.Immune&^state.Only(other) | state.Seats(r.N(2))<<other
				}
			}
		case f.Phase >= Effect && f.Actor != seat && pickedInHand(f):
			f.Picked = 0
		}
	}
	s.Rand = state.Rand(r.Uint64())
}

// pickedInHand reports whether the code of f picks cards from a hand.
func pickedInHand(f *state.Frame) bool {
	for _, op := range powersOf[f.Kind][f.Slot].Do {
		if op.Zone == Hand {
			return true
		}
	}
	return false
}

// presort sorts the cards that the seat does not know. Later calls of sample for this seat are then
// faster.
func presort(s *Position, seat state.Seat) {
	for p := range state.Seat(s.Seats) {
		s.redraw(p, seat, nil)
	}
}

// redraw shuffles the cards of seat p that the viewing seat does not know, and puts them back. It sorts
// the cards first, because the result must not depend on their true positions. If r is nil, it puts the
// cards back sorted.
func (s *Position) redraw(p, seat state.Seat, r *state.Rand) {
	side, own := &s.Sides[p], p == seat
	// The following sets are the same for all cards: the viewing seat knows a card if the card's mask,
	// together with always, has a seat in common with viewing.
	viewing, always := everyViewer, state.Seats(0)
	if seat < state.MaxSeats {
		viewing = viewing.With(seat)
	}
	if s.knows(seat, p, 0) {
		always = seenByAll
	}
	var pool, known [MaxDeck]state.Kind
	n, nKnown := 0, 0
	if !own {
		for i, k := range side.Hand[:side.NHand] {
			if (side.HandSeen[i]|always)&viewing != 0 {
				known[nKnown] = k
				nKnown++
			} else {
				pool[n] = k
				n++
			}
		}
	}
	future := side.Future[:side.NFuture]
	masks := side.FutureSeen[:len(future)]
	for i := len(future) - 1; i >= 0; i-- {
		if (masks[i]|always)&viewing == 0 {
			pool[n] = future[i]
			n++
		}
	}
	if !slices.IsSorted(pool[:n]) { // false after presort
		sortKinds(pool[:n])
	}
	if r != nil {
		state.Shuffle(pool[:n], r)
	}
	for i := range future {
		if (masks[i]|always)&viewing == 0 {
			n--
			future[i] = pool[n]
		}
	}
	if own {
		return
	}
	// The viewing seat cannot know which cards of this hand the other seats know.
	mask := everyViewer
	if seat < state.MaxSeats {
		mask = state.Only(seat)
	}
	side.NHand = 0
	clear(side.Hand[:])
	clear(side.HandSeen[:])
	for _, k := range known[:nKnown] {
		side.addToHand(k, mask)
	}
	for _, k := range pool[:n] {
		side.addToHand(k, 0)
	}
	s.updatePayable(p)
}

// sortKinds sorts kinds by counting, which is fast because there are at most 256 kinds.
func sortKinds(kinds []state.Kind) {
	var count [256]uint8
	var present [4]uint64 // the kinds that occur; With would copy a state.Set for each kind
	for _, k := range kinds {
		count[k]++
		present[k>>6] |= 1 << (k & 63)
	}
	i := 0
	for word, left := range present {
		for ; left != 0; left &= left - 1 {
			k := state.Kind(word<<6 | bits.TrailingZeros64(left))
			for range count[k] {
				kinds[i] = k
				i++
			}
		}
	}
}
