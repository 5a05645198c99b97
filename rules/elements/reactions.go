package elements

import "gamed/state"

// heed triggers the powers that react to what a seat does with a card of kind k. The cause is the
// token or the play, if there is one. Drawn cards are hidden, so they have no kind.
func (s *Position) heed(doing uint8, seat state.Seat, k state.Kind, cause state.Card) {
	if s.Heeding != 0 { // short enough for callers to inline
		s.heedAll(doing, seat, k, cause)
	}
}

func (s *Position) heedAll(doing uint8, seat state.Seat, k state.Kind, cause state.Card) {
	for i := range state.Seat(s.Seats) {
		owner := (s.Active + i) % state.Seat(s.Seats)
		for ts := s.Present[owner] & s.Heeding; ts != 0; ts &= ts - 1 {
			if c := ts.first(); s.Tokens[c].def().Heeds.covers(doing, owner, seat, k) {
				s.react(owner, c, seat, cause)
			}
		}
	}
}

// covers reports whether a card of the owner heeds what the seat does.
func (h *Heed) covers(doing uint8, owner, seat state.Seat, k state.Kind) bool {
	switch {
	case h.Doing != doing, h.Whose == Yours && owner != seat, h.Whose == Others && owner == seat:
		return false
	}
	return suits(k, state.Filter{Types: h.Types})
}

// react triggers the reaction of token c. The aim of the reaction selects its target: the cause or
// the acting player.
func (s *Position) react(owner state.Seat, c state.Card, seat state.Seat, cause state.Card) {
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

// discount returns by how much the seat's tokens reduce the costs of cards of a type. Only "any" is
// reduced.
func (s *Position) discount(seat state.Seat, typ uint8) (n uint8) {
	for ts := s.Present[seat] & s.Heeding; ts != 0; ts &= ts - 1 {
		if statsOf(s.Tokens[ts.first()].Kind).cheaps&typ != 0 {
			n++
		}
	}
	return n
}

// A discounts holds one byte per type of card: see on.
type discounts uint64

// discounts returns the discounts of the seat's tokens.
func (s *Position) discounts(seat state.Seat) (off discounts) {
	if s.Present[seat]&s.Heeding == 0 {
		return 0 // most seats have no discount
	}
	for _, typ := range [...]uint8{Being, Item, Spell} {
		off |= discounts(s.discount(seat, typ)) << (8 * typ)
	}
	return off
}

// on returns the discount on a type of card. It adds to the total only. So karma plus discount
// covers the full cost of a card exactly if the karma covers the reduced cost.
func (off discounts) on(typ uint8) packed { return packed(off >> (8 * typ & 63) & 0xff) }
