package tune

import (
	"slices"

	"gamed/state"
)

// candidateCount is the number of points among which a step chooses the next point.
const candidateCount = 50

// An evolution is the search of NTBEA. It moves from each point to the most promising neighbor.
type evolution struct {
	landscape *landscape
	rand      state.Rand
	played    []Point // the distinct points played
}

func newEvolution(space Space, explore float64, seed uint64) *evolution {
	return &evolution{landscape: newLandscape(space, explore), rand: state.Rand(seed)}
}

// first returns a random point.
func (e *evolution) first() Point {
	var p Point
	for _, d := range e.landscape.space {
		p = append(p, e.rand.N(len(d.Values)))
	}
	return p
}

// next records the score of p, from 0 to 1, and returns the next point.
func (e *evolution) next(p Point, score float64) Point {
	e.landscape.add(p, score)
	if !slices.ContainsFunc(e.played, func(q Point) bool { return slices.Equal(p, q) }) {
		e.played = append(e.played, p)
	}
	var best Point
	highest := 0.0
	for range candidateCount {
		q := e.mutant(p)
		// The noise breaks ties, which would otherwise always favor the first candidate.
		if bound := e.landscape.upperBound(q) + 1e-6*float64(e.rand.N(1000))/1000; best == nil || bound > highest {
			best, highest = q, bound
		}
	}
	return best
}

// mutant returns a point that differs from p in one random dimension. In each other dimension the
// point also differs with probability 1/len(space).
func (e *evolution) mutant(p Point) Point {
	space := e.landscape.space
	q := slices.Clone(p)
	must := e.rand.N(len(space))
	for i, d := range space {
		if i == must || e.rand.N(len(space)) == 0 {
			q[i] = (p[i] + 1 + e.rand.N(len(d.Values)-1)) % len(d.Values)
		}
	}
	return q
}

// best returns the played point with the highest estimate.
func (e *evolution) best() Point {
	best := e.played[0]
	for _, p := range e.played[1:] {
		if e.landscape.mean(p) > e.landscape.mean(best) {
			best = p
		}
	}
	return best
}
