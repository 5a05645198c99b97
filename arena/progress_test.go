package arena_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/arena/stats"
)

// TestProgress checks that each game reports the score so far and the state of the SPRT.
func TestProgress(t *testing.T) {
	m := match(t, 40, "greedy", "random")
	m.SPRT = &stats.SPRT{Elo0: 0, Elo1: 1, Alpha: .05, Beta: .05, Model: stats.Normalized}
	var all []arena.Progress
	m.Progress = func(p arena.Progress) { all = append(all, p) }
	r, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Len(t, all, 40)
	assert.Equal(t, arena.Progress{Games: 1, Score: -1, Lower: r.SPRT.Lower, Upper: r.SPRT.Upper}, all[0])
	last := all[39]
	assert.Equal(t, 40, last.Games)
	assert.InDelta(t, r.Scores[0], last.Score, 1e-9)
	assert.InDelta(t, r.SPRT.LLR, last.LLR, 1e-9)
}
