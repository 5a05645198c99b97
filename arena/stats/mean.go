package stats

import "math"

// normal is the factor 800/ln 10 that converts standard deviations to normalized Elo.
const normal = 347.43558552260146

// enough is the number of units from which the normal distribution describes the mean score.
const enough = 30

// A Mean is a bot's mean score in a match with its standard error.
type Mean struct {
	Score  float64 // per game, 0 to 1
	StdErr float64 // standard error of Score
	Games  int

	little    int     // the number of units if it is not enough, or if all have the same score
	deviation float64 // of a game
}

// Mean returns the mean score. With fewer than 30 units, or if all units have the same score, their
// variance says little. Each unit then counts as won or lost, with the largest possible variance,
// and the intervals are Wilson intervals. Without units the score and its error are .5.
func (s Sample) Mean() Mean {
	n := s.units()
	if n == 0 {
		return Mean{Score: .5, StdErr: .5, deviation: .5}
	}
	score, variance := s.moments()
	m := Mean{Score: score, Games: s.games * s.Units()}
	if n < enough || variance == 0 {
		m.little = s.Units()
		m.StdErr = .5 / math.Sqrt(n)
	} else {
		m.StdErr = math.Sqrt(variance / n)
	}
	if variance == 0 {
		variance = .25
	}
	m.deviation = math.Sqrt(variance * float64(s.games))
	return m
}

// interval returns the 95 % interval of the score.
func (m Mean) interval() Interval {
	if m.little > 0 {
		return Wilson(m.Score*float64(m.little), m.little)
	}
	return Interval{m.Score - z*m.StdErr, m.Score + z*m.StdErr}
}

// score returns the best estimate of the score. With little data it includes one more game, a draw, as
// [PlackettLuce] does.
func (m Mean) score() float64 {
	if m.little > 0 {
		return (m.Score*float64(m.Games) + .5) / float64(m.Games+1)
	}
	return m.Score
}

// Elo returns the difference in Elo. The interval is the score's interval converted to Elo, so
// it is asymmetric. Both are clamped as in [Elo].
func (m Mean) Elo() Estimate {
	i := m.interval()
	return Estimate{Elo(m.score()), Interval{Elo(i[0]), Elo(i[1])}}
}

// NormalizedElo returns the difference in normalized Elo. The interval treats the standard
// deviation as known.
func (m Mean) NormalizedElo() Estimate {
	scale := normal / m.deviation
	i := m.interval()
	return Estimate{(m.score() - .5) * scale, Interval{(i[0] - .5) * scale, (i[1] - .5) * scale}}
}

// LOS returns the likelihood of superiority. This is the probability, from 0 to 1, that the
// bot's expected score is above .5. It is outside .025 to .975 exactly if the interval of the score
// excludes .5.
func (m Mean) LOS() float64 {
	return math.Erfc((.5-m.Score)/(m.StdErr*math.Sqrt2)) / 2
}

// Elo converts a mean score to a difference in Elo. Scores within a thousandth of 0 or
// 1 are clamped, so the result lies within ±1199.8.
func Elo(score float64) float64 {
	score = min(max(score, 1e-3), 1-1e-3)
	return -400 * math.Log10(1/score-1)
}

// Expected converts a difference in Elo to an expected score from 0 to 1.
func Expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
