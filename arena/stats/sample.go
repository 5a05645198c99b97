package stats

import (
	"cmp"
	"math"
	"slices"
)

// A Sample holds the scores of a match's units for one bot; see the package comment. The zero
// Sample is empty.
type Sample struct {
	games int    // number of games per unit
	cells []cell // ascending by score, from 0 to 1
}

// A cell is a score and its count.
type cell struct{ score, n float64 }

// unseenCount replaces a count of 0 in a likelihood, so that unseen outcomes have a nonzero
// probability. Fishtest uses the same value.
const unseenCount = 1e-3

// PairSample returns a sample of pairs of games, from the numbers of pairs with 0, ½, 1, 1½ and 2 points.
func PairSample(counts [5]int) Sample { return grid(2, counts[:]) }

// GameSample returns a sample of independent games.
func GameSample(wins, losses, draws int) Sample { return grid(1, []int{losses, draws, wins}) }

// grid returns a sample of scores in equal steps from 0 to 1.
func grid(games int, counts []int) Sample {
	s := Sample{games: games}
	for i, n := range counts {
		s.cells = append(s.cells, cell{float64(i) / float64(len(counts)-1), float64(n)})
	}
	return s
}

// NewSample returns an empty sample of units with the given number of games.
func NewSample(games int) Sample { return grid(games, []int{0, 0}) }

// UnitSample returns a sample of units with the given number of games. The slice scores has the mean
// score of each unit, from 0 to 1. Equal bots must have a mean score of .5. With more than two
// seats, use scores from [SeatScore] rather than shares of a win.
func UnitSample(games int, scores []float64) Sample {
	s := NewSample(games)
	for _, score := range scores {
		s.Add(score)
	}
	return s
}

// Add adds a unit with the given mean score, from 0 to 1.
func (s *Sample) Add(score float64) {
	score = math.Round(score*1e9) / 1e9 // sums of thirds differ in the last digit
	i, found := slices.BinarySearchFunc(s.cells, score, func(c cell, score float64) int { return cmp.Compare(c.score, score) })
	if !found {
		s.cells = slices.Insert(s.cells, i, cell{score: score})
	}
	s.cells[i].n++
}

// withUnit returns a copy of the sample with one more unit of the given score.
func (s Sample) withUnit(score float64) Sample {
	s.cells = slices.Clone(s.cells)
	s.Add(score)
	return s
}

// SeatScore returns the mean score of a seat against each other seat in one game, from 0 to 1. A seat
// with more points wins against the other seat, and equal points are a draw. The average over all
// seats is .5. There must be at least two seats.
func SeatScore(points []float64, seat int) float64 {
	sum := 0.
	for other, theirs := range points {
		if other != seat {
			sum += halfPoints(points[seat], theirs) / 2
		}
	}
	return sum / float64(len(points)-1)
}

// halfPoints returns the score against one opponent in half points: 2 for a win, 1 for a draw, and 0
// for a loss.
func halfPoints(mine, theirs float64) float64 {
	switch {
	case mine > theirs:
		return 2
	case mine == theirs:
		return 1
	}
	return 0
}

// Units returns the number of units.
func (s Sample) Units() int { return int(math.Round(s.units())) }

func (s Sample) units() (n float64) {
	for _, c := range s.cells {
		n += c.n
	}
	return n
}

// Variance returns the population variance of the units' scores. It is 0 without units.
func (s Sample) Variance() float64 {
	_, variance := s.moments()
	return variance
}

// moments returns the mean and variance of a unit's score.
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

// kurtosis returns the fourth central moment of the units' scores, divided by the square of their
// variance.
func (s Sample) kurtosis() (fourth float64) {
	mean, variance := s.moments()
	n := s.units()
	for _, c := range s.cells {
		fourth += math.Pow(c.score-mean, 4) * c.n / n
	}
	return fourth / (variance * variance)
}

// filled returns a copy of the sample in which unseenCount replaces counts of 0.
func (s Sample) filled() Sample {
	s.cells = slices.Clone(s.cells)
	for i := range s.cells {
		if s.cells[i].n == 0 {
			s.cells[i].n = unseenCount
		}
	}
	return s
}

// PairCorrelation returns ρ, the correlation between the scores of two games in a unit. The sample
// units has the scores of the units, and the sample games has the scores of the same games
// individually. If the deal largely decides the games, ρ is near -1. The luck in the two games then
// cancels out, and pairs carry more information than independent games. With k games per unit the
// margin is √(1+(k-1)ρ) times the margin of independent games. PairCorrelation returns 0 if ρ is
// undefined.
func PairCorrelation(units, games Sample) float64 {
	unit, game := units.Variance(), games.Variance()
	if k := float64(units.games); game > 0 && k > 1 {
		return (k*unit/game - 1) / (k - 1)
	}
	return 0
}
