package stats

import "math"

const (
	// nEloPerDeviation is the factor 800/ln 10 that converts standard deviations to normalized Elo.
	nEloPerDeviation = 347.43558552260146
	// nearEven is the difference in normalized Elo up to which the standard deviation may count as
	// known. At that difference, the error of the deviation changes an interval by about 5 %.
	nearEven = 60
	// perKurtosis times the kurtosis of the units' scores is the number of units from which the
	// normal distribution describes the mean score. This number is about 90 pairs for even bots. A
	// bot that nearly always wins needs about 50 losses.
	perKurtosis = 50
)

// A Mean measures a bot's strength in a match in four ways.
type Mean struct {
	Score Estimate // points per game, 0 to 1
	Elo   Estimate
	// NormalizedElo has an infinite limit if the units allow for a bot that always wins, or always
	// loses.
	NormalizedElo Estimate
	// LOS is the likelihood of superiority, the probability from 0 to 1 that the expected score is
	// above .5. It is outside .025 to .975 if and only if the interval of the score excludes .5.
	LOS float64
}

// Mean measures the strength from the units. Without units the estimates are neutral, and their
// intervals contain all values.
//
// With many units and a difference near zero, the intervals are the usual intervals of fishtest and
// fastchess. For the score and Elo they are mean ± 1.96 standard errors. For normalized Elo they
// take the standard deviation as known. Otherwise the intervals are ranges over the [region] of
// likelihoods. The Elo of a bot that won or lost all units would be infinite, so its estimate
// includes one more unit, which is drawn.
func (s Sample) Mean() Mean {
	n := s.units()
	if n == 0 {
		all := Interval{math.Inf(-1), math.Inf(1)}
		return Mean{Estimate{.5, Interval{0, 1}}, Estimate{0, all}, Estimate{0, all}, .5}
	}
	score, variance := s.moments()
	finite, spread := score, variance
	if variance == 0 {
		finite, spread = s.withUnit(.5).moments()
	}
	unit := nEloPerDeviation / math.Sqrt(float64(s.games))
	distance := 0.
	if spread > 0 {
		distance = (finite - .5) / math.Sqrt(spread)
	}
	m := Mean{Score: Estimate{Value: score}, Elo: Estimate{Value: Elo(finite)}, NormalizedElo: Estimate{Value: distance * unit}}
	if math.Abs(m.NormalizedElo.Value) <= nearEven && variance > 0 && n >= perKurtosis*s.kurtosis() {
		err := math.Sqrt(variance / n)
		m.Score.Interval = Interval{max(score-z*err, 0), min(score+z*err, 1)}
		m.NormalizedElo.Interval = Interval{(distance - z/math.Sqrt(n)) * unit, (distance + z/math.Sqrt(n)) * unit}
		m.LOS = math.Erfc((.5-score)/(err*math.Sqrt2)) / 2
	} else {
		r := s.region()
		m.Score.Interval = r.mean()
		d := r.distance()
		m.NormalizedElo.Interval = Interval{d[0] * unit, d[1] * unit}
		// The limit of the region corresponds to z standard deviations.
		away := math.Copysign(z*math.Sqrt(s.deviance(.5)/r.limit), score-.5)
		m.LOS = math.Erfc(-away/math.Sqrt2) / 2
	}
	m.Elo.Interval = Interval{Elo(m.Score.Interval[0]), Elo(m.Score.Interval[1])}
	return m
}

// Elo converts a mean score from 0 to 1 to a difference in Elo, which is infinite for the scores 0
// and 1.
func Elo(score float64) float64 { return -400 * math.Log10(1/score-1) }

// ExpectedScore converts a difference in Elo to an expected score from 0 to 1.
func ExpectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
