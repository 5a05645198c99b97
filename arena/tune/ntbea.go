package tune

import (
	"slices"

	"gamed/state"
)

// neighbours is how many points near the last one are looked at for the next.
const neighbours = 50

// An evolution is NTBEA's walk through a space: from the point that has been
// played to the most promising of its neighbours.
type evolution struct {
	landscape *landscape
	rand      state.Rand
	seen      []Point // the points that have been played, each once
}

func newEvolution(space Space, explore float64, seed uint64) *evolution {
	return &evolution{landscape: newLandscape(space, explore), rand: state.Rand(seed)}
}

// first returns a point to begin at.
func (e *evolution) first() Point {
	var p Point
	for _, d := range e.landscape.space {
		p = append(p, e.rand.N(len(d.Values)))
	}
	return p
}

// next learns what p has scored, 0 to 1, and returns the point to play after it.
func (e *evolution) next(p Point, score float64) Point {
	e.landscape.add(p, score)
	if !slices.ContainsFunc(e.seen, func(q Point) bool { return slices.Equal(p, q) }) {
		e.seen = append(e.seen, p)
	}
	var best Point
	highest := 0.0
	for range neighbours {
		q := e.mutant(p)
		// What is equal is put in order by chance, or else all ties would go one way.
		if bound := e.landscape.bound(q) + 1e-6*float64(e.rand.N(1000))/1000; best == nil || bound > highest {
			best, highest = q, bound
		}
	}
	return best
}

// mutant returns a point that differs from p in one dimension, and in each of the
// others with a chance of one in their number.
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

// best returns the point that is estimated highest, of those that were played.
func (e *evolution) best() Point {
	best := e.seen[0]
	for _, p := range e.seen[1:] {
		if e.landscape.mean(p) > e.landscape.mean(best) {
			best = p
		}
	}
	return best
}
