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
	Cursed // only Curse
	Attack
	Duration
	Reaction
	nTypes = iota
)

// A Def is a row of the card table.
type Def struct {
	Name, Text string
	Set        string // the expansion
	Types      uint8
	Cost       uint8 // in coins, as printed
	Potion     bool  // costs a Potion too

	// The plain bonuses of a play.
	Cards, Actions, Buys, Coins, Potions uint8

	Points int8 // points at the end; Gardens are computed

	// Code by event. Reactions are optional: the holder of the card may show it.
	OnPlay       state.Code // it is played
	OnPlay2011   state.Code // the same in the printing of 2011
	OnNext       state.Code // the turn after its play starts
	OnBuy        state.Code // it is bought, before it is gained
	OnAnyBuy     state.Code // it is in play and its player buys a card
	OnGain       state.Code // it has been gained
	OnTrash      state.Code // it has been trashed
	OnDiscard    state.Code // reaction: it is discarded outside clean-up
	OnAttack     state.Code // reaction: another player plays an Attack
	OnWouldGain  state.Code // reaction: its holder is about to gain a card (printing of 2011)
	OnOwnGain    state.Code // reaction: its holder has gained a card
	OnOthersGain state.Code // reaction: another seat has gained Seeks
	Seeks        string

	// Special holds the remaining properties, each used in one place.
	Special special
}

// special is a set of permanent properties.
type special uint8

const (
	cheaperInBuy special = 1 << iota // Peddler: in a buy phase, 2 less per Action in play
	notByCopper                      // Grand Market: not bought with a Copper in play
	protects                         // Lighthouse: in play, it protects its player from Attacks
	placed                           // Stash: placed when shuffling, visible in the deck
	perTen                           // Gardens: 1 point per 10 cards
	lastPlayed                       // Bank: played last when all Treasures are played
)

// Slots, one for each code field.
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

// codesOf holds the code of each kind.
var codesOf = func() (all [][nSlots]state.Code) {
	for k := range cards {
		all = append(all, cards[k].codes())
	}
	return all
}()

// maxKinds limits the card table. It leaves the position without padding.
const maxKinds = 73

// cards is the card table, indexed by kind. Logs contain kinds.
var cards = slices.Concat([]Def{{}}, basicCards, baseCards, intrigueCards, seasideCards, alchemyCards, prosperityCards, cornucopiaCards, hinterlandsCards, promoCards)

// kindOf finds kinds by name.
var kindOf = func() map[string]state.Kind {
	m := make(map[string]state.Kind, len(cards))
	for k := range cards {
		m[cards[k].Name] = state.Kind(k)
	}
	return m
}()

// Kinds that the code mentions: the basic cards.
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

// KindOf returns the kind of that name.
func KindOf(name string) (state.Kind, bool) {
	k, known := kindOf[name]
	return k, known && k != 0
}
