package dominion

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
	"gamed/state/statetest"
)

// hookCards have code at slots that no card of the table uses.
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

// TestHooks runs one script for each of several slots.
func TestHooks(t *testing.T) {
	withCards(t, hookCards(state.Kind(len(cards))))
	statetest.Scripts(t, "testdata/hooks", stageForScripts)
}

// withCards extends the card table during a test, which must not run in parallel.
func withCards(t *testing.T, defs []Def) {
	table, codes, names, rows := cards, codesOf, kindOf, statsTable
	t.Cleanup(func() { cards, codesOf, kindOf, statsTable = table, codes, names, rows })
	cards, codesOf, kindOf = slices.Clone(cards), slices.Clone(codesOf), maps.Clone(kindOf)
	for _, d := range defs {
		k := state.Kind(len(cards))
		cards, kindOf[d.Name] = append(cards, d), k
		b := cardStats{types: d.Types, cost: d.Cost, cards: d.Cards}
		codesOf = append(codesOf, d.codes())
		for slot, code := range d.codes() {
			if len(code) > 0 {
				b.hooks |= 1 << slot
			}
		}
		b.simple = len(d.OnPlay) == 0
		statsTable[k] = b
	}
	require.Less(t, len(cards), maxKinds)
}
