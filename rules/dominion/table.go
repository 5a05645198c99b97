package dominion

import (
	"slices"

	"gamed/state"
)

// Types of cards. A card may have several.
const (
	Action = 1 << iota
	Treasure
	Victory
	Cursed // the type of Curse alone
	Attack
	Duration
	Reaction
	nTypes = iota
)

// A Def is a row of the card table.
type Def struct {
	Name, Text string
	Set        string // where the card comes from
	Types      uint8
	Cost       uint8 // in coins, as printed
	Potion     bool  // it costs a Potion as well

	// What a play gives before the card's own effect.
	Cards, Actions, Buys, Coins, Potions uint8

	Points int8 // each is worth at the end; Gardens are worked out

	// Hooks. Code with no row says what happens of itself, the other ones are
	// reactions: whoever holds the card may show it.
	OnPlay       state.Code // it is played, as an Action or as a Treasure
	OnPlay2011   state.Code // the same in the printing of 2011
	OnNext       state.Code // the turn after the one that it was played in starts
	OnBuy        state.Code // it is bought, before it is gained
	OnAnyBuy     state.Code // it is in play and its player buys a card
	OnGain       state.Code // it has been gained
	OnTrash      state.Code // it has been trashed
	OnDiscard    state.Code // reaction: it is discarded outside clean-up
	OnAttack     state.Code // reaction: another player plays an Attack
	OnWouldGain  state.Code // reaction: its holder is about to gain a card; printing of 2011
	OnOwnGain    state.Code // reaction: its holder has gained a card
	OnOthersGain state.Code // reaction: somebody else has gained Seeks
	Seeks        string

	// Special is what the rest does not say. It is asked for by name in one
	// place each.
	Special special
}

// special is a bit for each thing that a card does all the time.
type special uint8

const (
	cheaperInBuy special = 1 << iota // Peddler: 2 less for each Action in play, in a buy phase
	notByCopper                      // Grand Market: not bought with a Copper in play
	protects                         // Lighthouse: while it is in play, Attacks of others do nothing to its player
	placed                           // Stash: its owner places it when shuffling, and all see where it is
	perTen                           // Gardens: a point for ten cards
	lastPlayed                       // Bank: played after the other Treasures when all are played
)

// Slots, one for each hook.
const (
	slotPlay state.Slot = iota
	slotPlay2011
	slotNext
	slotBuy
	slotAnyBuy
	slotGain
	slotTrash
	slotDiscard
	slotAttack
	slotWouldGain
	slotOwnGain
	slotOthersGain
	nSlots
)

// codes returns the code of a card by slot.
func (d *Def) codes() [nSlots]state.Code {
	return [nSlots]state.Code{
		d.OnPlay, d.OnPlay2011, d.OnNext, d.OnBuy, d.OnAnyBuy, d.OnGain, d.OnTrash, d.OnDiscard, d.OnAttack, d.OnWouldGain,
		d.OnOwnGain, d.OnOthersGain,
	}
}

// codesOf has the code of each kind.
var codesOf = func() (all [][nSlots]state.Code) {
	for k := range cards {
		all = append(all, cards[k].codes())
	}
	return all
}()

// maxKinds bounds the card table. With it a position has no padding.
const maxKinds = 73

// cards is the card table. A kind is its index and reaches the logs.
var cards = slices.Concat([]Def{{}}, basicCards, baseCards, intrigueCards, seasideCards, alchemyCards, prosperityCards, cornucopiaCards, hinterlandsCards, promoCards)

// kindOf finds cards by name.
var kindOf = func() map[string]state.Kind {
	m := make(map[string]state.Kind, len(cards))
	for k := range cards {
		m[cards[k].Name] = state.Kind(k)
	}
	return m
}()

// Kinds that code mentions: the basic cards.
const (
	Copper state.Kind = iota + 1
	Silver
	Gold
	Platinum
	Potion
	Estate
	Duchy
	Province
	Colony
	Curse
	nBasic
)

// KindOf returns the card of that name.
func KindOf(name string) (state.Kind, bool) {
	k, known := kindOf[name]
	return k, known && k != 0
}
