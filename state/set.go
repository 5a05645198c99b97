package state

import "math/bits"

// A Set is a set of cards from 0 to 127. It has two words, so it is passed and compared in
// registers.
type Set [2]uint64

// The following methods accept cards up to 127. With and Without return a new set.

func (s Set) Has(c Card) bool    { return s[c>>6&1]>>(c&63)&1 != 0 }
func (s Set) Empty() bool        { return s[0]|s[1] == 0 }
func (s Set) Len() int           { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }
func (s Set) With(c Card) Set    { s[c>>6&1] |= 1 << (c & 63); return s }
func (s Set) Without(c Card) Set { s[c>>6&1] &^= 1 << (c & 63); return s }

// First returns the lowest card in s, which must not be empty.
func (s Set) First() Card {
	if s[0] != 0 {
		return Card(bits.TrailingZeros64(s[0]))
	}
	return Card(64 + bits.TrailingZeros64(s[1]))
}

// Rest returns s without its lowest card.
func (s Set) Rest() Set {
	if s[0] != 0 {
		return Set{s[0] & (s[0] - 1), s[1]}
	}
	return Set{0, s[1] & (s[1] - 1)}
}

// NotBelow returns the cards in s that are at least c.
func (s Set) NotBelow(c Card) Set {
	if c < 64 {
		return Set{s[0] >> c << c, s[1]}
	}
	c -= 64
	return Set{0, s[1] >> c << c}
}

// Options appends an option for each card in s, lowest first.
func (s Set) Options(dst []Option, do Do) []Option {
	for ; !s.Empty(); s = s.Rest() {
		dst = append(dst, Option{Do: do, Card: s.First()})
	}
	return dst
}
