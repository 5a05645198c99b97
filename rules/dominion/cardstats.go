package dominion

import "gamed/state"

// cardStats holds the properties of a card that performance-critical code reads. TestSizes checks that
// at least two rows fit in a cache line.
type cardStats struct {
	hooks   uint16 // one bit for each slot with code
	types   uint8
	cost    uint8
	potion  uint8 // 1 if the card costs a Potion
	cards   uint8
	actions uint8
	buys    uint8
	coins   uint8
	potions uint8
	points  int8
	special properties
	per     uint8      // cards per point, or 0
	perOf   state.Kind // the kind of the cards that count, or 0 for all
	simple  bool       // a play only gives plain bonuses: no code runs and no seat can react
}

var statsTable = indexStats()

func indexStats() (bs [256]cardStats) {
	for k := range cards {
		d := &cards[k]
		b := &bs[k]
		*b = cardStats{
			types: d.Types, cost: d.Cost, cards: d.Cards, actions: d.Actions, buys: d.Buys,
			coins: d.Coins, potions: d.Potions, points: d.Points, special: d.Special,
			per: d.Per, perOf: kindOf[d.PerOf],
		}
		if d.Potion {
			b.potion = 1
		}
		for slot, code := range codesOf[k] {
			if len(code) > 0 {
				b.hooks |= 1 << slot
			}
		}
		b.simple = d.Types&Attack == 0 && b.hooks&(1<<slotPlay|1<<slotPlay2011) == 0
	}
	return bs
}

func statsOf(k state.Kind) *cardStats { return &statsTable[k] }

// is reports whether the card has any of the types.
func (b *cardStats) is(types uint8) bool { return b.types&types != 0 }

// hasCode reports whether the card has code in the slot.
func (b *cardStats) hasCode(slot state.Slot) bool { return b.hooks>>slot&1 != 0 }
