package dominion

import "gamed/state"

// cardStats is what the hot path asks of a card, two to a cache line.
type cardStats struct {
	hooks   uint16 // a bit for each slot that has code
	types   uint8
	cost    uint8
	potion  uint8 // 1 if it costs one
	cards   uint8
	actions uint8
	buys    uint8
	coins   uint8
	potions uint8
	points  int8
	special special
	seeks   state.Kind
	simple  bool // a play of it is over at once
}

var statsTable = func() (bs [128]cardStats) {
	for k := range cards {
		d := &cards[k]
		b := &bs[k]
		*b = cardStats{
			types: d.Types, cost: d.Cost, cards: d.Cards, actions: d.Actions, buys: d.Buys,
			coins: d.Coins, potions: d.Potions, points: d.Points, special: d.Special,
		}
		if d.Potion {
			b.potion = 1
		}
		if d.Seeks != "" {
			b.seeks = kindOf[d.Seeks]
		}
		for slot, code := range codesOf[k] {
			if len(code) > 0 {
				b.hooks |= 1 << slot
			}
		}
		b.simple = d.Types&Attack == 0 && b.hooks&(1<<slotPlay|1<<slotPlay2011) == 0
	}
	return bs
}()

// statsOf returns the row of kind k, which is below 128.
func statsOf(k state.Kind) *cardStats { return &statsTable[k&127] }

func (b *cardStats) is(types uint8) bool { return b.types&types != 0 }

func (b *cardStats) hooked(slot state.Slot) bool { return b.hooks>>slot&1 != 0 }
