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

// A Cost is a number of each element, as in Cost{Red: 2, Any: 1}. The payer chooses the elements
// for Any.
type Cost [nElements]uint8

// total returns the number of elements.
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

	// Created cards are in no deck. Other cards make their tokens.
	Created bool

	Cast    Power // the effect of a Spell
	Use     Power // activated whenever its seat may respond
	Sunrise Power // triggered, like the powers below
	Sunset  Power
	Arrives Power // when the card has been played
	Dies    Power
	Damaged Power
	Healed  Power
	Wakes   Power

	// Static powers.
	Swift    bool // enters awake
	Warded   bool // other seats may not target it
	Elusive  bool // cannot be blocked
	Piercing bool // excess damage to a blocker hits the player
	Steady   bool // wakes at its seat's sunset
	Rooted   bool // cannot attack
	Banner   int8 // bonus to the attack of its seat's other tokens
}

// A Power has a cost, targets and code. Only activated powers have a cost.
type Power struct {
	Cost      Cost
	Sleep     bool // puts the token to sleep, which must be awake
	Sacrifice bool // removes the token
	Aim       Aim
	Also      Aim // a second target
	Do        state.Code
}

// Slots, in the order of the fields of Def.
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
	nSlots
)

var slotNames = [nSlots]string{"cast", "use", "sunrise", "sunset", "arrival", "death", "damage", "heal", "wake"}

// powers returns the powers of a card by slot.
func (d *Def) powers() [nSlots]*Power {
	return [nSlots]*Power{&d.Cast, &d.Use, &d.Sunrise, &d.Sunset, &d.Arrives, &d.Dies, &d.Damaged, &d.Healed, &d.Wakes}
}

// powersOf holds the powers of each kind.
var powersOf = func() (all [][nSlots]*Power) {
	for k := range cards {
		all = append(all, cards[k].powers())
	}
	return all
}()

// cards is the card table, indexed by kind. Logs contain kinds; the hash in a log's header
// detects a changed table.
var cards = slices.Concat([]Def{{}}, createdCards, whiteCards, redCards, yellowCards, greenCards, blueCards, violetCards, blackCards, twoElementCards)

// kindOf finds kinds by name.
var kindOf = func() map[string]state.Kind {
	m := make(map[string]state.Kind, len(cards))
	for k := range cards {
		m[cards[k].Name] = state.Kind(k)
	}
	return m
}()

// Kinds that the code mentions: the created ones.
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
