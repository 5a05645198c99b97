package arena

import "math"

// z is how many standard deviations a 95 % interval reaches to either side.
const z = 1.959963984540054

// An Interval is a 95 % confidence interval, low and high.
type Interval [2]float64

// Wilson returns Wilson's score interval for the rate behind a number of
// successes in n trials, n at least 1. Half a success is a draw. It stays
// within [0, 1] and holds at the ends, where the normal one does not.
func Wilson(successes float64, n int) Interval {
	trials := float64(n)
	p := successes / trials
	scale := 1 + z*z/trials
	centre := (p + z*z/(2*trials)) / scale
	half := z * math.Sqrt(p*(1-p)/trials+z*z/(4*trials*trials)) / scale
	return Interval{max(centre-half, 0), min(centre+half, 1)}
}
