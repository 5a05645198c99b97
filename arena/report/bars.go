package report

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gamed/arena"
)

// A bar is a count over a part of an axis.
type bar struct {
	from, to float64
	n        int
	tip      string
}

// bars draws bars that stand on base and are as high as room at most.
func (c *chart) bars(x scale, bars []bar, base, room px, class string) {
	most := 1
	for _, b := range bars {
		most = max(most, b.n)
	}
	for _, b := range bars {
		if b.n == 0 {
			continue
		}
		from, to := x.at(b.from), x.at(b.to)
		space := min(1, (to-from)/8)
		height := max(room*px(b.n)/px(most), 1)
		c.draw(mark{Shape: "rect", X: from + space/2, Y: base - height, Width: max(to-from-space, .5), Height: height, Class: class, Tip: b.tip})
	}
}

// pairs draws what the first bot made of the pairs of a match.
func (d *data) pairs() *chart {
	m := d.only()
	if m == nil || len(m.Header.Bots) != 2 || m.Header.Unit() != 2 {
		return nil
	}
	var counts [5]int
	total := 0
	for unit := range m.Counted() {
		sum := 0.
		for i := range unit {
			_, versus := won(&m.Header, &unit[i])
			sum += versus
		}
		counts[int(math.Round(2*sum))]++
		total++
	}
	name := m.Header.Bots[0]
	c := newChart("Pairs", fmt.Sprintf("%s of one deal with the seats swapped, by what %s made of both games: two losses (LL) to two wins (WW).", count(total, "pair"), name), 220)
	x := scale{low: 0, high: 5, from: 0, to: chartWidth}
	names := [5]string{"LL", "LD", "WL, DD", "WD", "WW"}
	points := [5]string{"0", "½", "1", "1½", "2"}
	var bars []bar
	for i, n := range counts {
		tip := fmt.Sprintf("%s: %s, %s", names[i], count(n, "pair"), share(float64(n)/float64(max(total, 1))))
		bars = append(bars, bar{float64(i) + .15, float64(i) + .85, n, tip})
	}
	const base, room = 172, 148
	c.bars(x, bars, base, room, d.colour(name))
	most := slices.Max(counts[:])
	for i, n := range counts {
		centre := x.at(float64(i) + .5)
		height := px(0)
		if n > 0 {
			height = max(room*px(n)/px(most), 1)
		}
		c.text(centre, base-height-5, "m", grouped(float64(n)))
		c.draw(mark{Shape: "text", X: centre, Y: base + 16, Class: "name m", Text: names[i]})
		c.text(centre, base+30, "m", points[i])
	}
	c.line("axis", "", 0, base, chartWidth, base)
	c.text(chartWidth/2, base+45, "m", "points")
	return c
}

// lengths draws how long the games were.
func (d *data) lengths() *chart {
	var turns []int
	for _, m := range d.Matches {
		for unit := range m.Counted() {
			for _, g := range unit {
				turns = append(turns, g.Turns)
			}
		}
	}
	if len(turns) == 0 {
		return nil
	}
	slices.Sort(turns)
	least, most := turns[0], turns[len(turns)-1]
	c := newChart("Length of games", fmt.Sprintf("In turns: the median is %d, nine of ten have at most %d, the longest %d.",
		turns[len(turns)/2], turns[len(turns)*9/10], most), 220)
	width := max(int(roundStep(float64(most-least+1)/36)), 1)
	var bars []bar
	for from := least / width * width; from <= most; from += width {
		n := 0
		for _, t := range turns {
			if t >= from && t < from+width {
				n++
			}
		}
		what := fmt.Sprintf("%d turns", from)
		if width > 1 {
			what = fmt.Sprintf("%d to %d turns", from, from+width-1)
		}
		bars = append(bars, bar{float64(from), float64(from + width), n, what + ": " + count(n, "game")})
	}
	tallest := 1
	for _, b := range bars {
		tallest = max(tallest, b.n)
	}
	y := scale{low: 0, high: float64(tallest), from: 180, to: 14}
	begin := c.left(y, chartWidth-8, plain)
	x := scale{low: bars[0].from, high: bars[len(bars)-1].to, from: begin, to: chartWidth - 8}
	c.bars(x, bars, 180, 166, "s0")
	label := func(v float64) string { return grouped(v) }
	if width == 1 { // a label stands below the middle of its bar
		x.low, x.high = x.low-.5, x.high-.5
	}
	c.bottom(x, 184, label, "turns")
	return c
}

// times draws how long the decisions took, a row a bot, all over one axis.
func (d *data) times() *chart {
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
	c := newChart("Time for a decision", "Of each bot, on a logarithmic axis, with the median (p50) and what 99 of 100 do not exceed (p99). Of quick decisions, a sample is timed.",
		px(top+row*len(bots)+28))
	// Eight bars to a power of ten, and whole ones at both ends.
	const each = 8
	from, to := math.Floor(math.Log10(low)*each), math.Ceil(math.Log10(high)*each)
	at := func(i float64) float64 { return math.Pow(10, i/each) }
	x := scale{low: at(from), high: at(to), from: 6, to: chartWidth - 6, log: true}
	for i, b := range bots {
		y := px(top + row*i)
		figure := "none timed"
		if b.Times.N() > 0 {
			figure = fmt.Sprintf("p50 %s, p99 %s", duration(b.Times.Quantile(.5)), duration(b.Times.Quantile(.99)))
		}
		c.named(y, b.Name, figure)
		base := y + 10 + room
		c.line("axis", "", x.from, base, x.to, base)
		c.bars(x, timeBars(b.Times, from, to, at), base, room, d.colour(b.Name))
	}
	c.bottom(x, px(top+row*len(bots)-8), func(v float64) string { return duration(time.Duration(math.Round(v))) }, "")
	return c
}

// timeBars counts the decisions of a bot in bars from at(from) to at(to).
func timeBars(times arena.Histogram, from, to float64, at func(float64) float64) (bars []bar) {
	for i := from; i < to; i++ {
		b := bar{from: at(i), to: at(i + 1)}
		for _, bucket := range times {
			if ns := max(float64(bucket.Nanoseconds), 100); ns >= b.from && ns < b.to {
				b.n += bucket.N
			}
		}
		b.tip = fmt.Sprintf("%s to %s: %s", duration(time.Duration(b.from)), duration(time.Duration(b.to)), count(b.n, "decision"))
		bars = append(bars, b)
	}
	return bars
}

// duration writes a duration with two digits.
func duration(d time.Duration) string {
	units := []struct {
		name string
		of   time.Duration
	}{{"s", time.Second}, {"ms", time.Millisecond}, {"µs", time.Microsecond}, {"ns", time.Nanosecond}}
	for _, u := range units {
		if d < u.of && u.of > 1 {
			continue
		}
		v := float64(d) / float64(u.of)
		if v >= 10 {
			return grouped(v) + " " + u.name
		}
		return plain(math.Round(v*10)/10) + " " + u.name
	}
	return "0 ns"
}
