package buyrules

import (
	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/state"
)

// harmless reports whether the seat should play an Action. Remodel, Trader and Upgrade must trash a
// card from the hand, which is harmful if the hand has no bad card. Baron gains an Estate if the
// hand has none.
func harmless(a ai.Ask, k state.Kind) bool {
	switch k {
	case baron:
		return a.Measure(dominion.HandOf(dominion.Estate)) > 0
	case remodel, trader, upgrade:
		return junkInHand(a) > 0
	}
	return true
}

// junkInHand counts the bad cards in hand: Curses, Estates and Coppers.
func junkInHand(a ai.Ask) int {
	return a.Measure(dominion.HandOf(dominion.Curse)) + a.Measure(dominion.HandOf(dominion.Estate)) +
		a.Measure(dominion.HandOf(dominion.Copper))
}

// yesIf maps cards with a yes-or-no question to the condition under which the bots answer yes. The
// bots answer no to the questions of all other cards.
var yesIf = map[state.Kind]func(ai.Ask) bool{
	kindOf("Library"):        func(a ai.Ask) bool { return a.Measure(dominion.ActionsLeft) == 0 }, // set the Action aside
	kindOf("Minion"):         always,                                                              // +$2
	kindOf("Native Village"): func(a ai.Ask) bool { return a.Measure(dominion.OnNativeMat) < 3 },  // put one more card onto the mat
	pirateShip:               func(a ai.Ask) bool { return a.Measure(dominion.TokensHeld) < 3 },   // attack
	kindOf("Vassal"):         always,                                                              // play it
	watchtower:               gainedJunk,                                                          // trash it
}

// revealIf maps Reactions to the condition under which the bots reveal them. The bots reveal all
// Reactions that are not in the map. They never reveal Secret Chamber, because they would reveal it
// again and again.
var revealIf = map[state.Kind]func(ai.Ask) bool{
	foolsGold:                func(a ai.Ask) bool { return a.Measure(dominion.HandOf(foolsGold)) == 1 }, // two Fool's Golds are worth more than a Gold
	kindOf("Secret Chamber"): func(ai.Ask) bool { return false },
	trader:                   gainedJunk,
	watchtower:               func(a ai.Ask) bool { return gainedJunk(a) || !useless(gained(a)) }, // put a good card on top of the deck
}

func always(ai.Ask) bool { return true }

// gained returns the kind of the card that the seat has just gained.
func gained(a ai.Ask) state.Kind { return state.Kind(a.Measure(dominion.ReactingTo)) }

func gainedJunk(a ai.Ask) bool {
	k := gained(a)
	return k == dominion.Curse || k == dominion.Copper
}

// answer returns the answer to the yes-or-no question of a card.
func answer(a ai.Ask) state.Option {
	if yes := yesIf[state.Kind(a.Measure(dominion.Asking))]; yes != nil && yes(a) {
		return state.Option{Do: state.Yes}
	}
	return state.Option{Do: state.No}
}

// react reveals the first Reaction whose condition in revealIf holds, or passes.
func react(a ai.Ask) state.Option {
	for _, o := range a.Options[1:] {
		if show := revealIf[state.Kind(o.Card)]; show == nil || show(a) {
			return o
		}
	}
	return a.Options[0]
}
