package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// TestRotations checks that pairs given as scores equal pairs given as counts.
func TestRotations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		var scores []float64
		for i, count := range n {
			for range count {
				scores = append(scores, float64(i)/4)
			}
		}
		pairs, rotations := stats.PairSample(n), stats.UnitSample(2, scores)
		assert.Equal(t, pairs.Units(), rotations.Units())
		assert.InDelta(t, pairs.Variance(), rotations.Variance(), 1e-12)
		assert.InDelta(t, pairs.Mean().Score.Value, rotations.Mean().Score.Value, 1e-12)
	})
	third := stats.UnitSample(3, []float64{1. / 3, 1 - 2./3, .1 + .2 + 1./30})
	assert.Zero(t, third.Variance(), "a rounding error of a score does not matter")
}

// TestVersus checks scores by hand, and that the scores of a game average .5.
func TestVersus(t *testing.T) {
	for _, test := range []struct {
		points []float64
		want   []float64
	}{
		{[]float64{1, 0}, []float64{1, 0}},
		{[]float64{.5, .5}, []float64{.5, .5}},
		{[]float64{0, 1, 0}, []float64{.25, 1, .25}},
		{[]float64{38, 12, 38, 7}, []float64{5. / 6, 1. / 3, 5. / 6, 0}},
	} {
		for seat, want := range test.want {
			assert.InDelta(t, want, stats.SeatScore(test.points, seat), 1e-12, "seat %d of %v", seat, test.points)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfN(rapid.Float64Range(0, 3), 2, 6).Draw(t, "points")
		sum := 0.
		for seat := range points {
			sum += stats.SeatScore(points, seat)
		}
		assert.InDelta(t, float64(len(points))/2, sum, 1e-9)
	})
}

// TestPairCorrelation checks the correlation at its extremes and for independent games.
func TestPairCorrelation(t *testing.T) {
	for _, test := range []struct {
		name         string
		units, games stats.Sample
		want         float64
	}{
		{"the deal decides", stats.PairSample([5]int{0, 0, 50, 0, 0}), stats.GameSample(50, 50, 0), -1},
		{"the bot decides, and not the deal", stats.PairSample([5]int{50, 0, 0, 0, 50}), stats.GameSample(100, 100, 0), 1},
		{"independent", stats.PairSample([5]int{25, 0, 50, 0, 25}), stats.GameSample(100, 100, 0), 0},
		{"three games, independent", stats.UnitSample(3, []float64{0, 1. / 3, 1. / 3, 1. / 3, 2. / 3, 2. / 3, 2. / 3, 1}), stats.GameSample(12, 12, 0), 0},
		{"three games, of one kind", stats.UnitSample(3, []float64{0, 1, 0, 1}), stats.GameSample(6, 6, 0), 1},
		{"no games", stats.PairSample([5]int{}), stats.GameSample(0, 0, 0), 0},
	} {
		assert.InDelta(t, test.want, stats.PairCorrelation(test.units, test.games), 1e-9, test.name)
	}
}
