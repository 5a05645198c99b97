package stats

import (
	"maps"
	"math"
	"slices"
)

// A Sample is the scores of the units of a match from one bot's view: see the
// package. The zero Sample has none.
type Sample struct {
	games int    // of a unit
	cells []cell // ascending by score, from 0 to 1
}

// A cell is how often a score occurred.
type cell struct{ score, n float64 }

// empty is what stands for a cell's count of 0 in a likelihood, so that no
// outcome is held to be impossible because it has not been seen. Fishtest uses
// the same.
const empty = 1e-3

// Pairs returns the sample of pairs of games: how many gave 0, ½, 1, 1½ and 2
// points. They are also called LL, LD, WL and DD, WD, WW.
func Pairs(counts [5]int) Sample { return grid(2, counts[:]) }

// Games returns the sample of games that stand alone.
func Games(wins, losses, draws int) Sample { return grid(1, []int{losses, draws, wins}) }

// grid makes a sample of counts of scores in equal steps from 0 to 1.
func grid(games int, counts []int) Sample {
	s := Sample{games: games}
	for i, n := range counts {
		s.cells = append(s.cells, cell{float64(i) / float64(len(counts)-1), float64(n)})
	}
	return s
}

// Rotations returns the sample of units of any number of games, at least 1, by
// the mean score of each unit, 0 to 1. An even score has to be .5, which shares
// of a win are not with more than two seats: see [Versus].
func Rotations(games int, scores []float64) Sample {
	counts := map[float64]float64{0: 0, 1: 0}
	for _, score := range scores {
		counts[math.Round(score*1e9)/1e9]++ // a mean of thirds has more than one last digit
	}
	s := Sample{games: games}
	for _, score := range slices.Sorted(maps.Keys(counts)) {
		s.cells = append(s.cells, cell{score, counts[score]})
	}
	return s
}

// Versus returns the mean score, 0 to 1, of a seat against each of the others of
// one game by their points: who has more has beaten the other, equal points are
// half. Over all seats it is .5 on average, whatever their number. A game has
// two seats or more.
func Versus(points []float64, seat int) float64 {
	sum := 0.
	for other, theirs := range points {
		if other != seat {
			sum += halves(points[seat], theirs) / 2
		}
	}
	return sum / float64(len(points)-1)
}

// halves returns 2 for a win, 1 for a draw, 0 for a loss.
func halves(mine, theirs float64) float64 {
	switch {
	case mine > theirs:
		return 2
	case mine == theirs:
		return 1
	}
	return 0
}

// Units returns how many units there are.
func (s Sample) Units() int { return int(math.Round(s.units())) }

func (s Sample) units() (n float64) {
	for _, c := range s.cells {
		n += c.n
	}
	return n
}

// Variance returns the variance of a unit's score: of the sample, so divided by
// N. It is 0 without units.
func (s Sample) Variance() float64 {
	_, variance := s.moments()
	return variance
}

// moments returns mean and variance of a unit's score.
func (s Sample) moments() (mean, variance float64) {
	n := s.units()
	if n == 0 {
		return .5, 0
	}
	for _, c := range s.cells {
		mean += c.score * c.n / n
	}
	for _, c := range s.cells {
		variance += (c.score - mean) * (c.score - mean) * c.n / n
	}
	return mean, variance
}

// filled returns the sample without empty cells.
func (s Sample) filled() Sample {
	s.cells = slices.Clone(s.cells)
	for i := range s.cells {
		if s.cells[i].n == 0 {
			s.cells[i].n = empty
		}
	}
	return s
}

// PairCorrelation returns ρ, the correlation of the scores of two games of a
// unit, given the units and the same games one by one. Where the deal decides
// much it is near -1: the one game makes up for the other, and pairs are worth
// more than as many games alone. The margin is √(1+ρ) times that of independent
// games, with k games to a unit √(1+(k-1)ρ). It is 0 if nothing can be told.
func PairCorrelation(units, games Sample) float64 {
	_, unit := units.moments()
	_, game := games.moments()
	if k := float64(units.games); game > 0 && k > 1 {
		return (k*unit/game - 1) / (k - 1)
	}
	return 0
}
