package elements

import (
	"math/bits"

	"gamed/state"
)

// pay spends the elements that c names and makes forced payments for the rest. It returns the
// number of elements that the seat must still choose.
func (s *Position) pay(seat state.Seat, c *Cost) (left int8) {
	active := &s.Sides[seat].Active
	for e := White; e < nElements; e++ {
		active[e] -= c[e]
		active[Any] -= c[e]
	}
	left = s.payForced(seat, int8(c[Any]))
	s.reckon(seat)
	return left
}

// payForced pays up to n elements of any kind, as long as there is no choice. It returns the number
// of elements still to pay.
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

// mostActive returns the element with the most active karma. On a tie it returns the lowest
// element. This element is the default payment.
func mostActive(active *[nElements]uint8) Element {
	best := White
	for e := Red; e < nElements; e++ {
		if active[e] > active[best] {
			best = e
		}
	}
	return best
}

// payOptions appends options for the elements with which the seat may pay, the default first.
func (s *Position) payOptions(seat state.Seat, dst []state.Option) []state.Option {
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

// spend pays one element for f and then makes forced payments for the rest.
func (s *Position) spend(f *state.Frame, e Element) {
	active := &s.Sides[f.Seat].Active
	active[e]--
	active[Any]--
	f.X = s.payForced(f.Seat, f.X-1)
	s.reckon(f.Seat)
}

// create adds an active element to the seat's karma. The caller must reckon.
func (s *Position) create(seat state.Seat, e Element, log *state.Log) {
	side := &s.Sides[seat]
	if side.Karma[Any] == maxStat {
		return
	}
	side.Karma[e]++
	side.Karma[Any]++
	side.Active[e]++
	side.Active[Any]++
	log.Add(state.Event{What: created, Seat: seat, Sees: state.Public, N: int8(e)})
}

// lend makes the first element of a seat count twice until its next sunrise. It is the second part
// of the compensation for the seats that do not begin. The caller must reckon.
func (s *Position) lend(seat state.Seat, e Element, log *state.Log) {
	s.Sides[seat].Active[e]++
	s.Sides[seat].Active[Any]++
	log.Add(state.Event{What: lent, Seat: seat, Sees: state.Public, N: int8(e)})
}

// creations appends the options to create an element that the seat's deck uses, or one that it
// does not use. It omits the wanted element.
func (s *Position) creations(seat state.Seat, wanted Element, used bool, dst []state.Option) []state.Option {
	which := s.Asks[seat].used()
	if !used {
		which = ^which
	}
	which &= allElements &^ (0x80 << (8 * wanted))
	for ; which != 0; which &= which - 1 {
		dst = append(dst, state.Option{Do: Create, Card: state.Card(bits.TrailingZeros64(uint64(which)) / 8)})
	}
	return dst
}

// wanted returns the element that the most cards in hand need. A tie goes to the element that the
// most cards of the deck need, and then to the lowest element. This element is the default at
// sunrise.
func (s *Position) wanted(seat state.Seat) Element {
	side := &s.Sides[seat]
	hand, deck := Deck(side.Hand[:side.NHand]).asks(), s.Asks[seat]
	best, most := White, -1
	for e := White; e < nElements; e++ {
		if n := int(hand.of(e))<<8 | int(deck.of(e)); n > most {
			best, most = e, n
		}
	}
	return best
}

// dominated returns how many options at the end create an element that no card of the deck needs.
// They are never better than the first option, because a needed element pays for everything that an
// unneeded one can pay for. Decks are public.
func dominated(s *Position, seat state.Seat, options []state.Option) (n int) {
	if f := s.Stack.Top(); f.Phase != Sunrise || f.X != 0 {
		return 0
	}
	for ; n < len(options)-1; n++ {
		if o := options[len(options)-1-n]; o.Do != Create || s.Asks[seat].uses(Element(o.Card)) {
			break
		}
	}
	return n
}
