package stats

import "math"

// normal is the factor 800/ln 10 that converts standard deviations to normalized Elo.
const normal = 347.43558552260146

// A Mean is a bot's mean score in a match with its standard error.
type Mean struct {
	Score  float64 // per game, 0 to 1
	StdErr float64 // standard error of Score
	Games  int
}

// Mean returns the mean score. If all units have the same score, each other score counts as a
// thousandth of a unit, so that the error is not 0. Without units the score and its error are
// .5.
func (s Sample) Mean() Mean {
	n := s.units()
	if n == 0 {
		return Mean{Score: .5, StdErr: .5}
	}
	score, variance := s.moments()
	if variance == 0 {
		_, variance = s.filled().moments()
	}
	return Mean{Score: score, StdErr: math.Sqrt(variance / n), Games: s.games * s.Units()}
}

// interval returns the 95 % interval of the score.
func (m Mean) interval() Interval {
	return Interval{m.Score - z*m.StdErr, m.Score + z*m.StdErr}
}

// Elo returns the difference in Elo. The interval is the score's interval converted to Elo, so
// it is asymmetric. Both are clamped as in [Elo].
func (m Mean) Elo() Estimate {
	i := m.interval()
	return Estimate{Elo(m.Score), Interval{Elo(i[0]), Elo(i[1])}}
}

// NormalizedElo returns the difference in normalized Elo. The interval treats the standard
// deviation as known.
func (m Mean) NormalizedElo() Estimate {
	scale := normal / (m.StdErr * math.Sqrt(float64(max(m.Games, 1))))
	i := m.interval()
	return Estimate{(m.Score - .5) * scale, Interval{(i[0] - .5) * scale, (i[1] - .5) * scale}}
}

// LOS returns the likelihood of superiority. This is the probability, from 0 to 1, that the
// bot's expected score is above .5.
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
