package replay_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestForecasts checks that forecasts change only at steps that have an event for the viewpoint or were a choice
// of several options. The test's forecast depends on the number of its calls, so no two searches agree.
func TestForecasts(t *testing.T) {
	g := open(t, logMatching(t, "*-elements-????????.jsonl"))
	all, err := g.Page(state.Everything, 0, g.Steps+1)
	require.NoError(t, err)
	for _, viewpoint := range []state.Seat{0, state.Watcher, state.Everything} {
		calls := 0
		forecasts, err := g.Forecasts(func(state.Machine, state.Seat, uint64) []float64 {
			calls++
			return []float64{float64(calls), -float64(calls)}
		}, viewpoint)
		require.NoError(t, err)
		page, err := g.Page(viewpoint, 0, g.Steps+1)
		require.NoError(t, err)
		want, passes := float32(0), 0
		for n, step := range page.List {
			chosen := len(all.List[n].Options) > 1
			if n == 0 || len(step.Events) > 0 || chosen {
				want++
			}
			if len(step.Events) == 0 && chosen {
				passes++
			}
			require.NoError(t, forecasts.Next(n))
			chances, ok := forecasts.Values(n)
			require.True(t, ok)
			assert.Equal(t, []float32{want, -want}, chances, "step %d", n)
		}
		assert.Less(t, calls, g.Steps, "the game has no forced passes")
		assert.NotZero(t, passes, "the game has no passes by choice")
	}
}
