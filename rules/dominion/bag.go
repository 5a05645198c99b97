package dominion

import (
	"encoding/binary"
	"math/bits"

	"gamed/state"
)

// maxPiles limits the piles of a game. A game has up to ten basic piles and ten kingdom piles, and
// pile 0 is unused. The limit is 24 because Counts has one byte per pile, in three words of eight
// bytes.
const maxPiles = 24

// A pile is the number of a supply pile of the game. Piles are numbered from 1, in the order of their
// kinds.
type pile uint8

// Counts holds a number from 0 to 127 per pile. Its methods process eight of the numbers at once.
type Counts [maxPiles]uint8

// A Bag is an unordered multiset of cards.
type Bag struct {
	Size   uint16 // number of cards
	Counts Counts // number of cards by pile
}

func (b *Bag) add(p pile) { b.Size++; b.Counts[p]++ }

// take removes a card, which must be present.
func (b *Bag) take(p pile) { b.Size--; b.Counts[p]-- }

func (b *Bag) has(p pile) bool { return b.Counts[p] > 0 }

// pour moves all cards from b to another bag.
func (b *Bag) pour(to *Bag) {
	if b.Size == 0 {
		return
	}
	to.Size += b.Size
	to.Counts.plus(&b.Counts)
	*b = Bag{}
}

// first returns the lowest pile with a card in b, or 0 if b is empty.
func (b *Bag) first() pile {
	if set := b.Counts.nonzero(); set != 0 {
		return set.first()
	}
	return 0
}

// random returns the pile of a random card in b, which must not be empty.
func (b *Bag) random(r *state.Rand) pile {
	k := r.N(int(b.Size))
	if b.Size > 127 {
		for p := range b.Counts {
			if k -= int(b.Counts[p]); k < 0 {
				return pile(p)
			}
		}
	}
	for i := 0; i < maxPiles; i += 8 {
		sums := b.Counts.word(i) * ones
		n := int(sums >> 56)
		if k < n {
			return pile(i + shiftOf(k, sums)>>3)
		}
		k -= n
	}
	panic("dominion: the counts of a bag are less than its total")
}

// shiftOf returns the bit position of the byte that has the card with index k. Byte i of sums is the
// sum of the bytes 0 to i of the counts.
func shiftOf(k int, sums uint64) int {
	more := (sums | highs) - uint64(k+1)*ones // a high bit is set where the sum exceeds k
	return bits.TrailingZeros64(more&highs) &^ 7
}

// deal moves n random cards from b to another bag. It draws the same random numbers as n calls of
// random. The bag b must have at least n cards.
func (b *Bag) deal(to *Bag, n int, r *state.Rand) {
	if b.Size > 127 {
		for range n {
			p := b.random(r)
			b.take(p)
			to.add(p)
		}
		return
	}
	rand, size := *r, int(b.Size)
	b.Size -= uint16(n)
	to.Size += uint16(n)
	// For each word of counts, the sums stay in registers. Byte i of the sums is the sum of the bytes 0
	// to i of the counts, plus a high bit. A dealt card reduces each sum above its index by one.
	all0, all8, all16 := b.Counts.word(0)*ones|highs, b.Counts.word(8)*ones|highs, b.Counts.word(16)*ones|highs
	left0, left8, left16 := all0, all8, all16
	for ; n > 0; n-- {
		k := rand.N(size)
		size--
		n0, n8 := int(left0>>56&127), int(left8>>56&127)
		switch {
		case k < n0:
			left0 -= above(k, left0)
		case k-n0 < n8:
			left8 -= above(k-n0, left8)
		default:
			left16 -= above(k-n0-n8, left16)
		}
	}
	*r = rand
	dealt0, dealt8, dealt16 := all0-left0, all8-left8, all16-left16
	dealt0, dealt8, dealt16 = dealt0-dealt0<<8, dealt8-dealt8<<8, dealt16-dealt16<<8
	b.Counts.addWords(-dealt0, -dealt8, -dealt16)
	to.Counts.addWords(dealt0, dealt8, dealt16)
}

// above returns a word with a 1 in each byte of sums whose sum exceeds k. The bytes of sums have their
// high bits set in addition, so that no subtraction borrows from the next byte.
func above(k int, sums uint64) uint64 { return (sums - uint64(k+1)*ones) & highs >> 7 }

// Constants with the same byte repeated eight times.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
	full  = highs - ones // adding full to bytes below 128 sets the high bit of each byte that is not 0
)

// word returns the eight counts starting at index i, with the first in the low byte.
func (c *Counts) word(i int) uint64 { return binary.LittleEndian.Uint64(c[i : i+8]) }

func (c *Counts) setWord(i int, w uint64) { binary.LittleEndian.PutUint64(c[i:i+8], w) }

// addWords adds the counts in three words: w0 to the eight counts from index 0, w8 to those from
// index 8, and w16 to those from index 16.
func (c *Counts) addWords(w0, w8, w16 uint64) {
	c.setWord(0, c.word(0)+w0)
	c.setWord(8, c.word(8)+w8)
	c.setWord(16, c.word(16)+w16)
}

func (c *Counts) plus(d *Counts) { c.addWords(d.word(0), d.word(8), d.word(16)) }

// A set is a set of piles, with one bit per pile.
type set uint32

func (s set) first() pile { return pile(bits.TrailingZeros32(uint32(s))) }

func (s set) has(p pile) bool { return s>>p&1 != 0 }

// nonzero returns the piles with a positive count.
func (c *Counts) nonzero() set {
	return gather(c.word(0)+full, c.word(8)+full, c.word(16)+full)
}

// nonzeroIn returns the piles with a positive count in a, b or c.
func nonzeroIn(a, b, c *Counts) set {
	return gather((a.word(0)|b.word(0)|c.word(0))+full, (a.word(8)|b.word(8)|c.word(8))+full, (a.word(16)|b.word(16)|c.word(16))+full)
}

// atMost returns the piles whose count is at most n, for n from 0 to 127.
func (c *Counts) atMost(n int) set {
	limit := uint64(n)*ones | highs
	return gather(limit-c.word(0), limit-c.word(8), limit-c.word(16))
}

// gather returns the set of the piles whose byte has its high bit set. The words a, b and c hold one
// byte per pile.
func gather(a, b, c uint64) set {
	return set(gather8(a) | gather8(b)<<8 | gather8(c)<<16)
}

func gather8(w uint64) uint32 {
	const spread = 0x0102040810204080 // moves bit 8i to bit 56+i
	return uint32(w & highs >> 7 * spread >> 56)
}
