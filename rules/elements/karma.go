package elements

import (
	"encoding/binary"

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
	return s.payForced(seat, int8(c[Any]))
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
}

// create adds an active element to the seat's karma.
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

// wanted returns the element that occurs in the costs of the most cards in hand. On a tie it
// returns the lowest element. This element is the default at sunrise.
func (s *Position) wanted(seat state.Seat) Element {
	var sum packed // bytes cannot carry: a hand has fewer than 128 cards
	side := &s.Sides[seat]
	for _, k := range side.Hand[:side.NHand] {
		sum += statsOf(k).asks
	}
	var asked [nElements]uint8
	binary.LittleEndian.PutUint64(asked[:], uint64(sum))
	return mostActive(&asked)
}
