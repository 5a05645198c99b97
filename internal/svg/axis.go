package svg

import "math"

// A Scale maps values from Low to High to coordinates in a chart.
type Scale struct {
	Low, High float64
	From, To  Length // the coordinates of Low and High
	Log       bool
}

// Coordinate returns the coordinate of a value. A value outside the range from Low to High counts as
// the nearer limit.
func (s Scale) Coordinate(v float64) Length {
	low, high := s.Low, s.High
	v = min(max(v, low), high)
	if s.Log {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	if high == low {
		return (s.From + s.To) / 2
	}
	return s.From + Length((v-low)/(high-low))*(s.To-s.From)
}

// ticks returns round values between Low and High, with at most the given number of intervals between
// them.
func (s Scale) ticks(most int) (ticks []float64) {
	if s.Log {
		return s.decades(most)
	}
	step := RoundStep((s.High - s.Low) / float64(max(most, 1)))
	for i := math.Ceil(s.Low/step - 1e-9); i*step <= s.High+step*1e-9; i++ {
		ticks = append(ticks, i*step+0) // no -0
	}
	return ticks
}

// decades returns the powers of ten between Low and High. It adds 2 and 5 times each power, if
// the result then has at most the given number of values. If even the powers are too many, it
// returns every n-th power.
func (s Scale) decades(most int) (ticks []float64) {
	for _, mantissas := range [][]float64{{1, 2, 5}, {1}} {
		ticks = ticks[:0]
		for e := math.Floor(math.Log10(s.Low)); e <= math.Ceil(math.Log10(s.High)); e++ {
			for _, m := range mantissas {
				if v := m * math.Pow(10, e); v >= s.Low*(1-1e-9) && v <= s.High*(1+1e-9) {
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

// RoundStep returns the smallest number not below step that is 1, 2 or 5 times a power of ten. It
// returns 1 if step is not positive and finite.
func RoundStep(step float64) float64 {
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

// Rounded returns the scale with Low and High extended to round values. The new scale has about the
// given number of round steps.
func (s Scale) Rounded(most int) Scale {
	step := RoundStep((s.High - s.Low) / float64(most))
	s.Low, s.High = math.Floor(s.Low/step+1e-9)*step, math.Ceil(s.High/step-1e-9)*step
	if s.Low == s.High {
		s.High += step
	}
	return s
}

// XAxis draws the x axis at height y with as many labels as fit. It writes the name of the axis
// below the labels.
func (c *Chart) XAxis(s Scale, y Length, label func(float64) string, name string) {
	const gap = 10
	place := func(v float64) (centre, left, right Length) {
		half := TextWidth(label(v)) / 2
		centre = min(max(s.Coordinate(v), half), Width-half)
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
	c.Line("axis", "", s.From, y, s.To, y)
	for _, v := range ticks {
		centre, _, _ := place(v)
		c.Line("axis", "", s.Coordinate(v), y, s.Coordinate(v), y+4)
		c.Text("m", centre, y+16, label(v))
	}
	c.Text("m", (s.From+s.To)/2, y+31, name)
}

// YAxis draws the labels and grid lines of the y axis. The lines end at the given x coordinate.
// YAxis returns the x coordinate where the lines begin, to the right of the labels.
func (c *Chart) YAxis(s Scale, across Length, label func(float64) string) Length {
	ticks := s.ticks(5)
	begin := Length(0)
	for _, v := range ticks {
		begin = max(begin, TextWidth(label(v))+6)
	}
	for _, v := range ticks {
		c.Line("axis", "", begin, s.Coordinate(v), across, s.Coordinate(v))
		c.Text("e", begin-6, s.Coordinate(v)+4, label(v))
	}
	return begin
}
