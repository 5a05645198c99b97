package elements

import (
	"math/bits"

	"gamed/state"
)

// sample redraws everything that the seat cannot know. This includes unknown cards in Futures and
// other hands, secret mulligan answers, and the random source. The result depends only on the
// seat's knowledge and on r. [state.Watcher] knows no hand.
func sample(s *Position, seat state.Seat, r *state.Rand) {
	for p := range state.Seat(s.Seats) {
		s.Sides[p].sample(p == seat, seat, r)
		if p != seat {
			s.reckon(p)
		}
	}
	for i := range s.Stack.N {
		f := &s.Stack.F[i]
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

// pickedInHand reports whether the last pick of f is a card in a hand.
func pickedInHand(f *state.Frame) bool {
	for _, op := range powersOf[f.Kind][f.Slot].Do {
		if op.Zone == Hand {
			return true
		}
	}
	return false
}

// sample redraws the cards of a side that the seat does not know. It sorts them before shuffling.
// Otherwise the result would depend on their true positions.
func (side *Side) sample(own bool, seat state.Seat, r *state.Rand) {
	var pool [MaxDeck]state.Kind
	n := 0
	for i := range side.NFuture {
		if !seen(side.FutureSeen[i], seat) {
			pool[n] = side.Future[i]
			n++
		}
	}
	var known [MaxDeck]state.Kind
	nKnown := 0
	if !own {
		for i := range side.NHand {
			if seen(side.HandSeen[i], seat) {
				known[nKnown] = side.Hand[i]
				nKnown++
			} else {
				pool[n] = side.Hand[i]
				n++
			}
		}
	}
	sortKinds(pool[:n])
	state.Shuffle(pool[:n], r)
	for i := range side.NFuture {
		if !seen(side.FutureSeen[i], seat) {
			n--
			side.Future[i] = pool[n]
		}
	}
	if own {
		return
	}
	// The seat cannot know which cards of this hand the other seats know.
	mask := everybody
	if seat < state.MaxSeats {
		mask = state.Only(seat)
	}
	side.NHand = 0
	clear(side.Hand[:])
	clear(side.HandSeen[:])
	for _, k := range known[:nKnown] {
		side.intoHand(k, mask)
	}
	for _, k := range pool[:n] {
		side.intoHand(k, 0)
	}
}

// sortKinds is a counting sort, which is fast for a small range of kinds.
func sortKinds(kinds []state.Kind) {
	var count [256]uint8
	var present [4]uint64 // by word: a state.Set would be copied for each kind
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
