package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// scale is the Elo difference per unit of log-odds.
const scale = normal / 2

// A comparison identifies two players in games with a given number of seats. If first is set,
// player a had the first turn. Otherwise neither had it.
type comparison struct {
	a, b  int
	first bool
	seats int
}

// A fit holds the counts that determine the likelihood. The counts are integers, so the order of
// the games does not matter.
type fit struct {
	players, anchor int
	counts          map[comparison]struct{ games, halves int } // half points of a
}

func newFit(players, anchor int) *fit {
	return &fit{players, anchor, make(map[comparison]struct{ games, halves int })}
}

// game adds a game, given the players by seat and their points.
func (f *fit) game(seats []int, points []float64) {
	for i, a := range seats {
		for j := i + 1; j < len(seats); j++ {
			key, half := comparison{a, seats[j], i == 0, len(seats)}, int(halves(points[i], points[j]))
			if i > 0 && key.a > key.b {
				key.a, key.b, half = key.b, key.a, 2-half
			}
			n := f.counts[key]
			n.games++
			n.halves += half
			f.counts[key] = n
		}
	}
}

// stranger returns a player not connected to the anchor through games, or -1.
func (f *fit) stranger() int {
	met := make([]bool, f.players)
	met[f.anchor] = true
	for grown := true; grown; {
		grown = false
		for c := range f.counts {
			if met[c.a] != met[c.b] {
				met[c.a], met[c.b], grown = true, true, true
			}
		}
	}
	return slices.Index(met, false)
}

// A term is a summand of the log-likelihood. Player a scored score points out of weight.
type term struct {
	a, b                 int
	first, weight, score float64
}

// terms returns the summands in a fixed order. They include one additional draw for each pair of
// players that met, as two half games in which each has the first turn once.
func (f *fit) terms() (terms []term) {
	keys := slices.SortedFunc(maps.Keys(f.counts), func(x, y comparison) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.seats, y.seats), turn(x)-turn(y))
	})
	drawn := make(map[[2]int]bool)
	for _, key := range keys {
		n := f.counts[key]
		weight := 3 / float64(key.seats+1)
		terms = append(terms, term{key.a, key.b, float64(turn(key)), weight * float64(n.games), weight * float64(n.halves) / 2})
		if pair := [2]int{min(key.a, key.b), max(key.a, key.b)}; !drawn[pair] {
			drawn[pair] = true
			terms = append(terms, term{pair[0], pair[1], 1, .5, .25}, term{pair[1], pair[0], 1, .5, .25})
		}
	}
	return terms
}

// turn returns 1 if player a had the first turn, and 0 otherwise.
func turn(c comparison) int {
	if c.first {
		return 1
	}
	return 0
}

// solve returns the maximum-likelihood rating of each player, followed by the advantage of the
// first turn. The log-likelihood is concave, and the added draws make its maximum finite.
// Newton's method with step halving therefore finds the only maximum.
func (f *fit) solve() []Estimate {
	const rounds, sure, precision = 100, .1, 1e-12 // log-odds
	terms := f.terms()
	at, next := make([]float64, f.players+1), make([]float64, f.players+1)
	for range rounds {
		h, gradient := f.slopes(terms, at)
		h.factor()
		step := h.solve(gradient)
		size := 0.
		for _, s := range step {
			size = max(size, math.Abs(s))
		}
		before := likelihood(terms, at)
		for part := 1.; ; part /= 2 {
			for i := range at {
				next[i] = at[i] + part*step[i]
			}
			if part*size < sure || likelihood(terms, next) > before {
				break
			}
		}
		copy(at, next)
		if size < precision {
			break
		}
	}
	h, _ := f.slopes(terms, at)
	h.factor()
	estimates := make([]Estimate, len(at))
	for i := range at {
		unit := make([]float64, len(at))
		unit[i] = 1
		margin := z * math.Sqrt(h.solve(unit)[i])
		if i == f.anchor {
			margin = 0
		}
		estimates[i] = Estimate{scale * at[i], Interval{scale * (at[i] - margin), scale * (at[i] + margin)}}
	}
	return estimates
}

// odds returns the log-odds that player a beats player b.
func (t term) odds(at []float64) float64 {
	return at[t.a] - at[t.b] + t.first*at[len(at)-1]
}

// likelihood returns the log-likelihood.
func likelihood(terms []term, at []float64) (sum float64) {
	for _, t := range terms {
		d := t.odds(at)
		// log 1/(1+e^-d) = min(d, 0) - log(1+e^-|d|), and the same for -d.
		tail := math.Log1p(math.Exp(-math.Abs(d)))
		sum += t.score*(min(d, 0)-tail) + (t.weight-t.score)*(min(-d, 0)-tail)
	}
	return sum
}

// slopes returns the negative Hessian and the gradient of the likelihood. The
// anchor's row keeps its rating fixed.
func (f *fit) slopes(terms []term, at []float64) (h matrix, gradient []float64) {
	h, gradient = newMatrix(len(at)), make([]float64, len(at))
	for _, t := range terms {
		p := 1 / (1 + math.Exp(-t.odds(at)))
		index, sign := [3]int{t.a, t.b, len(at) - 1}, [3]float64{1, -1, t.first}
		for k, i := range index {
			gradient[i] += sign[k] * (t.score - t.weight*p)
			for l, j := range index {
				h[i][j] += sign[k] * sign[l] * t.weight * p * (1 - p)
			}
		}
	}
	for i := range at {
		h[i][f.anchor], h[f.anchor][i] = 0, 0
	}
	h[f.anchor][f.anchor], gradient[f.anchor] = 1, 0
	return h, gradient
}
