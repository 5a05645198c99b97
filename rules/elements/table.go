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

// A Cost asks for elements: Cost{Red: 2, Any: 1}. Any stands for one of
// whatever element, chosen by who pays.
type Cost [nElements]uint8

// total returns how many elements c asks for.
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

	// Created cards are in no deck: another card makes their tokens.
	Created bool

	Cast    Power // a Spell's effect
	Use     Power // activated: whenever its seat may respond
	Sunrise Power // triggered, each at its event
	Sunset  Power
	Arrives Power // the play of the card has resolved
	Dies    Power
	Damaged Power
	Healed  Power
	Wakes   Power

	// Static powers.
	Swift    bool // enters awake
	Warded   bool // other seats may not aim at it
	Elusive  bool // cannot be blocked
	Piercing bool // damage beyond a blocker's health goes to the player
	Steady   bool // wakes at its seat's sunset
	Rooted   bool // cannot attack
	Banner   int8 // added to the attack of its seat's other tokens
}

// A Power is a cost, what it is aimed at, and what it does. Only activated ones
// have a cost.
type Power struct {
	Cost      Cost
	Sleep     bool // needs the token awake and puts it to sleep
	Sacrifice bool // removes the token
	Aim       Aim
	Also      Aim // a second aim
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

// powersOf has the powers of each kind.
var powersOf = func() (all [][nSlots]*Power) {
	for k := range cards {
		all = append(all, cards[k].powers())
	}
	return all
}()

// cards is the card table. A kind is its index and reaches the logs: the hash of
// the table in a log's header tells when this one is another.
var cards = slices.Concat([]Def{{}}, createdCards, whiteCards, redCards, yellowCards, greenCards, blueCards, violetCards, blackCards, twoElementCards)

// kindOf finds cards by name.
var kindOf = func() map[string]state.Kind {
	m := make(map[string]state.Kind, len(cards))
	for k := range cards {
		m[cards[k].Name] = state.Kind(k)
	}
	return m
}()

// Kinds that code mentions: the created ones.
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
