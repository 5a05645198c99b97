package learned_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
)

// TestForecastIsCalm checks that the winning chances hardly change when a seat takes its only option and
// the other seat is next.
func TestForecastIsCalm(t *testing.T) {
	f, name := roster(t).Forecaster("elements", 200)
	require.Equal(t, "learned:200", name)
	sum, passes := 0.0, 0
	for seed := range uint64(6) {
		m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(seed + 1)})
		require.NoError(t, err)
		r := state.NewRand(seed)
		for m.Awaiting() != 0 && m.Seq() < 60 {
			seat := m.Next()
			options := m.Options(seat, nil)
			q := state.Request{Seat: seat, Option: options[r.N(len(options))]}
			forced := len(options) == 1
			before := 0.0
			if forced {
				before = f.Chances(m, state.Everything, 1)[0]
			}
			m.Apply(q, nil)
			if forced && m.Awaiting() != 0 && m.Next() != seat {
				sum += math.Abs(f.Chances(m, state.Everything, 1)[0] - before)
				passes++
			}
		}
	}
	t.Logf("%d passes, mean difference %.3f", passes, sum/float64(passes))
	require.Greater(t, passes, 20)
	assert.Less(t, sum/float64(passes), 0.05)
}
