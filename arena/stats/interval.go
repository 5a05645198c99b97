package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// z is the half-width of a 95 % interval in standard deviations.
const z = 1.959963984540054

// An Interval holds the lower and upper limits of a 95 % confidence interval. In JSON, null stands
// for an infinite limit.
type Interval [2]float64

// MarshalJSON writes an infinite limit as null.
func (i Interval) MarshalJSON() ([]byte, error) {
	var ends [2]*float64
	for end := range i {
		if !math.IsInf(i[end], 0) {
			ends[end] = &i[end]
		}
	}
	return json.Marshal(ends)
}

// UnmarshalJSON reads null as an infinite limit.
func (i *Interval) UnmarshalJSON(text []byte) error {
	var ends [2]*float64
	if err := json.Unmarshal(text, &ends); err != nil {
		return err
	}
	*i = Interval{math.Inf(-1), math.Inf(1)}
	for end, x := range ends {
		if x != nil {
			i[end] = *x
		}
	}
	return nil
}

// An Estimate is a value with its confidence interval.
type Estimate struct {
	Value    float64  `json:"value"`
	Interval Interval `json:"interval"`
}

// Margin returns half the width of the interval, which is the number after ±.
func (e Estimate) Margin() float64 { return (e.Interval[1] - e.Interval[0]) / 2 }

// Text formats the estimate as in "55.6 +/- 27.7". If the estimate is lopsided, Text shows the
// limits instead, as in "190.8 [-233.9, 1199.8]". An infinite limit is "-inf" or "+inf".
func (e Estimate) Text(decimals int) string {
	number := func(x float64) string {
		if math.IsInf(x, 0) {
			return strings.ToLower(fmt.Sprint(x))
		}
		unit := math.Pow10(decimals)
		return strconv.FormatFloat(math.Round(unit*x)/unit+0, 'f', decimals, 64) // adding 0 avoids -0
	}
	if e.Lopsided() {
		return fmt.Sprintf("%s [%s, %s]", number(e.Value), number(e.Interval[0]), number(e.Interval[1]))
	}
	return number(e.Value) + " +/- " + number(e.Margin())
}

// Lopsided reports whether a limit is infinite, or the value is off the middle of the interval by
// more than a tenth of the margin. The margin alone would then mislead.
func (e Estimate) Lopsided() bool {
	return math.IsInf(e.Margin(), 0) || math.Abs(e.Interval[0]+e.Interval[1]-2*e.Value) > .2*e.Margin()
}

// Percent formats a rate as in "51.2 % [48.1, 54.3]".
func (e Estimate) Percent() string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*e.Value, 100*e.Interval[0], 100*e.Interval[1])
}

// Wilson returns the Wilson score interval for the success rate in n trials. A draw is half a
// success. Without trials the interval is [0, 1]. Unlike the normal approximation it stays
// within [0, 1] and is valid near 0 and 1.
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

// Rate returns the success rate in n trials, from 0 to 1, with its Wilson interval. A draw is
// half a success. Without trials the rate is .5.
func Rate(successes float64, n int) Estimate {
	if n <= 0 {
		return Estimate{.5, Wilson(0, 0)}
	}
	return Estimate{successes / float64(n), Wilson(successes, n)}
}
