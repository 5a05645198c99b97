package dominion

import (
	"slices"

	"gamed/state"
)

// Types of cards. A card may have several types.
const (
	Action = 1 << iota
	Treasure
	Victory
	Cursed // the type of Curse
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

	// The bonuses of a play are numbers and need no code.
	Cards, Actions, Buys, Coins, Potions uint8

	Points int8 // victory points; 0 if Per is set
	// Per is the number of cards that are worth one point, such as 10 for Gardens. PerOf names the
	// cards that count. If PerOf is empty, all cards of the player count.
	Per   uint8
	PerOf string

	// The code that runs, one field for each occasion. Reactions are optional: the player who holds
	// the card may reveal it.
	OnPlay       state.Code   // the card is played
	OnPlay2011   state.Code   // the card is played, in the 2011 printing
	OnNext       state.Code   // the player's next turn starts
	OnBuy        state.Code   // the card is bought, before it is gained
	OnAnyBuy     state.Code   // the card is in play, and its player buys a card: the target
	OnGain       state.Code   // the card has been gained
	OnTrash      state.Code   // the card has been trashed
	OnDiscard    state.Code   // reaction: the card is discarded outside clean-up
	OnAttack     state.Code   // reaction: another player plays an Attack
	OnWouldGain  state.Code   // reaction: its holder is about to gain a card; not in the current printing
	OnOwnGain    state.Code   // reaction: its holder has gained a card
	OnOthersGain state.Code   // reaction: another seat has gained a card
	GainFilter   state.Filter // restricts the cards of OnOwnGain and OnOthersGain

	// Answers holds the words for yes and no, or for each mode of a Choose. It may be nil.
	Answers []string

	// Special holds the permanent properties of the card.
	Special properties
}

// properties is a set of permanent properties of a card, one bit each.
type properties uint16

const (
	cheaperInBuy properties = 1 << iota // Peddler: in the treasure and buy phases, 2 less per Action in play
	notByCopper                         // Grand Market: cannot be bought with a Copper in play
	protects                            // Lighthouse: while in play, it protects its player from Attacks
	placed                              // Stash: placed when shuffling, visible in the deck
	lastPlayed                          // Bank: played last by the option to play all Treasures
	cheapens                            // Highway: while in play, all cards cost 1 less
)

// The slots of a card's code, one for each field of Def that holds code.
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

// codes returns the card's code by slot.
func (d *Def) codes() [nSlots]state.Code {
	return [nSlots]state.Code{
		d.OnPlay, d.OnPlay2011, d.OnNext, d.OnBuy, d.OnAnyBuy, d.OnGain, d.OnTrash, d.OnDiscard, d.OnAttack, d.OnWouldGain,
		d.OnOwnGain, d.OnOthersGain,
	}
}

var codesOf = indexCodes()

func indexCodes() (all [][nSlots]state.Code) {
	for k := range cards {
		all = append(all, cards[k].codes())
	}
	return all
}

// cards is the card table, indexed by kind. Logs contain kinds, so existing kinds must not change. The
// table may have up to 255 cards. A position stores piles, so its size does not depend on the size of
// the table.
var cards = slices.Concat([]Def{{}}, basicCards, baseCards, intrigueCards, seasideCards, alchemyCards, prosperityCards, cornucopiaCards, hinterlandsCards, promoCards, laterCards)

var kindOf = indexNames()

func indexNames() map[string]state.Kind {
	m := make(map[string]state.Kind, len(cards))
	for k := range cards {
		m[cards[k].Name] = state.Kind(k)
	}
	return m
}

// Kinds of the basic cards, which the code refers to.
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

// KindOf returns the kind with the given name and whether it exists.
func KindOf(name string) (state.Kind, bool) {
	k, known := kindOf[name]
	return k, known && k != 0
}
