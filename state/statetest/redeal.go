package statetest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// Redeal deals the games of several setups one after another with one machine. It checks that they
// equal the games that new machines deal. It also checks that the machine does not allocate if
// only the seed changes.
func Redeal[S comparable](t *testing.T, rules *state.Ruleset[S], setups []state.Setup) {
	t.Helper()
	m, err := rules.Deal(setups[0])
	require.NoError(t, err)
	for _, setup := range setups {
		require.NoError(t, m.Redeal(setup))
		fresh, err := rules.New(setup)
		require.NoError(t, err)
		require.Equal(t, fresh, *m.(*state.Game[S]).Position(), "%+v", setup)
	}
	again := setups[len(setups)-1]
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		again.Seed++
		_ = m.Redeal(again) // cannot fail after it has succeeded
	}))
}
