package state

import "math/bits"

// A Set is a set of cards. The bits of A stand for the cards 0 to 63, the bits of B for 64 to
// 127, and so on. Go keeps the fields of such a struct in registers, but not the elements of an
// array.
type Set struct{ A, B, C, D uint64 }

// Has, With and Without accept any card. They shift the four words by c, c-64, c-128 and c-192. Only the
// shift for the word of c is below 64, and in Go a shift by 64 or more gives 0. A subtraction that would be
// negative wraps around to at least 64.

func (s Set) Has(c Card) bool { return (s.A>>c|s.B>>(c-64)|s.C>>(c-128)|s.D>>(c-192))&1 != 0 }
func (s Set) Empty() bool     { return s.A|s.B|s.C|s.D == 0 }

func (s Set) With(c Card) Set {
	return Set{s.A | 1<<c, s.B | 1<<(c-64), s.C | 1<<(c-128), s.D | 1<<(c-192)}
}

func (s Set) Without(c Card) Set {
	return Set{s.A &^ (1 << c), s.B &^ (1 << (c - 64)), s.C &^ (1 << (c - 128)), s.D &^ (1 << (c - 192))}
}

// Len returns the number of cards in s.
func (s Set) Len() int {
	return bits.OnesCount64(s.A) + bits.OnesCount64(s.B) + bits.OnesCount64(s.C) + bits.OnesCount64(s.D)
}

// First returns the lowest card in s, which must not be empty.
func (s Set) First() Card {
	switch {
	case s.A != 0:
		return Card(bits.TrailingZeros64(s.A))
	case s.B != 0:
		return Card(64 + bits.TrailingZeros64(s.B))
	case s.C != 0:
		return Card(128 + bits.TrailingZeros64(s.C))
	}
	return Card(192 + bits.TrailingZeros64(s.D))
}

// Rest returns s without its lowest card.
func (s Set) Rest() Set {
	switch {
	case s.A != 0:
		s.A &= s.A - 1
	case s.B != 0:
		s.B &= s.B - 1
	case s.C != 0:
		s.C &= s.C - 1
	default:
		s.D &= s.D - 1
	}
	return s
}

// NotBelow returns the cards in s that are at least c.
func (s Set) NotBelow(c Card) Set {
	from := c & 63
	switch c >> 6 {
	case 0:
		return Set{s.A >> from << from, s.B, s.C, s.D}
	case 1:
		return Set{0, s.B >> from << from, s.C, s.D}
	case 2:
		return Set{0, 0, s.C >> from << from, s.D}
	}
	return Set{0, 0, 0, s.D >> from << from}
}

// Options appends an option for each card in s, lowest first.
func (s Set) Options(dst []Option, do Do) []Option {
	for ; !s.Empty(); s = s.Rest() {
		dst = append(dst, Option{Do: do, Card: s.First()})
	}
	return dst
}
