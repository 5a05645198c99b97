package report

import (
	"gamed/arena/stats"
	"gamed/internal/svg"
)

// A dot is a row of a chart of dots: an estimate and its interval.
type dot struct {
	name, figure, tip, class string
	stats.Estimate
}

// dotRow is the height of a row, and dotTop is the space above the first row.
const dotRow, dotTop = 34, 14

// dotsHeight returns the height of a chart of dots.
func dotsHeight(rows int) svg.Length { return svg.Length(dotTop + dotRow*rows + 36) }

// drawDots draws a row per estimate over a shared axis with at most the given number of steps.
// Each row has a line at x = mark, with the tooltip even.
func drawDots(c *svg.Chart, rows []dot, mark float64, even string, steps int, label func(float64) string, axis string) {
	x := svg.Scale{Low: mark, High: mark, From: 6, To: svg.Width - 6}
	for _, r := range rows {
		x.Low, x.High = min(x.Low, r.Interval[0]), max(x.High, r.Interval[1])
	}
	x = x.Rounded(steps)
	for i, r := range rows {
		y := svg.Length(dotTop + dotRow*i)
		c.LabeledRow(y, r.name, r.figure)
		y += 12
		c.Line("even", even, x.Coordinate(mark), y-7, x.Coordinate(mark), y+9)
		low, high := x.Coordinate(r.Interval[0]), x.Coordinate(r.Interval[1])
		c.Line(r.class, r.tip, low, y, high, y)
		c.Line(r.class, r.tip, low, y-4, low, y+4)
		c.Line(r.class, r.tip, high, y-4, high, y+4)
		c.Dot(r.class, r.tip, x.Coordinate(r.Value), y, 4)
	}
	c.XAxis(x, svg.Length(dotTop+dotRow*len(rows)), label, axis)
}
