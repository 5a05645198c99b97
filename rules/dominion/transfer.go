package dominion

import "gamed/state"

// discardAll discards all cards of a bag face up.
func (s *Position) discardAll(seat state.Seat, b *Bag, log *state.Log) {
	for p, n := range b.Counts {
		for range n {
			b.take(pile(p))
			s.discard(seat, pile(p), log)
		}
	}
}

// putBack moves the picked card from a zone to the top of the actor's deck. The seats that saw the card
// in the zone still know it on the deck.
func (s *Position) putBack(f *state.Frame, from state.Zone, log *state.Log) {
	p := s.picked(f)
	s.takeFrom(f.Actor, from, p)
	sees := s.viewersOf(f.Actor)
	if from == Discarded || from == Revealed || from == Hand && statsOf(f.Kind).is(Attack) {
		sees = state.Public
	}
	s.putOnDeck(f.Actor, p, sees)
	log.Add(state.Event{What: toppedDeck, Seat: f.Actor, Sees: sees | s.seenByBack(p), Kind: s.Kinds[p]})
}

// putLookedBack puts the cards that the seat is looking at on top of its deck.
func (s *Position) putLookedBack(seat state.Seat, log *state.Log) {
	for p, n := range s.LookedAt.Counts {
		for range n {
			s.putOnDeck(seat, pile(p), s.viewersOf(seat))
			log.Add(state.Event{What: toppedDeck, Seat: seat, Sees: s.viewersOf(seat) | s.seenByBack(pile(p)), Kind: s.Kinds[p]})
		}
	}
	s.LookedAt = Bag{}
}

// putAway moves the picked card from a zone of the actor into the given bag, and logs e.
func (s *Position) putAway(f *state.Frame, from state.Zone, to *Bag, e state.Event, log *state.Log) {
	p := s.picked(f)
	s.takeFrom(f.Actor, from, p)
	to.add(p)
	e.Seat, e.Kind = f.Actor, s.Kinds[p]
	e.Sees |= s.seenByBack(p)
	log.Add(e)
}

// takeBack moves all cards of a bag into the seat's hand.
func (s *Position) takeBack(seat state.Seat, b *Bag, log *state.Log) {
	for p, n := range b.Counts {
		for range n {
			log.Add(state.Event{What: tookBack, Seat: seat, Sees: s.viewersOf(seat) | s.seenByBack(pile(p)), Kind: s.Kinds[p]})
		}
	}
	b.pour(&s.Sides[seat].Hand)
}

// passAll passes the cards in ToPass. Each card goes to the next seat in turn order that also passes a
// card. All seats see the passed cards, because it is public which cards each seat owns.
func (s *Position) passAll(log *state.Log) {
	var passing state.Seats
	for seat := range state.Seat(s.Seats) {
		if s.ToPass[seat] != 0 {
			passing = passing.With(seat)
		}
	}
	for seat := range state.Seat(s.Seats) {
		p := s.ToPass[seat]
		if p == 0 {
			continue
		}
		to := passing.From((seat + 1) % state.Seat(s.Seats))
		s.Sides[seat].Hand.take(p)
		s.Sides[to].Hand.add(p)
		log.Add(state.Event{What: passed, Seat: seat, Sees: state.Public, Kind: s.Kinds[p], SecondAmount: int8(to)})
	}
	s.ToPass = [state.MaxSeats]pile{}
}

// insertIntoDeck puts the target of f, a card in hand, under n cards of the deck. The n cards above it
// become ordered cards, but no seat learns their order.
func (s *Position) insertIntoDeck(f *state.Frame, n int, log *state.Log) state.Verdict {
	p, d := s.target(f), &s.Sides[f.Actor]
	if !d.Hand.has(p) {
		return state.Nothing() // in a sampled world the hand may lack the target
	}
	s.orderTop(f.Actor, n, log) // the deck has that many cards, so it is not shuffled
	d.Hand.take(p)
	s.putOnDeck(f.Actor, p, s.viewersOf(f.Actor))
	at := int(d.NTop) - 1
	card := d.Top[at]
	copy(d.Top[at-n+1:at+1], d.Top[at-n:at])
	d.Top[at-n] = card
	log.Add(state.Event{What: insertedCard, Seat: f.Actor, Sees: s.viewersOf(f.Actor) | s.seenByBack(p), Kind: s.Kinds[p], Amount: int8(n)})
	return state.Nothing()
}
