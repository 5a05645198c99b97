package tune

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// noisyScore returns a random result for a point in a space of 4^5 points. The winning probability is
// highest at {3, 2, 1, 0, 3} and lower for each coordinate that differs. A single result of ten games
// carries little information.
func noisyScore(p Point, r *state.Rand) float64 {
	chance := 80
	for i, best := range (Point{3, 2, 1, 0, 3}) {
		if p[i] != best {
			chance -= 12
		}
	}
	wins := 0
	for range 10 {
		if r.N(100) < chance {
			wins++
		}
	}
	return float64(wins) / 10
}

func space(dimensions, values int) (s Space) {
	for i := range dimensions {
		d := Dimension{Name: fmt.Sprint(i)}
		for v := range values {
			d.Values = append(d.Values, fmt.Sprint(v))
		}
		s = append(s, d)
	}
	return s
}

func climb(seed uint64) Point {
	e := newEvolution(space(5, 4), 0.3, seed)
	r := state.Rand(seed)
	p := e.first()
	for range 300 {
		p = e.next(p, noisyScore(p, &r))
	}
	return e.best()
}

// TestEvolutionFinds checks that the search finds the best point or a neighbor, with a third as
// many noisy evaluations as there are points.
func TestEvolutionFinds(t *testing.T) {
	top := 0
	for seed := range uint64(10) {
		p, right := climb(seed), 0
		for i, best := range (Point{3, 2, 1, 0, 3}) {
			if p[i] == best {
				right++
			}
		}
		assert.GreaterOrEqual(t, right, 4, "seed %d: %v", seed, p)
		if right == 5 {
			top++
		}
	}
	assert.GreaterOrEqual(t, top, 6)
}

// TestEvolutionRepeats checks that equal seeds give equal searches.
func TestEvolutionRepeats(t *testing.T) {
	assert.Equal(t, climb(3), climb(3))
}

// TestMutantsDiffer checks that a mutant differs from its origin and stays in the space.
func TestMutantsDiffer(t *testing.T) {
	e := newEvolution(space(3, 2), 1, 1)
	p := e.first()
	for range 100 {
		q := e.mutant(p)
		require.NotEqual(t, p, q)
		for i := range q {
			require.Contains(t, []int{0, 1}, q[i])
		}
	}
}

// TestLandscape checks the mean over the tuples with data, and that the bound of an untried point is
// higher.
func TestLandscape(t *testing.T) {
	l := newLandscape(space(3, 2), 1)
	require.Len(t, l.tuples, 3+3+1)
	l.add(Point{0, 0, 0}, 1)
	l.add(Point{0, 1, 1}, 0)
	assert.InDelta(t, (0.5+1+1+1+1+1+1)/7, l.mean(Point{0, 0, 0}), 1e-12)
	assert.InDelta(t, (0.5+0+0+0+0+0+0)/7, l.mean(Point{0, 1, 1}), 1e-12)
	assert.InDelta(t, (0.5+0+1+0+1)/5, l.mean(Point{0, 1, 0}), 1e-12) // two tuples have no data for this point
	assert.Zero(t, newLandscape(space(3, 2), 1).mean(Point{1, 1, 1}))
	assert.Greater(t, l.upperBound(Point{1, 0, 0}), l.upperBound(Point{0, 0, 0}), "an unknown point has the higher bound")
	for dimensions, tuples := range map[int]int{1: 1, 2: 3, 3: 7, 4: 11} {
		assert.Len(t, newLandscape(space(dimensions, 2), 1).tuples, tuples)
	}
}
