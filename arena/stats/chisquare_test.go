package stats_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// TestHomogeneity compares results with a table computed by hand and with a published example. P is
// 1 without two rows and two columns that are not zero.
func TestHomogeneity(t *testing.T) {
	byHand := stats.Homogeneity([][]int{{30, 10}, {20, 20}})
	assert.InDelta(t, 16./3, byHand.Statistic, 1e-9)
	assert.Equal(t, 1, byHand.DegreesOfFreedom)
	assert.InDelta(t, .020921, byHand.P, .0000005)

	three := stats.Homogeneity([][]int{{90, 60, 104, 95}, {30, 50, 51, 20}, {30, 40, 45, 35}})
	assert.InDelta(t, 24.57, three.Statistic, .005)
	assert.Equal(t, 6, three.DegreesOfFreedom)
	assert.InDelta(t, .0004098, three.P, .000001)

	for _, nothing := range [][][]int{nil, {}, {{}}, {{5, 3}}, {{5}, {3}}, {{5, 3}, {0, 0}}, {{5, 0}, {3, 0}}} {
		assert.Equal(t, stats.ChiSquare{P: 1}, stats.Homogeneity(nothing), "%v", nothing)
	}
}

// TestHomogeneityByChance checks that P is below .1 in a tenth of the tables of equal workers, for
// odd, even, small and large degrees of freedom.
func TestHomogeneityByChance(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 7))
	for _, size := range [][2]int{{2, 2}, {2, 3}, {4, 4}, {12, 4}} {
		small := 0
		const runs = 1000
		for range runs {
			table := make([][]int, size[0])
			for i := range table {
				table[i] = make([]int, size[1])
				for range 400 {
					table[i][draw.IntN(size[1])]++
				}
			}
			if stats.Homogeneity(table).P < .1 {
				small++
			}
		}
		assert.InDelta(t, .1, float64(small)/runs, .03, "%v", size)
	}
}

// TestAgainstRest checks that one different row stands out, and that the other rows do not differ
// without it.
func TestAgainstRest(t *testing.T) {
	table := [][]int{{500, 480, 20}, {510, 465, 25}, {300, 500, 200}, {495, 490, 15}}
	tests := stats.AgainstRest(table)
	for i, test := range tests {
		assert.Equal(t, i == 2, test.P < 1e-20, "%d: %v", i, test)
		assert.Equal(t, 2, test.DegreesOfFreedom)
	}
	for i, test := range stats.AgainstRest(slices.Delete(table, 2, 3)) {
		assert.Greater(t, test.P, .05, "%d: %v", i, test)
	}
	assert.Empty(t, stats.AgainstRest(nil))
}

// TestHomogeneityInvariance checks that reordering the workers or transposing the table does not
// change the result.
func TestHomogeneityInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 5).Draw(t, "columns")
		row := rapid.SliceOfN(rapid.IntRange(0, 300), columns, columns)
		table := rapid.SliceOfN(row, 1, 6).Draw(t, "table")
		turned := make([][]int, columns)
		for j := range turned {
			for i := range table {
				turned[j] = append(turned[j], table[i][j])
			}
		}
		a := stats.Homogeneity(table)
		assert.LessOrEqual(t, 0., a.P)
		assert.LessOrEqual(t, a.P, 1.)
		for _, b := range []stats.ChiSquare{stats.Homogeneity(rapid.Permutation(table).Draw(t, "order")), stats.Homogeneity(turned)} {
			assert.InDelta(t, a.Statistic, b.Statistic, 1e-6)
			assert.Equal(t, a.DegreesOfFreedom, b.DegreesOfFreedom)
			assert.InDelta(t, a.P, b.P, 1e-6)
		}
	})
}
