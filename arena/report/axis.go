package report

import (
	"math"
	"strconv"
)

// A scale is where values lie in a chart.
type scale struct {
	low, high float64 // values
	from, to  px      // where these are
	log       bool
}

// at returns where a value lies. One beyond an end lies at the end.
func (s scale) at(v float64) px {
	low, high := s.low, s.high
	v = min(max(v, low), high)
	if s.log {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	if high == low {
		return (s.from + s.to) / 2
	}
	return s.from + px((v-low)/(high-low))*(s.to-s.from)
}

// ticks returns round values between low and high, most of them at most.
func (s scale) ticks(most int) (ticks []float64) {
	if s.log {
		return s.decades(most)
	}
	step := roundStep((s.high - s.low) / float64(max(most, 1)))
	for i := math.Ceil(s.low/step - 1e-9); i*step <= s.high+step*1e-9; i++ {
		ticks = append(ticks, i*step+0) // no -0
	}
	return ticks
}

// decades returns powers of ten, and 2 and 5 times these where there are few.
func (s scale) decades(most int) (ticks []float64) {
	for _, mantissas := range [][]float64{{1, 2, 5}, {1}} {
		ticks = ticks[:0]
		for e := math.Floor(math.Log10(s.low)); e <= math.Ceil(math.Log10(s.high)); e++ {
			for _, m := range mantissas {
				if v := m * math.Pow(10, e); v >= s.low*(1-1e-9) && v <= s.high*(1+1e-9) {
					ticks = append(ticks, v)
				}
			}
		}
		if len(ticks) <= most {
			return ticks
		}
	}
	every := (len(ticks) + most - 1) / most
	some := ticks[:0]
	for i := 0; i < len(ticks); i += every {
		some = append(some, ticks[i])
	}
	return some
}

// roundStep returns the next larger number that is 1, 2 or 5 times a power of ten.
func roundStep(step float64) float64 {
	if step <= 0 || math.IsInf(step, 0) || math.IsNaN(step) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= step*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// outward returns the scale with ends that are ticks.
func (s scale) outward(most int) scale {
	step := roundStep((s.high - s.low) / float64(most))
	s.low, s.high = math.Floor(s.low/step+1e-9)*step, math.Ceil(s.high/step-1e-9)*step
	if s.low == s.high {
		s.high += step
	}
	return s
}

// bottom draws the axis of x along y, with as many labels as have room, and what
// it is about below.
func (c *chart) bottom(s scale, y px, label func(float64) string, about string) {
	const gap = 10
	place := func(v float64) (centre, left, right px) {
		half := wide(label(v)) / 2
		centre = min(max(s.at(v), half), chartWidth-half)
		return centre, centre - half, centre + half
	}
	ticks := s.ticks(1)
	for most := 8; most > 1; most-- {
		ticks = s.ticks(most)
		fits := true
		for i := 1; i < len(ticks); i++ {
			_, _, before := place(ticks[i-1])
			_, after, _ := place(ticks[i])
			fits = fits && after-before >= gap
		}
		if fits {
			break
		}
	}
	c.line("axis", "", s.from, y, s.to, y)
	for _, v := range ticks {
		centre, _, _ := place(v)
		c.line("axis", "", s.at(v), y, s.at(v), y+4)
		c.text(centre, y+16, "m", label(v))
	}
	c.text((s.from+s.to)/2, y+31, "m", about)
}

// left draws the axis of y with lines across, and returns where the chart begins
// to its right. across is where the lines end.
func (c *chart) left(s scale, across px, label func(float64) string) px {
	ticks := s.ticks(5)
	begin := px(0)
	for _, v := range ticks {
		begin = max(begin, wide(label(v))+6)
	}
	for _, v := range ticks {
		c.line("axis", "", begin, s.at(v), across, s.at(v))
		c.text(begin-6, s.at(v)+4, "e", label(v))
	}
	return begin
}

// plain writes a round number as short as it is.
func plain(v float64) string {
	if v == math.Trunc(v) {
		return minus(grouped(v))
	}
	return minus(strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64))
}

// percent writes a share, 0 to 1, as short as it is.
func percent(v float64) string { return plain(math.Round(v*1e6)/1e4) + " %" }
