package dominion

import "gamed/state"

// bag returns the cards of a zone: Hand, Revealed, Looked or the discard pile. For the discard pile,
// bag omits the cards discarded in clean-up, which are in [Side.FaceDown].
func (s *Position) bag(seat state.Seat, z state.Zone) *Bag {
	switch z {
	case Hand:
		return &s.Sides[seat].Hand
	case Revealed:
		return &s.Revealed
	case Looked:
		return &s.LookedAt
	}
	return &s.Sides[seat].Discard
}

// takeFrom removes a card from a zone.
func (s *Position) takeFrom(seat state.Seat, z state.Zone, p pile) {
	b := s.bag(seat, z)
	if z == Discarded && !b.has(p) {
		b = &s.Sides[seat].FaceDown
	}
	b.take(p)
}

// discard adds a card that has left its zone to the discard pile, outside clean-up.
func (s *Position) discard(seat state.Seat, p pile, log *state.Log) {
	s.Sides[seat].Discard.add(p)
	k := s.Kinds[p]
	log.Add(state.Event{What: discarded, Seat: seat, Sees: state.Public, Kind: k})
	if s.stats(p).hasCode(slotDiscard) {
		s.triggerDiscard(seat, k)
	}
}

// triggerDiscard triggers the reaction of a discarded card. Waiting reactions of the same kind are
// merged into one frame.
func (s *Position) triggerDiscard(seat state.Seat, k state.Kind) {
	for i := range s.NDue {
		if f := &s.Due[i]; f.Phase == ReactPhase && f.Slot == slotDiscard && f.Seat == seat && f.Kind == k {
			f.X++
			return
		}
	}
	s.Trigger(state.Frame{Phase: ReactPhase, Slot: slotDiscard, Seat: seat, Actor: seat, Kind: k, X: 1})
}

// trash trashes a card that has left its zone. A possessed seat gets the card back at the end of the
// turn.
func (s *Position) trash(seat state.Seat, p pile, log *state.Log) {
	if s.possessed(seat) {
		s.ToReturn.add(p)
	} else {
		s.Trash.add(p)
	}
	k := s.Kinds[p]
	log.Add(state.Event{What: trashed, Seat: seat, Sees: state.Public, Kind: k})
	s.triggerCode(seat, k, slotTrash)
}

// triggerCode triggers the code that kind k has in the slot, if any.
func (s *Position) triggerCode(seat state.Seat, k state.Kind, slot state.Slot) {
	s.triggerOn(seat, k, slot, 0)
}

// triggerOn triggers the code that kind k has in the slot, if any, with the given target.
func (s *Position) triggerOn(seat state.Seat, k state.Kind, slot state.Slot, target state.Kind) {
	if statsOf(k).hasCode(slot) {
		s.Trigger(state.Frame{Phase: EffectPhase, Slot: slot, Seat: seat, Actor: seat, Kind: k, Target: state.Card(target)})
	}
}

// reveal reveals the top card of a deck. The caller has called orderTop.
func (s *Position) reveal(seat state.Seat, log *state.Log) pile {
	p := s.pop(seat, log)
	s.Revealed.add(p)
	log.Add(state.Event{What: revealed, Seat: seat, Sees: state.Public, Kind: s.Kinds[p]})
	return p
}
