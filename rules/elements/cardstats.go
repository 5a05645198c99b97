package elements

import (
	"encoding/binary"

	"gamed/state"
)

// cardStats is what the hot path asks of a card. The rows of the card table are
// spread over many cache lines; of these there are two to a line.
type cardStats struct {
	cost   packed // of playing it
	use    packed // of its activated power
	asks   packed // one of each element that its cost names
	powers uint16 // a bit for each slot that has code
	typ    uint8
	static statics
	attack int8
	health int8
	banner int8
}

type statics uint8

const (
	useSleeps statics = 1 << iota // its activated power puts it to sleep
	isRooted
	isElusive
	isWarded
	castAims // playing it needs a target
)

// A packed is eight bytes in one word: how many of each element, and at Any how
// many in all. In one that is active karma no byte reaches 128.
type packed uint64

// covers reports whether every byte of p is at least that of c. The high bits
// keep the bytes from borrowing of each other.
func (p packed) covers(c packed) bool {
	const high = 0x8080808080808080
	return ((p|high)-c)&high == high
}

// reaches reports whether some byte of p is at least that of c.
func (p packed) reaches(c packed) bool {
	const high = 0x8080808080808080
	return ((p|high)-c)&high != 0
}

// reach returns, for each element, how many a seat with this deck must have
// active before it may be able to play a Spell, and out of reach for elements
// that none asks for. At Any it is about Spells that ask for no element. The
// deck is public, so this is.
func (d Deck) reach() packed {
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
				at = e // in the end the first that it asks for
			}
		}
		least[at] = min(least[at], cost[at])
	}
	return pack(&least)
}

func pack(k *[nElements]uint8) packed { return packed(binary.LittleEndian.Uint64(k[:])) }

func (c *Cost) packed() packed {
	all := [nElements]uint8(*c)
	all[Any] = c.total()
	return pack(&all)
}

// statsTable has a row for each card.
var statsTable = func() (bs [128]cardStats) {
	for k := range cards {
		d := &cards[k]
		b := cardStats{
			cost: d.Cost.packed(), use: d.Use.Cost.packed(),
			typ: d.Type, attack: d.Attack, health: d.Health, banner: d.Banner,
		}
		for e := White; e < nElements; e++ {
			if d.Cost[e] > 0 {
				b.asks |= 1 << (8 * e)
			}
		}
		for slot, p := range powersOf[k] {
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
}()

// statsOf returns the row of kind k, which is below 128.
func statsOf(k state.Kind) *cardStats { return &statsTable[k&127] }
