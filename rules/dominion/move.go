package dominion

import "gamed/state"

// takeFrom takes a card of a pile out of a zone that seat may pick from.
func (s *Position) takeFrom(seat state.Seat, z state.Zone, p pile) {
	d := &s.Sides[seat]
	switch z {
	case Hand:
		d.Hand.take(p)
	case Discarded:
		if d.Discard.has(p) {
			d.Discard.take(p)
		} else {
			d.Dark.take(p)
		}
	case Revealed:
		s.Revealed.take(p)
	case Looked:
		s.Looked.take(p)
	}
}

// discard puts a card that has been taken out of its zone onto the discard pile
// of seat, outside clean-up.
func (s *Position) discard(seat state.Seat, p pile, log *state.Log) {
	s.Sides[seat].Discard.add(p)
	k := s.Kinds[p]
	log.Add(state.Event{What: discarded, Seat: seat, Sees: state.Public, Kind: k})
	if s.stats(p).hooked(slotDiscard) {
		s.triggerDiscard(seat, k)
	}
}

// triggerDiscard asks the reaction of a discarded card, together with those of
// the same cards that wait to be asked.
func (s *Position) triggerDiscard(seat state.Seat, k state.Kind) {
	for i := range s.NDue {
		if f := &s.Due[i]; f.Phase == ReactPhase && f.Slot == slotDiscard && f.Seat == seat && f.Kind == k {
			f.X++
			return
		}
	}
	s.Trigger(state.Frame{Phase: ReactPhase, Slot: slotDiscard, Seat: seat, Actor: seat, Kind: k, X: 1})
}

// trash trashes a card that has been taken out of its zone. That of a possessed
// seat will come back to it.
func (s *Position) trash(seat state.Seat, p pile, log *state.Log) {
	if s.possessed(seat) {
		s.Taken.add(p)
	} else {
		s.Trash.add(p)
	}
	k := s.Kinds[p]
	log.Add(state.Event{What: trashed, Seat: seat, Sees: state.Public, Kind: k})
	s.triggerCode(seat, k, slotTrash)
}

// triggerCode sets off the code that a card has at a slot.
func (s *Position) triggerCode(seat state.Seat, k state.Kind, slot state.Slot) {
	if statsOf(k).hooked(slot) {
		s.Trigger(state.Frame{Phase: EffectPhase, Slot: slot, Seat: seat, Actor: seat, Kind: k})
	}
}

// reveal turns up the top card of a deck that has been fetched.
func (s *Position) reveal(seat state.Seat, log *state.Log) pile {
	p := s.pop(seat, log)
	s.Revealed.add(p)
	log.Add(state.Event{What: revealed, Seat: seat, Sees: state.Public, Kind: s.Kinds[p]})
	return p
}
