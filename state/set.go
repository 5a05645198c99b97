package state

import "math/bits"

// A Set is a set of cards.
type Set [4]uint64

// The following methods accept any card. With and Without return a new set.

func (s Set) Has(c Card) bool    { return s[c>>6]>>(c&63)&1 != 0 }
func (s Set) Empty() bool        { return s[0]|s[1]|s[2]|s[3] == 0 }
func (s Set) With(c Card) Set    { s[c>>6] |= 1 << (c & 63); return s }
func (s Set) Without(c Card) Set { s[c>>6] &^= 1 << (c & 63); return s }

// Len returns the number of cards in s.
func (s Set) Len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// First returns the lowest card in s, which must not be empty.
func (s Set) First() Card {
	i := 0
	for s[i] == 0 {
		i++
	}
	return Card(i<<6 + bits.TrailingZeros64(s[i]))
}

// Rest returns s without its lowest card.
func (s Set) Rest() Set {
	for i, w := range s {
		if w != 0 {
			s[i] = w & (w - 1)
			break
		}
	}
	return s
}

// NotBelow returns the cards in s that are at least c.
func (s Set) NotBelow(c Card) Set {
	clear(s[:c>>6])
	s[c>>6] = s[c>>6] >> (c & 63) << (c & 63)
	return s
}

// Options appends an option for each card in s, lowest first.
func (s Set) Options(dst []Option, do Do) []Option {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, Option{Do: do, Card: Card(i<<6 + bits.TrailingZeros64(w))})
		}
	}
	return dst
}
