package arena_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/state"
)

// telling is a ruleset whose games report figures.
type telling struct{ state.Dealer }

func (d telling) Abilities() state.Abilities {
	return state.Abilities{Figures: func(dst []state.Figure, m state.Machine) []state.Figure {
		long := 0.0
		if m.Turn() > 20 {
			long = 1
		}
		return append(dst, state.Figure{Group: "lengths", Name: "long", N: long},
			state.Figure{Group: "numbers", Name: "turns", N: float64(m.Turn())})
	}}
}

// twice is a ruleset whose games report each figure for two seats.
type twice struct{ telling }

func (d twice) Abilities() state.Abilities {
	once := d.telling.Abilities().Figures
	return state.Abilities{Simultaneous: true, Figures: func(dst []state.Figure, m state.Machine) []state.Figure { return once(once(dst, m), m) }}
}

// TestFiguresOfSeats checks that a figure reported for two seats counts its game once. It also checks
// that simultaneous turns count for each seat.
func TestFiguresOfSeats(t *testing.T) {
	m := match(t, 10, "random", "random")
	m.Rules = twice{telling{m.Rules}}
	r := run(t, m)
	assert.Equal(t, r.MeanTurns, r.MeanRounds, "each seat takes every turn")
	turns := r.Figures[1].Figures[0]
	assert.Equal(t, 10, turns.Games)
	assert.Equal(t, 1.0, turns.Share)
}

// TestFigures checks the figures of a match, with one and with three workers.
func TestFigures(t *testing.T) {
	m := match(t, 40, "random", "random")
	m.Rules = telling{m.Rules}
	var first arena.Result
	for _, parallel := range []int{1, 3} {
		m.Parallel = parallel
		r := run(t, m)
		require.Len(t, r.Figures, 2)
		turns := r.Figures[1].Figures[0]
		assert.Equal(t, "turns", turns.Name)
		assert.Equal(t, 40, turns.Games)
		assert.InDelta(t, r.MeanTurns, turns.Mean, 1e-9)
		assert.Less(t, turns.Least, turns.Mean)
		assert.Less(t, turns.Mean, turns.Most)
		long := r.Figures[0].Figures[0]
		assert.InDelta(t, float64(long.Games)/40, long.Share, 1e-9)
		assert.InDelta(t, long.Share, long.Mean, 1e-9)
		assert.Regexp(t, `(?m)^  lengths +games +share$`, r.String())
		assert.Regexp(t, `(?m)^  numbers +games +share +least +mean +most$`, r.String())
		if parallel == 1 {
			first = r
		}
		assert.Equal(t, first.Figures, r.Figures)
	}
	data, err := json.Marshal(first)
	require.NoError(t, err)
	assert.Contains(t, string(data), `"figures":[{"name":"lengths","figures":[{"name":"long",`)
}
