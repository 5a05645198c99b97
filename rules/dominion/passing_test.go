package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestPassing checks that the labels in passing exist in the game.
func TestPassing(t *testing.T) {
	s, err := deal(state.Setup{Seats: 2, Seed: 1})
	assert.NoError(t, err)
	Rules.Start(&s, state.Frame{Phase: ActionPhase})
	assert.Equal(t, passing.Pass, label(&s, 0, state.Option{Do: Pass}).Do)
	assert.Equal(t, passing.Needs, []string{label(&s, 0, state.Option{Do: Show}).Do})
	assert.NotContains(t, passing.Quiet, telling[trashed].What)
	assert.NotContains(t, passing.Quiet, telling[willPossess].What)
}
