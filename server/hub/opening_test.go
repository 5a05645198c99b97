package hub

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
	"gamed/table"
)

// TestOpening checks an opening with choices of both seats and default choices between them.
func TestOpening(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	spec := duel("", "greedy")
	spec.Chance = table.Key{1}
	from, err := h.Opening(spec, []string{"1 mulligan", "0 create green"})
	require.NoError(t, err)
	assert.Empty(t, spec.Seats[0].Bot, "the request is unchanged")
	again, err := h.Opening(spec, []string{"1 mulligan", "0 create green"})
	require.NoError(t, err)
	assert.Equal(t, from.Step, again.Step)
	_, err = h.Opening(spec, []string{"0 play No Such Card"})
	assert.ErrorContains(t, err, "play No Such Card")
}
