package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/builtin"
	"gamed/state"
)

// TestDrawsFirstTurn deals twenty games of each ruleset for two or more seats. It checks that
// DrawsFirstTurn reports whether the seat with the first turn varies.
func TestDrawsFirstTurn(t *testing.T) {
	for _, r := range builtin.Rulesets() {
		if r.Info().MaxSeats < 2 {
			continue
		}
		first := make(map[state.Seat]bool)
		for seed := range state.Seed(20) {
			m, err := r.Deal(state.Setup{Seats: 2, Seed: seed})
			require.NoError(t, err)
			for m.Turn() == 0 {
				seat := m.Next()
				m.Apply(state.Request{Seat: seat, Option: m.Options(seat, nil)[0]}, nil)
			}
			first[m.Next()] = true
		}
		if r.DrawsFirstTurn {
			assert.Len(t, first, 2, r.Info().Name)
		} else {
			assert.Equal(t, map[state.Seat]bool{0: true}, first, r.Info().Name)
		}
	}
}
