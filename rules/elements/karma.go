package elements

import (
	"encoding/binary"

	"gamed/state"
)

// pay spends the elements that c names and returns how many of any kind are
// left for the seat to choose. Where there is no choice it is made.
func (s *Position) pay(seat state.Seat, c *Cost) (left int8) {
	active := &s.Sides[seat].Active
	for e := White; e < nElements; e++ {
		active[e] -= c[e]
		active[Any] -= c[e]
	}
	return s.payForced(seat, int8(c[Any]))
}

// payForced pays n elements of any kind as far as there is nothing to choose.
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

// mostActive returns the element with the most active karma, the lowest on a
// tie: it is the default of a payment.
func mostActive(active *[nElements]uint8) Element {
	best := White
	for e := Red; e < nElements; e++ {
		if active[e] > active[best] {
			best = e
		}
	}
	return best
}

// payOptions appends the elements with which seat may pay, the default first.
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

// spend pays one element towards f, and what no longer leaves a choice.
func (s *Position) spend(f *state.Frame, e Element) {
	active := &s.Sides[f.Seat].Active
	active[e]--
	active[Any]--
	f.X = s.payForced(f.Seat, f.X-1)
}

// create adds an active element to seat's karma.
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

// wanted returns the element that most cards in seat's hand ask for, the lowest
// on a tie: the default at sunrise.
func (s *Position) wanted(seat state.Seat) Element {
	var sum packed // bytes that do not carry: a hand has less than 128 cards
	side := &s.Sides[seat]
	for _, k := range side.Hand[:side.NHand] {
		sum += statsOf(k).asks
	}
	var asked [nElements]uint8
	binary.LittleEndian.PutUint64(asked[:], uint64(sum))
	return mostActive(&asked)
}
