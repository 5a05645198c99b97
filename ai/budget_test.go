package ai_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// TestBudget checks that a search with a time budget ends as soon as Stop returns true. It also
// checks the error for an invalid budget in a bot's name.
func TestBudget(t *testing.T) {
	bot, err := ai.Roster{}.New("elements", "ismcts:50ms,c=0.4", 1)
	require.NoError(t, err)
	assert.Equal(t, 50, bot.(ai.Timed).Budget())
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 5})
	require.NoError(t, err)
	ask := ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil))
	polls := 0
	ask.Stop = func() bool { polls++; return polls == 5 }
	assert.Contains(t, ask.Options, bot.Choose(ask))
	assert.Equal(t, 5, polls)

	unlimited, err := ai.Roster{}.New("elements", "ismcts:7", 1)
	require.NoError(t, err)
	assert.Zero(t, unlimited.(ai.Timed).Budget())
	for _, wrong := range []string{"0ms", "-5ms", "x5ms", "1.5ms", "60001ms"} {
		_, err = ai.Roster{}.New("elements", "ismcts:"+wrong, 1)
		assert.ErrorContains(t, err, "the time of a decision must be from 1ms to 60000ms", wrong)
	}
}
