package dominion

import (
	"slices"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestCostOutsideAGame checks that the card list shows the printed costs.
func TestCostOutsideAGame(t *testing.T) {
	for name, want := range map[string]string{
		"Peddler": "$8", "Copper": "$0", "Curse": "$0", "Colony": "$11", "Possession": "$6 and a Potion", "Potion": "$4",
	} {
		k, known := KindOf(name)
		require.True(t, known, name)
		assert.Equal(t, want, cards[k].price(), name)
	}
}

// TestHighestCost checks that no card costs more than maxCost, because atMost returns all piles for
// maxCost or more coins.
func TestHighestCost(t *testing.T) {
	highest := uint8(0)
	for k := range cards {
		highest = max(highest, cards[k].Cost)
	}
	assert.EqualValues(t, maxCost, highest)
}

// TestCostContexts checks the costs of Peddler and another card during a game.
func TestCostContexts(t *testing.T) {
	const table = "deal kingdom=(Peddler, Bridge) "
	for _, test := range []struct {
		about, scene    string
		peddler, bridge int
	}{
		{"nothing in play", "phase=buy", 8, 4},
		{"in the action phase", "phase=action hand0=(Village) play0=(2 Village)", 8, 4},
		{"in the treasure phase", "phase=treasure hand0=(Copper) play0=(2 Village)", 4, 4},
		{"in the buy phase", "phase=buy play0=(2 Village)", 4, 4},
		{"several kinds of Actions", "phase=buy play0=(Village, Militia, Moat)", 2, 4},
		{"Treasures do not count", "phase=buy play0=(2 Copper, Gold)", 8, 4},
		{"a Duration of the last turn", "phase=buy play0=(Caravan)", 6, 4},
		{"not below zero", "phase=buy play0=(7 Village)", 0, 4},
		{"Actions of the others do not count", "phase=buy play1=(3 Lighthouse)", 8, 4},
		{"the turn of another seat", "active=1 phase=buy play0=(3 Lighthouse) play1=(Village)", 6, 4},
		{"Bridges", "phase=action hand0=(Village) bridges=2", 6, 2},
		{"Bridges and Actions together", "phase=buy play0=(2 Village) bridges=1", 3, 3},
		{"Bridges and Actions, not below zero", "phase=buy play0=(4 Village) bridges=9", 0, 0},
	} {
		s := stagedPosition(t, table+test.scene)
		assert.Equal(t, test.peddler, s.cost(s.pileOf(kindOf["Peddler"])), "%s: Peddler", test.about)
		assert.Equal(t, test.bridge, s.cost(s.pileOf(kindOf["Bridge"])), "%s: Bridge", test.about)
		assert.Equal(t, "$8", cards[kindOf["Peddler"]].price(), "%s: outside the game", test.about)
	}
}

// TestCostInHand checks that a card costs the same in a hand as in the supply. It trashes cards
// with a Trader, which gains a Silver per coin of the trashed card's cost.
func TestCostInHand(t *testing.T) {
	for _, name := range []string{"Peddler", "Estate", "Copper", "Duchy"} {
		s := stagedPosition(t, "deal hand0=(Trader, "+name+") bridges=1 kingdom=(Peddler)")
		want := s.cost(s.pileOf(kindOf[name]))
		chooseLabels(t, &s, "play Trader")
		assert.Equal(t, want, int(s.Sides[0].Discard.Counts[s.pileOf(Silver)]), name)
	}
}

// stagedPosition returns the position that a deal command of a script describes.
func stagedPosition(t *testing.T, line string) Position {
	t.Helper()
	_, args, err := datadriven.ParseLine(line)
	require.NoError(t, err, line)
	s, err := scene(args)
	require.NoError(t, err, line)
	return s
}

// chooseLabels chooses options by the texts of their labels. Each choice is for the seat that must
// act next.
func chooseLabels(t *testing.T, s *Position, labels ...string) {
	t.Helper()
	for _, text := range labels {
		seat := s.Next()
		found := false
		for _, o := range Rules.Options(s, seat, nil) {
			if Rules.Label(s, seat, o).Text == text {
				Rules.Apply(s, seat, o, nil)
				found = true
				break
			}
		}
		require.True(t, found, "seat %d may not %s", seat, text)
	}
}

// TestFirstBuyable checks FirstBuyable against the options in random games of random kingdoms.
func TestFirstBuyable(t *testing.T) {
	offered, asked := 0, 0
	r := state.Rand(5)
	for range 40 {
		s, err := deal(randomSetup(&r))
		require.NoError(t, err)
		for s.Awaiting != 0 {
			seat := s.Next()
			options := Rules.Options(&s, seat, nil)
			for k := range state.Kind(len(cards)) {
				want := state.Kind(0)
				if slices.Contains(options, state.Option{Do: BuyCard, Card: state.Card(k)}) {
					want = k
					offered++
				}
				require.Equal(t, want, s.FirstBuyable(0, k), "kind %d of %v", k, options)
				asked++
			}
			Rules.Apply(&s, seat, options[r.N(len(options))], nil)
		}
		assert.Zero(t, s.FirstBuyable(Copper), "after the game")
	}
	assert.Positive(t, offered)
	assert.Greater(t, asked, offered)
}
