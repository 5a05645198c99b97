package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// TestWilson compares intervals with known values, also without trials and without failures.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		wins float64
		n    int
		want stats.Interval
	}{
		{0, 0, stats.Interval{0, 1}},
		{0, 10, stats.Interval{0, .2775}},
		{10, 10, stats.Interval{.7225, 1}},
		{7, 10, stats.Interval{.3968, .8922}},
		{55, 100, stats.Interval{.4524, .6439}},
		{950, 1000, stats.Interval{.9347, .9619}},
	} {
		got := stats.Wilson(test.wins, test.n)
		assert.InDeltaSlice(t, test.want[:], got[:], .00005, "%v of %d", test.wins, test.n)
	}
}

// TestRate checks that the interval contains the rate and is symmetric in wins and losses.
func TestRate(t *testing.T) {
	assert.Equal(t, stats.Estimate{Value: .5, Interval: stats.Interval{0, 1}}, stats.Rate(0, 0))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1e6).Draw(t, "n")
		halves := rapid.IntRange(0, 2*n).Draw(t, "halves")
		r, other := stats.Rate(float64(halves)/2, n), stats.Rate(float64(2*n-halves)/2, n)
		assert.LessOrEqual(t, 0., r.Interval[0])
		assert.LessOrEqual(t, r.Interval[0], r.Value+1e-12)
		assert.LessOrEqual(t, r.Value, r.Interval[1]+1e-12)
		assert.LessOrEqual(t, r.Interval[1], 1.)
		assert.InDelta(t, 1-r.Interval[0], other.Interval[1], 1e-12)
		assert.InDelta(t, r.Margin(), other.Margin(), 1e-12)
	})
}
