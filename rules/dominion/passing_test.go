package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestPassing checks the label of a pass, and that exactly the reactions have a stop.
func TestPassing(t *testing.T) {
	s, err := deal(state.Setup{Seats: 2, Seed: 1})
	assert.NoError(t, err)
	Rules.Start(&s, state.Frame{Phase: ActionPhase})
	assert.Equal(t, passing.Pass, label(&s, 0, state.Option{Do: Pass}).Do)
	stop := Rules.Abilities().Stop
	assert.Equal(t, -1, stop(Rules.At(s), 0))
	for slot, want := range map[state.Slot]string{slotAttack: "attack", slotWouldGain: "reaction", slotOwnGain: "reaction", slotDiscard: "reaction"} {
		reacts := s
		reacts.Push(state.Frame{Phase: ReactPhase, Slot: slot})
		assert.Equal(t, want, passing.Stops[stop(Rules.At(reacts), 1)].Name)
	}
}
