package tune

import "math"

// A landscape is NTBEA's model of the scores in a space. It holds the mean score of each value,
// each pair of values, and each point.
type landscape struct {
	space   Space
	explore float64 // the exploration constant of UCB1
	played  float64 // number of scores, including repeated points
	tuples  []tuple
}

// A tuple is a set of dimensions with the scores of their values.
type tuple struct {
	dimensions []int       // indexes of the dimensions in the space
	arms       map[int]arm // scores by key; see landscape.key
}

// An arm sums the scores of a combination of values.
type arm struct{ n, sum float64 }

func newLandscape(space Space, explore float64) *landscape {
	l := &landscape{space: space, explore: explore}
	all := make([]int, len(space))
	for i := range space {
		all[i] = i
		l.tuples = append(l.tuples, tuple{[]int{i}, map[int]arm{}})
		for j := range i {
			if len(space) > 2 { // with two dimensions, the pair is the point itself
				l.tuples = append(l.tuples, tuple{[]int{j, i}, map[int]arm{}})
			}
		}
	}
	if len(space) > 1 {
		l.tuples = append(l.tuples, tuple{all, map[int]arm{}})
	}
	return l
}

// key encodes the values of a point in the dimensions of t. In very large spaces the key
// overflows, and points may collide.
func (l *landscape) key(t *tuple, p Point) int {
	key := 0
	for _, i := range t.dimensions {
		key = key*len(l.space[i].Values) + p[i]
	}
	return key
}

// add records a point's score.
func (l *landscape) add(p Point, score float64) {
	l.played++
	for i := range l.tuples {
		t := &l.tuples[i]
		k := l.key(t, p)
		a := t.arms[k]
		t.arms[k] = arm{a.n + 1, a.sum + score}
	}
}

// mean estimates the score of a point as the mean over the tuples with data.
func (l *landscape) mean(p Point) float64 {
	n, sum := 0.0, 0.0
	for i := range l.tuples {
		t := &l.tuples[i]
		if a := t.arms[l.key(t, p)]; a.n > 0 {
			n++
			sum += a.sum / a.n
		}
	}
	return sum / max(n, 1)
}

// priorCount is added to the number of scores of each combination, so that the bound of an untried
// combination is finite.
const priorCount = 0.5

// upperBound returns the upper confidence bound of a point: its mean score plus the exploration
// constant times the mean uncertainty of its tuples.
func (l *landscape) upperBound(p Point) float64 {
	sum := 0.0
	for i := range l.tuples {
		t := &l.tuples[i]
		sum += math.Sqrt(math.Log(1+l.played) / (t.arms[l.key(t, p)].n + priorCount))
	}
	return l.mean(p) + l.explore*sum/float64(len(l.tuples))
}
