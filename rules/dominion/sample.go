package dominion

import "gamed/state"

// sample redraws everything that the seat cannot know: hidden cards of other seats, unknown ordered
// cards of the seat's own deck, hidden picks, and the random source. The result depends only on the
// seat's knowledge and on r.
func sample(s *Position, seat state.Seat, r *state.Rand) {
	for p := range state.Seat(s.Seats) {
		if s.sees(seat, p) {
			s.sampleDeck(p, seat, r)
		} else {
			s.sampleSide(p, seat, r)
		}
	}
	for i := range s.Stack.Depth {
		f := &s.Stack.Frames[i]
		if s.sees(seat, f.Actor) || f.Phase != PlayPhase && f.Phase != EffectPhase && f.Phase != ChoicePhase && f.Phase != AskPhase {
			continue
		}
		pick, target := hides(f)
		if pick {
			f.Picked = 0
		}
		if target {
			f.Target = 0
		}
	}
	for p := range state.Seat(s.Seats) {
		if hand := s.Sides[p].Hand; s.ToPass[p] != 0 && !s.sees(seat, p) {
			s.ToPass[p] = hand.random(r)
		}
	}
	s.Rand = state.Rand(r.Uint64())
}

// hides reports whether the picked card of f and the target of f may be unknown to other seats. A
// picked card is unknown if it goes onto the deck, into the deck or to the set-aside cards. A
// target is unknown if it is a drawn card or a card in hand.
func hides(f *state.Frame) (pick, target bool) {
	for _, op := range codesOf[f.Kind][f.Slot] {
		switch op.Verb {
		case vOntoHaven:
			pick = true
		case vOnDeck:
			pick = pick || op.Zone != Discarded
		case vHold:
			pick, target = true, true
		case vDrawOne:
			target = true
		}
	}
	return pick, target
}

// sampleDeck redraws the ordered cards in the deck of p that the seat does not know. It draws from these
// cards and the unordered part of the deck. The seat must be one that sees what p sees.
func (s *Position) sampleDeck(p, seat state.Seat, r *state.Rand) {
	d := &s.Sides[p]
	hold := s.holdStash(&d.Unordered)
	for i := range d.NTop {
		if !d.Top[i].isKnownTo(seat) {
			d.Unordered.add(d.Top[i].pile())
		}
	}
	s.redealTop(d, &d.Unordered, seat, r)
	s.returnStash(&d.Unordered, hold)
}

// sampleSide redraws all cards of seat p that the seat does not know.
func (s *Position) sampleSide(p, seat state.Seat, r *state.Rand) {
	d := &s.Sides[p]
	hidden := []*Bag{&d.Hand, &d.FaceDown, &d.Native, &d.Haven, nil, &d.Unordered}
	if p == s.Active {
		hidden[4] = &s.LookedAt
	}
	var pool Bag
	var size, hold [6]uint16
	for i, b := range hidden {
		if b != nil {
			hold[i] = s.holdStash(b)
			size[i] = b.Size
			b.pour(&pool)
		}
	}
	for i := range d.NTop {
		if !d.Top[i].isKnownTo(seat) {
			pool.add(d.Top[i].pile())
		}
	}
	s.redealTop(d, &pool, seat, r)
	for i, b := range hidden {
		if b == nil {
			continue
		}
		if i == len(hidden)-1 {
			pool.pour(b)
		}
		for b.Size < size[i] {
			c := pool.random(r)
			pool.take(c)
			b.add(c)
		}
		s.returnStash(b, hold[i])
	}
}

// redealTop replaces the ordered cards of a deck that the seat does not know with random cards from the
// pool.
func (s *Position) redealTop(d *Side, pool *Bag, seat state.Seat, r *state.Rand) {
	for i := range d.NTop {
		if !d.Top[i].isKnownTo(seat) {
			c := pool.random(r)
			pool.take(c)
			d.Top[i] = top(c, d.Top[i].seen())
		}
	}
}

// holdStash removes the Stashes from a bag and returns their number. A sample does not redraw
// Stashes. [Position.returnStash] puts them back.
func (s *Position) holdStash(b *Bag) uint16 {
	stash := s.stash()
	if stash == 0 {
		return 0
	}
	n := b.Counts[stash]
	b.Counts[stash], b.Size = 0, b.Size-uint16(n)
	return uint16(n)
}

func (s *Position) returnStash(b *Bag, n uint16) {
	if n > 0 {
		b.Counts[s.stash()] = uint8(n)
		b.Size += n
	}
}
