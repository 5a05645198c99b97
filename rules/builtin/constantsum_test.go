package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/builtin"
	"gamed/state"
)

// TestConstantSum plays twenty random games for two seats of each ruleset whose search has ConstantSum.
// In every unfinished position, the values of both seats must add up to 1000.
func TestConstantSum(t *testing.T) {
	checked := 0
	for _, r := range builtin.Rulesets() {
		if r.Search == nil || !r.Search.ConstantSum {
			continue
		}
		checked++
		for seed := range state.Seed(20) {
			m, err := r.Deal(state.Setup{Seats: 2, Seed: seed})
			require.NoError(t, err)
			choices := state.NewRand(uint64(seed))
			for range 2000 {
				if m.Awaiting() == 0 {
					break
				}
				require.Equal(t, 1000, m.Value(0)+m.Value(1), "%s, seed %d, request %d", r.Info().Name, seed, m.Seq())
				seat := m.Next()
				options := m.Options(seat, nil)
				m.Apply(state.Request{Seat: seat, Option: options[choices.N(len(options))]}, nil)
			}
		}
	}
	require.Equal(t, 2, checked, "rulesets with ConstantSum")
}
