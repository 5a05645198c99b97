package stats

import "math"

const (
	// normal is the factor 800/ln 10 that converts standard deviations to normalized Elo.
	normal = 347.43558552260146
	// nearEven is the difference in normalized Elo up to which the deviation may count as known. Its
	// error changes an interval there by about 5 %.
	nearEven = 60
	// perKurtosis is the number of units, per unit of their kurtosis, from which the normal distribution describes the
	// mean score: 90 pairs of even bots, or 50 losses of a bot that nearly always wins.
	perKurtosis = 50
)

// A Mean measures a bot's strength in a match in four ways.
type Mean struct {
	Score Estimate // points per game, 0 to 1
	Elo   Estimate
	// NormalizedElo is infinite at one end if a bot without a loss, or without a win, may have no
	// variance.
	NormalizedElo Estimate
	// LOS is the likelihood of superiority, the probability from 0 to 1 that the expected score is above .5.
	// It is outside .025 to .975 exactly if the interval of the score excludes .5.
	LOS float64
}

// Mean measures the strength from the units. Without units the estimates are neutral and the intervals have no ends.
//
// With many units and a difference near zero, the intervals are the usual ones of fishtest and
// fastchess: mean ± 1.96 standard errors, converted to Elo, and normalized Elo with the standard deviation taken as known. All
// others are ranges over the [region] of the likelihoods. A bot that won or lost all units has no finite estimate in
// Elo; the estimate then includes one more unit, drawn.
func (s Sample) Mean() Mean {
	n := s.units()
	if n == 0 {
		all := Interval{math.Inf(-1), math.Inf(1)}
		return Mean{Estimate{.5, Interval{0, 1}}, Estimate{0, all}, Estimate{0, all}, .5}
	}
	score, variance := s.moments()
	finite, its := score, variance
	if variance == 0 {
		finite, its = s.with(.5).moments()
	}
	unit := normal / math.Sqrt(float64(s.games))
	distance := 0.
	if its > 0 {
		distance = (finite - .5) / math.Sqrt(its)
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
		// The limit of the region stands for z standard deviations.
		away := math.Copysign(z*math.Sqrt(s.deviance(.5)/r.limit), score-.5)
		m.LOS = math.Erfc(-away/math.Sqrt2) / 2
	}
	m.Elo.Interval = Interval{Elo(m.Score.Interval[0]), Elo(m.Score.Interval[1])}
	return m
}

// Elo converts a mean score from 0 to 1 to a difference in Elo, which is infinite at the ends.
func Elo(score float64) float64 { return -400 * math.Log10(1/score-1) }

// Expected converts a difference in Elo to an expected score from 0 to 1.
func Expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
