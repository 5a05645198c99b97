package ai_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// openWorlds returns the forward model of the first decision with several options in a game of
// Elements.
func openWorlds(t *testing.T, b ai.Budget) *ai.Worlds {
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 5})
	require.NoError(t, err)
	for len(m.Options(m.Next(), nil)) < 2 {
		m.Apply(state.Request{Seat: m.Next(), Option: m.Options(m.Next(), nil)[0]}, nil)
	}
	w := ai.NewWorlds(b)
	w.Open(ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil)))
	return w
}

// TestRollouts checks that rollouts reach the same positions as single calls of Draw and Apply. It also
// checks that rollouts to the end of the game are reproducible.
func TestRollouts(t *testing.T) {
	w := openWorlds(t, ai.Budget{Worlds: 8, Steps: 10_000})
	seeds, paths := []uint64{3, 4}, [][]int{{0}, {1}}
	var want []int
	for _, seed := range seeds {
		for _, path := range paths {
			id, err := w.Draw(seed)
			require.NoError(t, err)
			require.NoError(t, w.Apply(id, path[0], 0))
			m, err := w.World(id)
			require.NoError(t, err)
			want = append(want, ai.Evaluate(m, 0))
			require.NoError(t, w.Release(id))
		}
	}
	before := w.Budget()
	var got []int
	steps, err := w.Rollout(ai.Rollouts{Seeds: seeds, Paths: paths}, func(m state.Machine) { got = append(got, ai.Evaluate(m, 0)) })
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, 8, steps, "the start and an option of each of four rollouts")
	assert.Equal(t, ai.Budget{Worlds: before.Worlds, Steps: before.Steps - steps}, w.Budget())

	for _, random := range []bool{false, true} {
		play := func() (ends []string) {
			_, err := w.Rollout(ai.Rollouts{Seeds: []uint64{1, 2, 3}, Until: ai.UntilGame, Random: random}, func(m state.Machine) {
				over, _ := m.Result()
				assert.True(t, over)
				ends = append(ends, string(m.AppendState(nil)))
			})
			require.NoError(t, err)
			return ends
		}
		assert.Equal(t, play(), play(), "the same seeds")
	}
}

// TestRolloutsStop checks the errors of Rollout. It also checks that Rollout returns no error if
// only a later rollout exceeds the budget of steps.
func TestRolloutsStop(t *testing.T) {
	w := openWorlds(t, ai.Budget{Worlds: 1, Steps: 5})
	none := func(state.Machine) { assert.Fail(t, "no rollout is complete") }
	_, err := w.Rollout(ai.Rollouts{Seeds: []uint64{1}, Paths: [][]int{{99}}}, none)
	assert.ErrorIs(t, err, ai.ErrIllegal)
	missing := uint32(7)
	_, err = w.Rollout(ai.Rollouts{Seeds: []uint64{1}, From: &missing}, none)
	assert.ErrorIs(t, err, ai.ErrNoWorld)
	seen := 0
	_, err = w.Rollout(ai.Rollouts{Seeds: []uint64{1}, Paths: [][]int{{0}, {0}, {0}}}, func(state.Machine) { seen++ })
	assert.NoError(t, err)
	assert.Less(t, seen, 3)
	assert.Positive(t, seen)
	_, err = w.Rollout(ai.Rollouts{Seeds: []uint64{1}, Paths: [][]int{{0}}}, none)
	assert.ErrorIs(t, err, ai.ErrOverBudget)
	w.Close()
	_, err = w.Rollout(ai.Rollouts{Seeds: []uint64{1}}, none)
	assert.ErrorIs(t, err, ai.ErrNotOpen)
}

// TestLongRollout checks the error if the first rollout takes more steps than one call may use,
// although the budget has steps left.
func TestLongRollout(t *testing.T) {
	endless := *nim
	endless.Phases = slices.Clone(nim.Phases)
	endless.Phases[1].Request = func(*pile, *state.Frame, state.Seat, state.Option, *state.Log) state.Verdict {
		return state.Resolve()
	}
	m, err := endless.Deal(state.Setup{Seats: 2, Seed: 9})
	require.NoError(t, err)
	w := ai.NewWorlds(ai.Budget{Worlds: 1, Steps: 15_000})
	w.Open(ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil)))
	play := func() (int, error) {
		return w.Rollout(ai.Rollouts{Seeds: []uint64{1}, Until: ai.UntilGame}, func(state.Machine) { assert.Fail(t, "no rollout is complete") })
	}
	steps, err := play()
	assert.ErrorIs(t, err, ai.ErrOverBudget)
	assert.EqualError(t, err, "rollouts: over the budget of 10000 steps per call: end the rollout earlier")
	assert.Equal(t, 10_000, steps)
	assert.Equal(t, 5_000, w.Budget().Steps)
	steps, err = play()
	assert.EqualError(t, err, "rollouts: over the budget of 15000 steps per decision: choose an option")
	assert.Equal(t, 5_000, steps)
}
