package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"gamed/arena"
	"gamed/arena/figure"
	"gamed/internal/svg"
)

// A bar of a histogram shows the count n for a range of the axis.
type bar struct {
	from, to float64
	n        int
	tip      string
}

// tallest returns the largest count, at least 1.
func tallest(bars []bar) int {
	most := 1
	for _, b := range bars {
		most = max(most, b.n)
	}
	return most
}

// drawBars draws bars with their lower edge at y = base. room is the height of the tallest bar.
// The function returns the heights of the bars.
func drawBars(c *svg.Chart, x svg.Scale, bars []bar, base, room svg.Length, class string) (heights []svg.Length) {
	most := tallest(bars)
	for _, b := range bars {
		height := svg.Length(0)
		if b.n > 0 {
			from, to := x.Coordinate(b.from), x.Coordinate(b.to)
			space := min(1, (to-from)/8)
			height = max(room*svg.Length(b.n)/svg.Length(most), 1)
			c.Rect(class, b.tip, from+space/2, base-height, max(to-from-space, .5), height)
		}
		heights = append(heights, height)
	}
	return heights
}

// pairsChart draws the first bot's points in the pairs of the match. It returns nil if the page has
// several matches or the match has no pairs.
func (d *data) pairsChart() *svg.Chart {
	if d.onlyMatch == nil || d.onlyMatch.Comparison == nil || d.onlyMatch.Comparison.Pairs == nil {
		return nil
	}
	counts, total := d.onlyMatch.Comparison.Pairs, d.onlyMatch.Comparison.Units
	name := d.onlyMatch.Bots[0]
	c := svg.New("Pairs", fmt.Sprintf("%s, each two games of one deal with swapped seats, by the result of %s: two losses (LL) to two wins (WW).", figure.Plural(total, "pair"), name), 220)
	x := svg.Scale{Low: 0, High: 5, From: 0, To: svg.Width}
	names := [5]string{"LL", "LD", "WL, DD", "WD", "WW"}
	points := [5]string{"0", "½", "1", "1½", "2"}
	var bars []bar
	for i, n := range counts {
		tip := fmt.Sprintf("%s: %s, %s", names[i], figure.Plural(n, "pair"), figure.Share(float64(n)/float64(total)))
		bars = append(bars, bar{float64(i) + .15, float64(i) + .85, n, tip})
	}
	const base, room = 172, 148
	heights := drawBars(c, x, bars, base, room, d.colorClass(name))
	for i, n := range counts {
		centre := x.Coordinate(float64(i) + .5)
		c.Text("m", centre, base-heights[i]-5, figure.Count(n).String())
		c.Text("name m", centre, base+16, names[i])
		c.Text("m", centre, base+30, points[i])
	}
	c.Line("axis", "", 0, base, svg.Width, base)
	c.Text("m", svg.Width/2, base+45, "points")
	return c
}

// lengthsChart draws a histogram of the lengths of games, or returns nil without games.
func (d *data) lengthsChart() *svg.Chart {
	turns := d.pooled.Turns
	if d.pooled.Games == 0 {
		return nil
	}
	least, most := slices.Min(slices.Collect(maps.Keys(turns.Games))), turns.Most
	c := svg.New("Length of games", fmt.Sprintf("In turns: %s.", turns), 220)
	width := max(int(svg.RoundStep(float64(most-least+1)/36)), 1)
	var bars []bar
	for from := least / width * width; from <= most; from += width {
		n := 0
		for t := from; t < from+width; t++ {
			n += turns.Games[t]
		}
		label := fmt.Sprintf("%d turns", from)
		if width > 1 {
			label = fmt.Sprintf("%d to %d turns", from, from+width-1)
		}
		bars = append(bars, bar{float64(from), float64(from + width), n, label + ": " + figure.Plural(n, "game")})
	}
	y := svg.Scale{Low: 0, High: float64(tallest(bars)), From: 180, To: 14}
	begin := c.YAxis(y, svg.Width-8, formatNumber)
	x := svg.Scale{Low: bars[0].from, High: bars[len(bars)-1].to, From: begin, To: svg.Width - 8}
	drawBars(c, x, bars, 180, 166, "s0")
	if width == 1 { // label the middle of a bar
		x.Low, x.High = x.Low-.5, x.High-.5
	}
	c.XAxis(x, 184, formatNumber, "turns")
	return c
}

// timesChart draws the decision times, one row per bot, over a shared axis. It returns nil if no
// decision was timed.
func (d *data) timesChart() *svg.Chart {
	low, high, timed := math.Inf(1), 0., 0
	for _, b := range d.standings.Bots {
		for _, bucket := range b.Times {
			ns := max(float64(bucket.Nanoseconds), 100)
			low, high = min(low, ns), max(high, ns*9/8)
			timed += bucket.N
		}
	}
	if timed == 0 {
		return nil
	}
	const row, top, room = 62, 12, 36
	bots := d.standings.Bots
	c := svg.New("Time for a decision", "Logarithmic axis, with the median (p50) and the 99th percentile (p99). Quick decisions are sampled.",
		svg.Length(top+row*len(bots)+28))
	// Eight bars per power of ten, with complete bars at both ends.
	const each = 8
	from, to := math.Floor(math.Log10(low)*each), math.Ceil(math.Log10(high)*each)
	at := func(i float64) float64 { return math.Pow(10, i/each) }
	x := svg.Scale{Low: at(from), High: at(to), From: 6, To: svg.Width - 6, Log: true}
	for i, b := range bots {
		y := svg.Length(top + row*i)
		text := "none timed"
		if b.Times.Count() > 0 {
			text = fmt.Sprintf("p50 %s, p99 %s", figure.Time(b.Times.Quantile(.5)), figure.Time(b.Times.Quantile(.99)))
		}
		c.LabeledRow(y, b.Name, text)
		base := y + 10 + room
		c.Line("axis", "", x.From, base, x.To, base)
		drawBars(c, x, timeBars(b.Times, from, to, at), base, room, d.colorClass(b.Name))
	}
	c.XAxis(x, svg.Length(top+row*len(bots)-8), func(v float64) string { return figure.Time(time.Duration(math.Round(v))).String() }, "")
	return c
}

// timeBars counts the decisions of a bot by time, in bars between at(i) and at(i+1).
func timeBars(times arena.Histogram, from, to float64, at func(float64) float64) (bars []bar) {
	for i := from; i < to; i++ {
		b := bar{from: at(i), to: at(i + 1)}
		for _, bucket := range times {
			if ns := max(float64(bucket.Nanoseconds), 100); ns >= b.from && ns < b.to {
				b.n += bucket.N
			}
		}
		b.tip = fmt.Sprintf("%s to %s: %s", figure.Time(time.Duration(b.from)), figure.Time(time.Duration(b.to)), figure.Plural(b.n, "decision"))
		bars = append(bars, b)
	}
	return bars
}
