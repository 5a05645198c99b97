package elements

import (
	"math/bits"

	"gamed/state"
)

// pay spends the elements that c names. It also pays as much of the Any part of c as can be paid in
// one way only. It returns the number of elements that the seat must still choose.
func (s *Position) pay(seat state.Seat, c *Cost) (left int8) {
	active := &s.Sides[seat].Active
	for e := White; e < nElements; e++ {
		active[e] -= c[e]
		active[Any] -= c[e]
	}
	left = s.payForced(seat, int8(c[Any]))
	s.updatePayable(seat)
	return left
}

// payForced pays n elements of any kind, as long as there is only one way to pay them. It returns
// the number of elements that are still to pay.
func (s *Position) payForced(seat state.Seat, n int8) (left int8) {
	active := &s.Sides[seat].Active
	for n > 0 {
		e := mostActive(active)
		if active[e] != active[Any] && int8(active[Any]) != n {
			return n
		}
		k := min(n, int8(active[e]))
		active[e] -= uint8(k)
		active[Any] -= uint8(k)
		n -= k
	}
	return 0
}

// mostActive returns the element with the most active karma, which is the default payment. On a tie it
// returns the lowest such element.
func mostActive(active *[nElements]uint8) Element {
	best := White
	for e := Red; e < nElements; e++ {
		if active[e] > active[best] {
			best = e
		}
	}
	return best
}

// appendPayOptions appends an option for each element with which the seat may pay, the default first.
func (s *Position) appendPayOptions(seat state.Seat, dst []state.Option) []state.Option {
	active := &s.Sides[seat].Active
	first := mostActive(active)
	dst = append(dst, state.Option{Do: Pay, Card: state.Card(first)})
	for e := White; e < nElements; e++ {
		if e != first && active[e] > 0 {
			dst = append(dst, state.Option{Do: Pay, Card: state.Card(e)})
		}
	}
	return dst
}

// spend pays one element e for the play or power f, and then as much of the remaining cost as can be
// paid in one way only.
func (s *Position) spend(f *state.Frame, e Element) {
	active := &s.Sides[f.Seat].Active
	active[e]--
	active[Any]--
	f.X = s.payForced(f.Seat, f.X-1)
	s.updatePayable(f.Seat)
}

// addElement adds an active element to the seat's karma, unless the karma is at its limit. The caller
// must call updatePayable.
func (s *Position) addElement(seat state.Seat, e Element, log *state.Log) {
	side := &s.Sides[seat]
	if side.Karma[Any] == maxStat {
		return
	}
	side.Karma[e]++
	side.Karma[Any]++
	side.Active[e]++
	side.Active[Any]++
	log.Add(state.Event{What: created, Seat: seat, Sees: state.Public, Amount: int8(e)})
}

// lendElement gives a seat one more active element of kind e, until the seat's next sunrise. It
// compensates each seat that does not begin: see also [Position.chooseFirst]. The caller must call
// updatePayable.
func (s *Position) lendElement(seat state.Seat, e Element, log *state.Log) {
	s.Sides[seat].Active[e]++
	s.Sides[seat].Active[Any]++
	log.Add(state.Event{What: lent, Seat: seat, Sees: state.Public, Amount: int8(e)})
}

// appendCreations appends an option for each element that the seat can create. If used is set,
// these are the elements that the seat's deck uses, otherwise the elements that it does not use.
// The parameter first is an element to omit, because the caller has already listed it.
func (s *Position) appendCreations(seat state.Seat, first Element, used bool, dst []state.Option) []state.Option {
	which := s.DeckNeeds[seat].used()
	if !used {
		which = ^which
	}
	which &= allElements &^ (0x80 << (8 * first))
	for ; which != 0; which &= which - 1 {
		dst = append(dst, state.Option{Do: Create, Card: state.Card(bits.TrailingZeros64(uint64(which)) / 8)})
	}
	return dst
}

// defaultElement returns the element that the seat creates by default, namely the one that most cards in
// hand need. A tie goes to the element that most cards of the deck need, and then to the lowest element.
func (s *Position) defaultElement(seat state.Seat) Element {
	side := &s.Sides[seat]
	hand, deck := Deck(side.Hand[:side.NHand]).needs(), s.DeckNeeds[seat]
	best, most := White, -1
	for e := White; e < nElements; e++ {
		if n := int(hand.of(e))<<8 | int(deck.of(e)); n > most {
			best, most = e, n
		}
	}
	return best
}

// countDominated counts the options at the end of the list that create an element that no card of
// the deck needs. Such an option is never better than the first option, because a needed element
// pays for everything that an unneeded element can pay for. Decks are public, so this reveals
// nothing.
func countDominated(s *Position, seat state.Seat, options []state.Option) (n int) {
	if f := s.Stack.Top(); f.Phase != Sunrise || f.X != 0 {
		return 0
	}
	for ; n < len(options)-1; n++ {
		if o := options[len(options)-1-n]; o.Do != Create || s.DeckNeeds[seat].uses(Element(o.Card)) {
			break
		}
	}
	return n
}
