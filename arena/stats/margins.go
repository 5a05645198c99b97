package stats

import (
	"math"
	"slices"
)

const (
	// modelGames is the weight of the model's variance when solve averages it with the variance
	// between the units. The weight is a number of even games.
	modelGames = 50
	// fewGames widens the intervals of small samples: by 2 % at 100 even games. In simulated
	// tournaments, about 95 % of the intervals then contain the truth (see TestCoverage).
	fewGames = 4
	// manyGames is the information, in even games, from which an interval is symmetric.
	manyGames = 200
	// farthest is the difference in log-odds from which an interval has no limit. A player that won
	// or lost all its games has such an interval.
	farthest = 20
)

// solve returns the most likely rating of each player in Elo, followed by the advantage of the first
// turn.
func (f *fit) solve() []Estimate {
	const precision = 1e-12 // in log-odds
	l, at := f.likelihood(partsPerGame/2), make([]float64, f.players+1)
	l.maximize(at, precision, f.anchor)
	h, _ := l.withFixed(at, []int{f.anchor})
	h.factor()
	covariance := newMatrix(len(at))
	for i := range at {
		unit := make([]float64, len(at))
		unit[i] = 1
		covariance[i] = h.solve(unit)
	}
	between := f.varianceBetween(at, covariance)
	p := f.newProfile(at)
	estimates := make([]Estimate, len(at))
	for i := range at {
		low, high := at[i], at[i]
		if i != f.anchor {
			// An even game between two players has information 1/4.
			games := 4 / covariance[i][i]
			spread := (between[i]/covariance[i][i]*games + modelGames) / (games + modelGames) * (1 + fewGames/games)
			if margin := z * math.Sqrt(spread*covariance[i][i]); games >= manyGames {
				low, high = low-margin, high+margin
			} else {
				// The added draws move the rating of a player that lost or won almost every game.
				// The rating may then be outside the limits of the profile, in which the added
				// draws have almost no weight.
				low, high = min(low, p.limit(i, spread, -margin)), max(high, p.limit(i, spread, margin))
			}
		}
		estimates[i] = Estimate{eloPerLogOdds * at[i], Interval{eloPerLogOdds * low, eloPerLogOdds * high}}
	}
	return estimates
}

// varianceBetween estimates the variance of each parameter from the differences between the units.
// It uses the sandwich estimator, with the usual correction for the number of parameters. If there
// are not more units than parameters, it returns the variance of the model.
func (f *fit) varianceBetween(at []float64, covariance matrix) []float64 {
	sums := make([]float64, len(at))
	for _, d := range f.distinctUnits {
		one, score := newLikelihood(len(at)), make([]float64, len(at))
		for _, r := range d.games {
			one.add(r, 1)
		}
		one.addGradient(at, score)
		for i, row := range covariance {
			if i == f.anchor {
				continue
			}
			influence := 0.
			for j, x := range score {
				if j != f.anchor {
					influence += row[j] * x
				}
			}
			sums[i] += float64(d.n) * influence * influence
		}
	}
	free := f.units - len(at) + 1
	for i := range sums {
		if free <= 0 {
			sums[i] = covariance[i][i]
			continue
		}
		sums[i] *= float64(f.units) / float64(free)
	}
	return sums
}

// A profile is the likelihood of one parameter, with the most likely values of the other parameters.
// The added draws have almost no weight in a profile, because they would limit the rating of a player
// that won every game.
type profile struct {
	*likelihood
	anchor     int
	parameters []float64 // the parameters at the maximum
	maximum    float64   // the log-likelihood at the maximum
}

func (f *fit) newProfile(start []float64) profile {
	p := profile{f.likelihood(1), f.anchor, slices.Clone(start), 0}
	p.maximize(p.parameters, intervalPrecision, f.anchor)
	p.maximum = p.value(p.parameters)
	return p
}

// intervalPrecision is the precision of an interval in log-odds, about 0.2 Elo.
const intervalPrecision = 1e-3

// limit returns the limit of a parameter's 95 % interval in the direction of step. At the limit,
// the log-likelihood is below its maximum by half the quantile of the chi-square distribution,
// times the factor spread.
func (p *profile) limit(parameter int, spread, step float64) float64 {
	level := p.maximum - z*z*spread/2
	center := min(max(p.parameters[parameter], -farthest), farthest)
	inside, outside := center, center+step
	try := slices.Clone(p.parameters)
	above := func(x float64) bool {
		try[parameter] = x
		p.maximize(try, intervalPrecision, p.anchor, parameter)
		return p.value(try) > level
	}
	for ; above(outside); step *= 2 {
		if inside = outside; math.Abs(inside) >= farthest {
			return math.Inf(int(inside))
		}
		outside = min(max(outside+step, -farthest), farthest)
	}
	for math.Abs(outside-inside) > intervalPrecision {
		if middle := (inside + outside) / 2; above(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return outside
}
