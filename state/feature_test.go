package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "gamed/state"
)

// TestFeatured holds that a game has the features of its ruleset, and one without any
// has none.
func TestFeatured(t *testing.T) {
	rules := *tinyRules
	for range 2 {
		m, err := rules.Deal(Setup{Seats: 2, Seed: 1})
		require.NoError(t, err)
		f := m.(Featured)
		assert.Len(t, f.AppendFeatures([]float32{7}, 1), 1+len(f.Layout().Names))
		rules.Layout = Layout{Version: 1, Names: []string{"score", "seat"}}
		rules.Features = func(dst []float32, s *tiny, seat Seat) []float32 {
			return append(dst, float32(s.Score[seat]), float32(seat))
		}
	}
	m, err := rules.Deal(Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	assert.Equal(t, []float32{7, 0, 1}, m.(Featured).AppendFeatures([]float32{7}, 1))
}
