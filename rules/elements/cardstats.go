package elements

import (
	"encoding/binary"

	"gamed/state"
)

// cardStats holds the properties of a card that performance-critical code reads. Two rows fit in a
// cache line.
type cardStats struct {
	cost     elementCounts // the cost of playing the card
	useCost  elementCounts // the cost of the card's activated power
	needs    elementCounts // 1 for each element that the cost or the cost of the power names
	powers   uint16        // one bit for each slot with code
	typ      uint8
	static   statics
	attack   int8
	health   int8
	banner   int8
	cheapens uint8 // the types of the cards that the card makes cheaper
}

type statics uint8

const (
	useSleeps statics = 1 << iota // the activated power puts the token to sleep
	isRooted
	isElusive
	isWarded
	castAims // playing the card needs a target
)

// An elementCounts holds one byte for each element, with the number of this element. The byte
// of Any holds the total. For active karma, every byte is below 128.
type elementCounts uint64

// covers reports whether every byte of p is at least the same byte of c. If p is active karma and c
// is a cost, this means that the seat can pay the cost. The high bits prevent borrows between bytes.
func (p elementCounts) covers(c elementCounts) bool {
	const high = 0x8080808080808080
	return ((p|high)-c)&high == high
}

// coversAny reports whether at least one byte of p is at least the same byte of c.
func (p elementCounts) coversAny(c elementCounts) bool {
	const high = 0x8080808080808080
	return ((p|high)-c)&high != 0
}

// of returns the byte of an element.
func (p elementCounts) of(e Element) uint8 { return uint8(p >> (8 * e)) }

// uses reports whether the byte of an element is not 0.
func (p elementCounts) uses(e Element) bool { return p.of(e) != 0 }

// used returns 0x80 in each byte that is not 0 in p. Every byte of p must be below 128.
func (p elementCounts) used() elementCounts { return (p + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080 }

// allElements is the result of used for all seven elements, without Any.
const allElements elementCounts = 0x8080808080808000

// leastSpellKarma returns, for each element, the least active karma of that element with which a seat
// with this deck may be able to play a Spell. A Spell counts for the first element of its cost, or for
// Any if its cost names no element. For an element without Spells, the result is more karma than a seat
// can have. Decks are public, so the result is public too.
func (d Deck) leastSpellKarma() elementCounts {
	const none = 127
	least := [nElements]uint8{none, none, none, none, none, none, none, none}
	for _, k := range d {
		if cards[k].Type != Spell {
			continue
		}
		cost := &cards[k].Cost
		at := Any
		for e := Black; e > Any; e-- {
			if cost[e] > 0 {
				at = e // after the loop: the first element of the cost
			}
		}
		least[at] = min(least[at], cost[at])
	}
	return pack(&least)
}

// needs returns, for each element, the number of cards whose cost or activated power needs it.
func (d Deck) needs() (sum elementCounts) {
	for _, k := range d {
		sum += statsOf(k).needs
	}
	return sum // no byte overflows, because a deck has fewer than 128 cards
}

func pack(k *[nElements]uint8) elementCounts { return elementCounts(binary.LittleEndian.Uint64(k[:])) }

func (c *Cost) counts() elementCounts {
	all := [nElements]uint8(*c)
	all[Any] = c.total()
	return pack(&all)
}

var statsTable = indexStats()

func indexStats() (bs [256]cardStats) {
	for k := range cards {
		d := &cards[k]
		b := cardStats{
			cost: d.Cost.counts(), useCost: d.Use.Cost.counts(),
			typ: d.Type, attack: d.Attack, health: d.Health, banner: d.Banner, cheapens: d.Cheapens,
		}
		for e := White; e < nElements; e++ {
			if d.Cost[e]+d.Use.Cost[e] > 0 {
				b.needs |= 1 << (8 * e)
			}
		}
		for slot, p := range d.powers() {
			if len(p.Do) > 0 {
				b.powers |= 1 << slot
			}
		}
		for _, flag := range [...]struct {
			on bool
			is statics
		}{{d.Use.Sleep, useSleeps}, {d.Rooted, isRooted}, {d.Elusive, isElusive}, {d.Warded, isWarded}, {d.Cast.Aim != 0, castAims}} {
			if flag.on {
				b.static |= flag.is
			}
		}
		bs[k] = b
	}
	return bs
}

func statsOf(k state.Kind) *cardStats { return &statsTable[k] }
