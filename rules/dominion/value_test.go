package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/state"
)

// TestValueOrders checks the order of the values after possible purchases, best first.
func TestValueOrders(t *testing.T) {
	for _, tc := range []struct {
		name, deal string
		buys       []string // "" is no purchase
	}{
		{"early", "", []string{"Province", "Gold", "Silver", "Duchy", "", "Estate", "Curse"}},
		{"a Copper does not raise the value", "", []string{"Silver", ""}},
		{"half of the Provinces are gone", "supply=(4 Province)", []string{"Province", "Duchy", "Gold", "Silver", "", "Curse"}},
		{"two Provinces are left", "supply=(2 Province)", []string{"Province", "Duchy", "Gold", "Estate", "", "Curse"}},
		{"far ahead", "discard0=(40 Gold)", []string{"Province", "Duchy", ""}},
		{"far behind", "discard1=(6 Province)", []string{"Province", "Gold", "Silver", "", "Curse"}},
		{"Colonies", "colony", []string{"Colony", "Province", "Gold", "Silver"}},
		{"alone", "seats=1", []string{"Province", "Gold", "Silver", "", "Estate"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			start := stagedPosition(t, "deal phase=buy rest0=(7 Copper, 3 Estate) "+tc.deal)
			best := 1000
			for _, name := range tc.buys {
				s := start
				if name != "" {
					s.receive(0, s.pileOf(kindOf[name]), Discarded, nil)
				}
				require.Less(t, value(&s, 0), best, name)
				best = value(&s, 0)
			}
		})
	}
}

// TestValuesAddUp checks that the values of two seats add up to 1000.
func TestValuesAddUp(t *testing.T) {
	r := state.Rand(1)
	for range 20 {
		g := &trial{setup: randomSetup(&r), todo: deeds{}}
		g.setup.Seats = 2
		g.play(t, &r)
		assert.Equal(t, 1000, value(&g.s, 0)+value(&g.s, 1), "%+v", g.setup)
	}
}

// TestGreedyBeatsRandom checks that the bot greedy wins all of ten games against the bot random.
func TestGreedyBeatsRandom(t *testing.T) {
	won := 0
	const games = 10
	for seed := range uint64(games) {
		m, err := Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(seed)})
		require.NoError(t, err)
		greedy, err := ai.Roster{}.New("dominion", "greedy", seed)
		require.NoError(t, err)
		random, err := ai.Roster{}.New("dominion", "random", seed)
		require.NoError(t, err)
		at := state.Seat(seed % 2)
		for m.Awaiting() != 0 {
			seat, bot := m.Next(), random
			if seat == at {
				bot = greedy
			}
			o := bot.Choose(ai.NewAsk(m, seat, m.Options(seat, nil)))
			m.Apply(state.Request{Seat: seat, Option: o}, nil)
		}
		if _, winners := m.Result(); winners == state.Only(at) {
			won++
		}
	}
	assert.Equal(t, games, won)
}
