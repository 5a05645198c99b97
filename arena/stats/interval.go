package stats

import "math"

// z is how many standard deviations a 95 % interval reaches to either side.
const z = 1.959963984540054

// An Interval is a 95 % confidence interval, low and high.
type Interval [2]float64

// An Estimate is a figure and how sure it is.
type Estimate struct {
	Value    float64  `json:"value"`
	Interval Interval `json:"interval"`
}

// Margin returns half the width of the interval: what is written behind a ±.
func (e Estimate) Margin() float64 { return (e.Interval[1] - e.Interval[0]) / 2 }

// Wilson returns Wilson's score interval for the rate behind a number of
// successes in n trials; without trials it is [0, 1]. Half a success is a draw.
// It stays within [0, 1] and holds at the ends, where the normal one does not.
func Wilson(successes float64, n int) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	trials := float64(n)
	p := successes / trials
	scale := 1 + z*z/trials
	centre := (p + z*z/(2*trials)) / scale
	half := z * math.Sqrt(p*(1-p)/trials+z*z/(4*trials*trials)) / scale
	return Interval{max(centre-half, 0), min(centre+half, 1)}
}

// Rate returns a rate, 0 to 1, with its Wilson interval: how often the first
// seat wins, for one, where a draw is half a success. Without trials it is .5.
func Rate(successes float64, n int) Estimate {
	if n <= 0 {
		return Estimate{.5, Wilson(0, 0)}
	}
	return Estimate{successes / float64(n), Wilson(successes, n)}
}
