package elements

import (
	"fmt"
	"slices"

	"gamed/state"
)

// check returns an error unless every dealt card is in exactly one zone and redundant fields agree.
func check(dealt, s *Position) error {
	for seat := range state.Seat(s.Seats) {
		if was, is := dealt.cardsOf(seat), s.cardsOf(seat); was != is {
			for k := range is {
				if was[k] != is[k] {
					return fmt.Errorf("seat %d owned %d of %s and now owns %d", seat, was[k], cards[k].Name, is[k])
				}
			}
		}
		if err := s.Sides[seat].check(); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
		if s.Present[seat].len() > MaxPresent {
			return fmt.Errorf("seat %d has %d tokens", seat, s.Present[seat].len())
		}
	}
	names := map[uint16]bool{}
	for c := range state.Card(slots) {
		t := &s.Tokens[c]
		if n := s.TokenNames[c]; uint32(n) > s.TokensCreated || (t.Kind != 0 || n != 0) && (n == 0 || names[n]) {
			return fmt.Errorf("slot %d has the name t%d after %d tokens", c, n, s.TokensCreated)
		}
		names[s.TokenNames[c]] = true
		for seat := range state.Seat(maxSeats) {
			if here := t.Kind != 0 && t.Controller == seat; here != (s.Present[seat]>>c&1 != 0) {
				return fmt.Errorf("token %d is %+v, and in the Present of seat %d: %v", c, t, seat, !here)
			}
		}
		if t.Kind == 0 && *t != (Token{}) {
			return fmt.Errorf("empty slot %d holds %+v", c, t)
		}
		if t.Kind != 0 && t.Damage < 0 {
			return fmt.Errorf("token %d is hurt by %d", c, t.Damage)
		}
	}
	return nil
}

func (side *Side) check() error {
	var karma, active, lent uint8
	for e := White; e < nElements; e++ {
		karma += side.Karma[e]
		active += side.Active[e]
		if side.Active[e] > side.Karma[e] {
			lent += side.Active[e] - side.Karma[e]
		}
	}
	if karma != side.Karma[Any] || active != side.Active[Any] {
		return fmt.Errorf("karma %v, active %v: the sums are wrong", side.Karma, side.Active)
	}
	if lent > 1 {
		return fmt.Errorf("karma %v, active %v: more than one element counts twice", side.Karma, side.Active)
	}
	if !slices.IsSorted(side.Hand[:side.NHand]) {
		return fmt.Errorf("the hand is not in order: %v", side.Hand)
	}
	for _, zone := range []struct {
		cards [MaxDeck]state.Kind
		n     uint8
	}{{side.Future, side.NFuture}, {side.Hand, side.NHand}, {side.Past, side.NPast}} {
		for i, k := range zone.cards {
			if (k != 0) != (i < int(zone.n)) {
				return fmt.Errorf("a zone of %d cards is %v", zone.n, zone.cards)
			}
		}
	}
	for i := range side.FutureSeen {
		if i >= int(side.NFuture) && side.FutureSeen[i] != 0 || i >= int(side.NHand) && side.HandSeen[i] != 0 {
			return fmt.Errorf("a seat knows a card at an empty place: %v %v", side.FutureSeen, side.HandSeen)
		}
	}
	return nil
}
