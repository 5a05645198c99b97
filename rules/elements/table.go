package elements

import (
	"slices"

	"gamed/state"
)

// Types of cards.
const (
	Being = 1 << iota
	Item
	Spell
)

// A Cost holds the number of each element to pay, as in Cost{Red: 2, Any: 1}. The payer chooses the
// elements for Any.
type Cost [nElements]uint8

func (c *Cost) total() (n uint8) {
	for _, k := range c {
		n += k
	}
	return n
}

// A Def is a row of the card table.
type Def struct {
	Name, Text     string
	Type           uint8
	Cost           Cost
	Attack, Health int8

	// Created reports whether the token exists only if another card creates it. Decks cannot
	// contain such a card.
	Created bool

	Cast     Power // the effect of a Spell
	Use      Power // an activated power, which its seat may use whenever it may respond
	Sunrise  Power // a triggered power, like those below
	Sunset   Power
	Arrives  Power // when the card has been played
	Dies     Power
	Damaged  Power
	Healed   Power
	Wakes    Power
	Reacts   Power // when a player does what ReactsTo describes; the target is the player, the play or the token
	ReactsTo Cause // to what Reacts reacts

	// Static powers.
	Swift    bool // arrives awake
	Warded   bool // other seats may not target it
	Elusive  bool // cannot be blocked
	Piercing bool // excess damage to a blocker hits the player
	Steady   bool // wakes at its seat's sunset
	Rooted   bool // cannot attack
	Banner   int8 // bonus to the attack of its seat's other tokens
	// Cheapens holds the types of cards for which the token's seat pays 1 Any less.
	Cheapens uint8
}

// A Cause describes which actions of which players a card reacts to.
type Cause struct {
	Action uint8 // Plays, Enters or Draws
	Types  uint8 // of the played card or of the token; 0 is any
	Whose  uint8 // the side of the acting player
}

// The actions to which cards react.
const (
	Plays  = iota + 1 // a player has played and paid for a card
	Enters            // a token has entered a player's Present
	Draws             // a player has drawn a card
)

// A Power is card code together with the targets that it may have. An activated power also has a
// cost.
type Power struct {
	Cost      Cost
	Sleep     bool // part of the cost: puts the token, which must be awake, to sleep
	Sacrifice bool // part of the cost: removes the token from play
	Aim       Aim
	SecondAim Aim // a second target
	Do        state.Code
	Modes     []string // the words for the modes of a Choose
}

// The slots of powers, in the order of the fields of Def.
const (
	slotCast state.Slot = iota
	slotUse
	slotSunrise
	slotSunset
	slotArrives
	slotDies
	slotDamaged
	slotHealed
	slotWakes
	slotReacts
	nSlots
)

var slotNames = [nSlots]string{"cast", "use", "sunrise", "sunset", "arrival", "death", "damage", "heal", "wake", "reaction"}

// powers returns the card's powers by slot.
func (d *Def) powers() [nSlots]*Power {
	return [nSlots]*Power{&d.Cast, &d.Use, &d.Sunrise, &d.Sunset, &d.Arrives, &d.Dies, &d.Damaged, &d.Healed, &d.Wakes, &d.Reacts}
}

var powersOf = indexPowers()

func indexPowers() (all [][nSlots]*Power) {
	for k := range cards {
		all = append(all, cards[k].powers())
	}
	return all
}

// cards is the card table, indexed by kind. The table may have up to 255 cards. Logs contain
// kinds, so a log of a game with another table cannot be replayed. The hash in the log's header
// reveals such a log.
var cards = slices.Concat([]Def{{}}, createdCards, whiteCards, redCards, yellowCards, greenCards, blueCards, violetCards, blackCards, twoElementCards)

var kindOf = indexNames()

func indexNames() map[string]state.Kind {
	m := make(map[string]state.Kind, len(cards))
	for k := range cards {
		m[cards[k].Name] = state.Kind(k)
	}
	return m
}

// The kinds of the cards that other cards create.
const (
	Sprout state.Kind = iota + 1
	Cinder
	Echo
)

var createdCards = []Def{
	{Name: "Sprout", Type: Being, Created: true, Attack: 1, Health: 1},
	{
		Name: "Cinder", Type: Being, Created: true, Attack: 1, Health: 1, Swift: true,
		Text: "Enters awake.",
	},
	{
		Name: "Echo", Type: Being, Created: true, Attack: 1, Health: 1, Elusive: true,
		Text: "Cannot be blocked.",
	},
}
