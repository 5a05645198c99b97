package dominion

import "gamed/state"

// deckSize returns the number of cards in the deck.
func (d *Side) deckSize() int { return int(d.NTop) + int(d.Unordered.Size) }

// discardSize returns the number of cards in the discard pile.
func (d *Side) discardSize() int { return int(d.Discard.Size) + int(d.FaceDown.Size) }

// pop removes and returns the top card of a deck. If the deck is empty, pop first shuffles the
// discard pile. If both are empty, it returns 0.
func (s *Position) pop(seat state.Seat, log *state.Log) pile {
	d := &s.Sides[seat]
	if d.NTop > 0 {
		d.NTop--
		p := d.Top[d.NTop].pile()
		d.Top[d.NTop] = 0
		return p
	}
	if d.Unordered.Size == 0 {
		if d.discardSize() == 0 {
			return 0
		}
		s.shuffle(seat, log)
	}
	return s.popUnordered(d)
}

// popUnordered removes and returns the top card of the unordered part of the deck: the Stash placed
// there, or otherwise a random card.
func (s *Position) popUnordered(d *Side) pile {
	if d.NStash == 0 {
		p := d.Unordered.random(&s.Rand)
		d.Unordered.take(p)
		return p
	}
	stash := s.stash()
	if n := d.NStash - 1; d.Stash[n] == d.Unordered.Size {
		d.NStash, d.Stash[n] = n, 0
		d.Unordered.take(stash)
		return stash
	}
	placed := s.holdStash(&d.Unordered)
	p := d.Unordered.random(&s.Rand)
	d.Unordered.take(p)
	s.returnStash(&d.Unordered, placed)
	return p
}

// shuffle moves the discard pile into the deck, whose unordered part must be empty. The Stashes are
// placed later.
func (s *Position) shuffle(seat state.Seat, log *state.Log) {
	d := &s.Sides[seat]
	d.Discard.pour(&d.Unordered)
	d.FaceDown.pour(&d.Unordered)
	log.Add(state.Event{What: shuffled, Seat: seat, Sees: state.Public, Amount: clamp(int(d.Unordered.Size))})
}

// stash returns the pile of Stash, or 0 if the game has none.
func (s *Position) stash() pile {
	if s.Special&placed == 0 {
		return 0
	}
	return s.pileOf(kindStash)
}

// discardedStashes returns the number of Stashes in the discard pile. The number is public, because
// players recognize a Stash by its back.
func (s *Position) discardedStashes(seat state.Seat) int {
	d, p := &s.Sides[seat], s.stash()
	if p == 0 {
		return 0
	}
	return int(d.Discard.Counts[p]) + int(d.FaceDown.Counts[p])
}

// draw draws n cards for the seat. If the seat must place a Stash first, draw puts the shuffle phase on
// the stack. That phase later draws the missing cards.
func (s *Position) draw(seat state.Seat, n int, log *state.Log) state.Verdict {
	d := &s.Sides[seat]
	if log == nil && d.NTop == 0 && s.Special&placed == 0 {
		s.drawUnordered(seat, n)
		return state.Nothing()
	}
	for ; n > 0; n-- {
		if d.deckSize() == 0 && s.discardedStashes(seat) > 0 {
			return s.pushShuffle(seat, n)
		}
		p := s.pop(seat, log)
		if p == 0 {
			break
		}
		d.Hand.add(p)
		if log != nil {
			log.Add(state.Event{What: drew, Seat: seat, Sees: s.viewersOf(seat) | s.seenByBack(p), Kind: s.Kinds[p]})
		}
	}
	return state.Nothing()
}

// drawUnordered draws n cards without events, from a deck without ordered cards and Stashes.
func (s *Position) drawUnordered(seat state.Seat, n int) {
	d := &s.Sides[seat]
	for n > 0 {
		if d.Unordered.Size == 0 {
			if d.discardSize() == 0 {
				return
			}
			s.shuffle(seat, nil)
		}
		some := min(n, int(d.Unordered.Size))
		d.Unordered.deal(&d.Hand, some, &s.Rand)
		n -= some
	}
}

// seenByBack returns the seats that know a face-down card of pile p by its back: all seats for a Stash,
// otherwise none.
func (s *Position) seenByBack(p pile) state.Seats {
	if s.stats(p).special&placed != 0 {
		return state.Public
	}
	return 0
}

// pushShuffle puts the shuffle phase on the stack. At the end of that phase the seat draws n cards.
func (s *Position) pushShuffle(seat state.Seat, n int) state.Verdict {
	return s.Push(state.Frame{Phase: ShufflePhase, Seat: seat, Actor: seat, X: clamp(n)})
}

// orderTop fixes the order of the top n cards of a deck. If the deck has fewer cards, orderTop shuffles
// the discard pile and puts it under the deck. If wait is true, the player must place a Stash first.
// The caller must then return v, and call orderTop again when the caller's frame continues.
func (s *Position) orderTop(seat state.Seat, n int, log *state.Log) (v state.Verdict, wait bool) {
	d := &s.Sides[seat]
	for int(d.NTop) < n && d.deckSize()+d.discardSize() > int(d.NTop) {
		if d.Unordered.Size == 0 {
			if s.discardedStashes(seat) > 0 {
				for i := range d.NTop { // to place a Stash, the seat may look through its deck
					d.Top[i] |= top(0, s.viewersOf(seat)&seatMask)
				}
				return s.pushShuffle(seat, 0), true
			}
			s.shuffle(seat, log)
		}
		p := s.popUnordered(d)
		copy(d.Top[1:], d.Top[:d.NTop]) // below the ordered cards
		d.Top[0] = top(p, s.seenByBack(p)&seatMask)
		d.NTop++
	}
	return state.Nothing(), false
}

// putOnDeck puts a card on top of a deck. If maxTop cards are already ordered, the lowest of them
// joins the unordered part. If that card is a Stash, it keeps its position.
func (s *Position) putOnDeck(seat state.Seat, p pile, seen state.Seats) {
	d := &s.Sides[seat]
	if d.NTop == maxTop {
		lowest := d.Top[0].pile()
		d.Unordered.add(lowest)
		if lowest == s.stash() && lowest != 0 {
			d.Stash[d.NStash] = d.Unordered.Size
			d.NStash++
		}
		copy(d.Top[:], d.Top[1:])
		d.NTop--
	}
	d.Top[d.NTop] = top(p, (seen|s.seenByBack(p))&seatMask)
	d.NTop++
}

// seatMask is the set of all seats that a topCard can name.
const seatMask = state.Seats(1<<state.MaxSeats - 1)

func clamp(n int) int8 { return int8(max(-127, min(n, 127))) }
