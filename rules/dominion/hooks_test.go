package dominion

import (
	"slices"
	"testing"

	"gamed/state"
	"gamed/state/statetest"
)

// hookCards returns test cards with code for purchases, gains and trashing. Their kinds are first,
// first+1 and so on.
func hookCards(first state.Kind) []Def {
	lid := first + 3
	return []Def{
		{
			Name: "Bell", Set: "test", Types: Action, Cost: 2, Cards: 1,
			OnPlay: Coins(1), OnBuy: Coins(2), OnGain: Cards(1),
		},
		{Name: "Gong", Set: "test", Types: Action, Cost: 2, OnAnyBuy: Coins(3)},
		{Name: "Ember", Set: "test", Types: Action, Cost: 2, OnTrash: Cards(1)},
		{Name: "Lid", Set: "test", Types: Action, Cost: 2, OnGain: state.Pick(Hand, anyCard, 1, 1, OnDeck())},
		{Name: "Crate", Set: "test", Types: Action, Cost: 2, OnPlay: GainA(lid, Deck)},
	}
}

// TestHooks plays the scripts in testdata/hooks, which use the hookCards.
func TestHooks(t *testing.T) {
	withCards(t, hookCards(state.Kind(len(cards))))
	statetest.Scripts(t, "testdata/hooks", scriptKit)
}

// withCards extends the card table during a test, which must not run in parallel.
func withCards(t *testing.T, defs []Def) {
	old := cards
	t.Cleanup(func() { setCards(old) })
	setCards(slices.Concat(cards, defs))
}

// setCards replaces the card table and all variables that are computed from it.
func setCards(defs []Def) {
	cards = defs
	codesOf, kindOf = indexCodes(), indexNames()
	statsTable, layout = indexStats(), nameFeatures()
	noFeatures, Rules.Layout = make([]float32, layout.Len()), layout
}
