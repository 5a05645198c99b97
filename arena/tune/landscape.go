package tune

import "math"

// A landscape is NTBEA's model of how well the points of a space do: the mean
// score of each value, of each pair of values of two dimensions, and of each
// point, from all that has been played so far.
type landscape struct {
	space   Space
	explore float64 // the constant of its UCB1
	played  float64 // how many points have been scored, each as often as it was
	tuples  []tuple
}

// A tuple is some dimensions of the space, and what is known of their values.
type tuple struct {
	of    []int
	known map[int]arm // by the values, as one number
}

// An arm is the scores of one combination of values.
type arm struct{ n, sum float64 }

func newLandscape(space Space, explore float64) *landscape {
	l := &landscape{space: space, explore: explore}
	all := make([]int, len(space))
	for i := range space {
		all[i] = i
		l.tuples = append(l.tuples, tuple{[]int{i}, map[int]arm{}})
		for j := range i {
			if len(space) > 2 { // else the pair is the point
				l.tuples = append(l.tuples, tuple{[]int{j, i}, map[int]arm{}})
			}
		}
	}
	if len(space) > 1 {
		l.tuples = append(l.tuples, tuple{all, map[int]arm{}})
	}
	return l
}

// key returns the values of a point in the dimensions of t, as one number. Two
// points of a space too large for that may have the same: it wraps.
func (l *landscape) key(t *tuple, p Point) int {
	key := 0
	for _, i := range t.of {
		key = key*len(l.space[i].Values) + p[i]
	}
	return key
}

// add adds what a point has scored.
func (l *landscape) add(p Point, score float64) {
	l.played++
	for i := range l.tuples {
		t := &l.tuples[i]
		k := l.key(t, p)
		a := t.known[k]
		t.known[k] = arm{a.n + 1, a.sum + score}
	}
}

// mean estimates what a point scores: the mean over the tuples that know it.
func (l *landscape) mean(p Point) float64 {
	n, sum := 0.0, 0.0
	for i := range l.tuples {
		t := &l.tuples[i]
		if a := t.known[l.key(t, p)]; a.n > 0 {
			n++
			sum += a.sum / a.n
		}
	}
	return sum / max(n, 1)
}

// unknown keeps the bound of a combination that has not been tried finite.
const unknown = 0.5

// bound is the upper confidence bound of a point: its mean, and the mean over all
// tuples of how little they know of it.
func (l *landscape) bound(p Point) float64 {
	sum := 0.0
	for i := range l.tuples {
		t := &l.tuples[i]
		sum += math.Sqrt(math.Log(1+l.played) / (t.known[l.key(t, p)].n + unknown))
	}
	return l.mean(p) + l.explore*sum/float64(len(l.tuples))
}
