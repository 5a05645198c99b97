package elements

import "gamed/state"

// triggerReactions triggers the powers that react to an action of a seat with a card of kind k. The
// parameter doing is Plays, Enters or Draws. The cause is a reference to the play or the token. For
// Draws, the kind and the cause are 0, because drawn cards are hidden.
func (s *Position) triggerReactions(doing uint8, seat state.Seat, k state.Kind, cause state.Card) {
	if s.Reacting != 0 { // short enough for callers to inline
		s.triggerAllReactions(doing, seat, k, cause)
	}
}

func (s *Position) triggerAllReactions(doing uint8, seat state.Seat, k state.Kind, cause state.Card) {
	for i := range state.Seat(s.Seats) {
		owner := (s.Active + i) % state.Seat(s.Seats)
		for ts := s.Present[owner] & s.Reacting; ts != 0; ts &= ts - 1 {
			if c := ts.first(); s.Tokens[c].def().ReactsTo.includes(doing, owner, seat, k) {
				s.triggerReaction(owner, c, seat, cause)
			}
		}
	}
}

// includes reports whether a card of the owner, with the cause h, reacts to the action of the seat
// with a card of kind k.
func (h *Cause) includes(doing uint8, owner, seat state.Seat, k state.Kind) bool {
	switch {
	case h.Action != doing, h.Whose == Yours && owner != seat, h.Whose == Others && owner == seat:
		return false
	}
	return allowsType(k, state.Filter{Types: h.Types})
}

// triggerReaction triggers the reaction of token c to an action of the seat. The aim of the reaction
// selects its target: the cause or the acting seat.
func (s *Position) triggerReaction(owner state.Seat, c state.Card, seat state.Seat, cause state.Card) {
	k := s.Tokens[c].Kind
	f := state.Frame{Phase: TriggerPhase, Seat: owner, Actor: owner, Kind: k, Slot: slotReacts, Source: c}
	switch aim := powersOf[k][slotReacts].Aim; {
	case aim&APlayer != 0:
		f.Target = seatRef(seat)
	case aim != 0:
		f.Target = cause
	}
	s.Trigger(f)
}

// discount returns by how many elements the seat's tokens reduce the costs of cards of a type. A discount
// reduces only the Any part of a cost.
func (s *Position) discount(seat state.Seat, typ uint8) (n uint8) {
	for ts := s.Present[seat] & s.Reacting; ts != 0; ts &= ts - 1 {
		if statsOf(s.Tokens[ts.first()].Kind).cheapens&typ != 0 {
			n++
		}
	}
	return n
}

// A discounts holds one byte for each type of card, with the discount on cards of this type.
type discounts uint64

// discounts returns the discounts of the seat's tokens.
func (s *Position) discounts(seat state.Seat) (off discounts) {
	if s.Present[seat]&s.Reacting == 0 {
		return 0 // most seats have no discount
	}
	for _, typ := range [...]uint8{Being, Item, Spell} {
		off |= discounts(s.discount(seat, typ)) << (8 * typ)
	}
	return off
}

// forType returns the discount on a type of card, in the byte of the total. So karma plus discount covers
// the full cost of a card if and only if the karma covers the reduced cost.
func (off discounts) forType(typ uint8) elementCounts {
	return elementCounts(off >> (8 * typ & 63) & 0xff)
}
