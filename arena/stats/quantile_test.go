package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/arena/stats"
)

// TestQuantile checks that a quantile is always one of the values.
func TestQuantile(t *testing.T) {
	values := []int64{1, 2, 3, 40}
	for p, want := range map[float64]int64{0: 1, .25: 1, .26: 2, .5: 2, .75: 3, .99: 40, 1: 40} {
		assert.Equal(t, want, stats.Quantile(values, p), p)
	}
	assert.Equal(t, 7., stats.Quantile([]float64{7}, .5))
	assert.Zero(t, stats.Quantile([]int64(nil), .5))
}
