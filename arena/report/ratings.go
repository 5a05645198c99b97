package report

import (
	"fmt"
	"strings"

	"gamed/arena/stats"
)

// ratings draws the ratings as dots with their intervals, the best bot above.
func (d *data) ratings() *chart {
	s := &d.standings
	if s.Unrated != "" {
		return nil
	}
	const row, top = 34, 14
	c := newChart("Ratings", fmt.Sprintf("Elo above %s with 95 %% intervals, by Bradley–Terry over all games; the first turn is worth %s.", s.Anchor, margin(s.FirstSeat)),
		px(top+row*len(s.Bots)+36))
	x := scale{low: 0, high: 0, from: 6, to: chartWidth - 6}
	for _, b := range s.Bots {
		x.low, x.high = min(x.low, b.Elo.Interval[0]), max(x.high, b.Elo.Interval[1])
	}
	x = x.outward(6)
	bottom := px(top + row*len(s.Bots))
	for i, b := range s.Bots {
		y := px(top + row*i)
		c.named(y, b.Name, margin(b.Elo))
		class := d.colour(b.Name)
		tip := fmt.Sprintf("%s: %s, %s", b.Name, between(b.Elo), count(b.Games, "game"))
		y += 12
		c.line("even", s.Anchor, x.at(0), y-7, x.at(0), y+9)
		low, high := x.at(b.Elo.Interval[0]), x.at(b.Elo.Interval[1])
		c.line(class, tip, low, y, high, y)
		c.line(class, tip, low, y-4, low, y+4)
		c.line(class, tip, high, y-4, high, y+4)
		c.draw(mark{Shape: "dot", X: x.at(b.Elo.Value), Y: y, Width: 4, Class: class, Tip: tip})
	}
	c.bottom(x, bottom, plain, "Elo")
	return c
}

// colour is the class of a bot's colour.
func (d *data) colour(name string) string { return fmt.Sprintf("s%d", d.colours[name]) }

// margin writes an estimate as 12 ± 3.
func margin(e stats.Estimate) string { return fmt.Sprintf("%s ± %.0f", signed(e.Value), e.Margin()) }

// between writes an estimate as 12 [9, 15].
func between(e stats.Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", signed(e.Value), signed(e.Interval[0]), signed(e.Interval[1]))
}

// signed writes a whole number with the minus that is as wide as a figure.
func signed(x float64) string {
	s := fmt.Sprintf("%.0f", x)
	if s == "-0" {
		return "0"
	}
	return minus(s)
}

// minus puts the minus that is as wide as a figure for hyphens.
func minus(numbers string) string { return strings.ReplaceAll(numbers, "-", "−") }
