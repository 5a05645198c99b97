package elements

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestRedeal checks that a machine that deals many games deals the same games as new machines.
func TestRedeal(t *testing.T) {
	for _, options := range []map[string]string{nil, {"open": "yes"}, {"turns": "3"}} {
		m, err := Rules.Deal(state.Setup{Seats: 2})
		require.NoError(t, err)
		for i := range 40 {
			setup := state.Setup{Seats: 2 + i/10%3, Seed: state.Seed(i), Table: options, Decks: []string{decks[i/5].name, legalDeck}}
			require.NoError(t, m.Redeal(setup))
			fresh, err := deal(setup)
			require.NoError(t, err)
			require.Equal(t, fresh, *m.(*state.Game[Position]).Position(), "%+v", setup)
		}
	}
}

// TestRedealDoesNotAllocate checks that dealing again with the same decks does not allocate.
func TestRedealDoesNotAllocate(t *testing.T) {
	setup := state.Setup{Seats: 2, Decks: []string{"orchard", legalDeck}}
	m, err := Rules.Deal(setup)
	require.NoError(t, err)
	require.NoError(t, m.Redeal(setup))
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		setup.Seed++
		_ = m.Redeal(setup) // cannot fail twice
	}))
}
