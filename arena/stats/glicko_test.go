package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// TestGlicko checks the numbers in Glickman's example.
func TestGlicko(t *testing.T) {
	g := stats.Glicko{Rating: 1500, Deviation: 200, Volatility: .06}.Update([]stats.GlickoResult{
		{Opponent: stats.Glicko{Rating: 1400, Deviation: 30, Volatility: .06}, Score: 1},
		{Opponent: stats.Glicko{Rating: 1550, Deviation: 100, Volatility: .06}, Score: 0},
		{Opponent: stats.Glicko{Rating: 1700, Deviation: 300, Volatility: .06}, Score: 0},
	}, .5)
	assert.InDelta(t, 1464.05, g.Rating, .005)
	assert.InDelta(t, 151.52, g.Deviation, .005)
	assert.InDelta(t, .059996, g.Volatility, .0000005)
}

// TestGlickoNewcomer checks that a new player's rating becomes more certain with games, and less
// certain in a period without games.
func TestGlickoNewcomer(t *testing.T) {
	g := stats.NewGlicko()
	assert.Equal(t, stats.Glicko{Rating: 1500, Deviation: 350, Volatility: .06}, g)
	assert.True(t, g.Provisional())
	assert.Equal(t, g, g.Update(nil, stats.Tau), "the deviation cannot exceed that of a new player")
	for range 60 {
		g = g.Update([]stats.GlickoResult{{Opponent: stats.Glicko{Rating: 1500, Deviation: 60, Volatility: .06}, Score: .5}}, stats.Tau)
	}
	assert.False(t, g.Provisional())
	assert.InDelta(t, 1500, g.Rating, 1e-6)
	rested := g.Update(nil, stats.Tau)
	assert.Greater(t, rested.Deviation, g.Deviation)
	assert.Equal(t, g.Rating, rested.Rating)
}

// TestGlickoMoves checks that a win never lowers a rating. A draw must give less than a win, and
// a loss less than a draw. Ratings must stay within plausible limits.
func TestGlickoMoves(t *testing.T) {
	standing := rapid.Custom(func(t *rapid.T) stats.Glicko {
		return stats.Glicko{
			Rating:     rapid.Float64Range(100, 3500).Draw(t, "rating"),
			Deviation:  rapid.Float64Range(20, 350).Draw(t, "deviation"),
			Volatility: rapid.Float64Range(.03, .12).Draw(t, "volatility"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		g, opponent := standing.Draw(t, "player"), standing.Draw(t, "opponent")
		after := func(score float64) stats.Glicko {
			return g.Update([]stats.GlickoResult{{Opponent: opponent, Score: score}}, stats.Tau)
		}
		won, drawn, lost := after(1), after(.5), after(0)
		assert.GreaterOrEqual(t, won.Rating, g.Rating)
		assert.GreaterOrEqual(t, won.Rating, drawn.Rating)
		assert.GreaterOrEqual(t, drawn.Rating, lost.Rating)
		assert.LessOrEqual(t, lost.Rating, g.Rating)
		for _, s := range []stats.Glicko{won, drawn, lost} {
			assert.Greater(t, s.Deviation, 0.)
			assert.LessOrEqual(t, s.Deviation, 350.)
			assert.Greater(t, s.Volatility, 0.)
		}
	})
}
