package buyrules

import (
	"cmp"
	"slices"

	"gamed/rules/dominion"
	"gamed/state"
)

var kinds = func() (all []state.Kind) {
	for k := range dominion.Rules.Info().Cards {
		all = append(all, state.Kind(k+1))
	}
	return all
}()

// defs is the card table, by kind.
var defs = func() (all [256]dominion.Def) {
	for _, k := range kinds {
		all[k] = dominion.DefOf(k)
	}
	return all
}()

// defaultOrder holds all Actions in the default order of play. Actions that give cards and Actions come
// first, then Actions that give Actions or play another card, then all other Actions. Each group is
// sorted by descending cost, then by descending number of cards drawn.
var defaultOrder = func() (actions []state.Kind) {
	for _, k := range kinds {
		if defs[k].Types&dominion.Action != 0 {
			actions = append(actions, k)
		}
	}
	slices.SortStableFunc(actions, func(j, k state.Kind) int {
		a, b := &defs[j], &defs[k]
		return cmp.Or(cmp.Compare(actionGroup(j), actionGroup(k)), cmp.Compare(b.Cost, a.Cost), cmp.Compare(b.Cards, a.Cards))
	})
	return actions
}()

// actionGroup returns the number of the Action's group in defaultOrder.
func actionGroup(k state.Kind) int {
	switch d := &defs[k]; {
	case d.Cards > 0 && d.Actions > 0:
		return 0
	case d.Actions > 0 || k == throneRoom || k == kingsCourt:
		return 1
	}
	return 2
}

// setOrder makes r play the given Actions first, in the given order. All other Actions follow in
// the default order.
func (r *Rules) setOrder(first []state.Kind) {
	order := slices.Clone(first)
	for _, k := range defaultOrder {
		if !slices.Contains(first, k) {
			order = append(order, k)
		}
	}
	for i, k := range order {
		r.order[k] = uint8(i)
	}
}

// kindOf returns the kind of the named card. It panics if no card has the name.
func kindOf(name string) state.Kind {
	k, known := dominion.KindOf(name)
	if !known {
		panic("buyrules: the card table has no " + name)
	}
	return k
}

// Kingdom cards for which this package has a rule of their own.
var (
	foolsGold   = kindOf("Fool's Gold")
	baron       = kindOf("Baron")
	doctor      = kindOf("Doctor")
	kingsCourt  = kindOf("King's Court")
	masterpiece = kindOf("Masterpiece")
	mint        = kindOf("Mint")
	pirateShip  = kindOf("Pirate Ship")
	remodel     = kindOf("Remodel")
	throneRoom  = kindOf("Throne Room")
	trader      = kindOf("Trader")
	upgrade     = kindOf("Upgrade")
	tunnel      = kindOf("Tunnel")
	watchtower  = kindOf("Watchtower")
)
