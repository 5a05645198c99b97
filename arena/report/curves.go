package report

import (
	"fmt"
	"math"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
)

// steps is how many points a curve has at most.
const steps = 200

// only is the match that the page is about, nil if there are several or it has no
// games that count.
func (d *data) only() *arena.Results {
	if len(d.Matches) != 1 {
		return nil
	}
	for range d.Matches[0].Counted() {
		return d.Matches[0]
	}
	return nil
}

// won returns the share of a win that a game gave the first bot of its match, 0 to
// 1, and its score against the others.
func won(h *arena.Header, g *arena.Game) (share, versus float64) {
	points := make([]float64, len(g.Seats))
	first := 0
	for seat := range g.Seats {
		if slices.Contains(g.Won, seat) {
			points[seat] = 1
		}
		if h.Bot(g.Number, seat) == 0 {
			first = seat
		}
	}
	if len(g.Seats) == 1 {
		return points[0], points[0]
	}
	n := len(g.Won)
	switch {
	case n == 0 || n == len(g.Seats):
		share = 1 / float64(len(g.Seats))
	default:
		share = points[first] / float64(n)
	}
	return share, stats.Versus(points, first)
}

// A state is how far a match had come.
type state struct {
	games  int
	points float64 // of the first bot
	sample stats.Sample
}

// history returns how the match stood at some of its games, the last one included.
// The samples are of its units, and nil-valued for a bot by itself.
func history(m *arena.Results) (states []state) {
	units := 0
	for range m.Counted() {
		units++
	}
	h := &m.Header
	every := (units + steps - 1) / steps
	var now state
	var pairs [5]int
	var wins, losses, draws int
	var means []float64
	n := 0
	for unit := range m.Counted() {
		sum := 0.
		for i := range unit {
			share, versus := won(h, &unit[i])
			now.games++
			now.points += share
			sum += versus
			switch {
			case versus == 1:
				wins++
			case versus == 0:
				losses++
			default:
				draws++
			}
		}
		means = append(means, sum/float64(len(unit)))
		if len(unit) == 2 {
			pairs[int(math.Round(2*sum))]++
		}
		if n++; n%every != 0 && n != units {
			continue
		}
		switch {
		case len(h.Bots) > 2:
			now.sample = stats.Rotations(h.Unit(), means)
		case len(h.Bots) == 2 && h.Unit() == 2:
			now.sample = stats.Pairs(pairs)
		case len(h.Bots) == 2:
			now.sample = stats.Games(wins, losses, draws)
		}
		states = append(states, now)
	}
	return states
}

// curve draws the first bot's score over the games of a match.
func (d *data) curve() *chart {
	m := d.only()
	if m == nil {
		return nil
	}
	states := history(m)
	last := states[len(states)-1]
	end := stats.Rate(last.points, last.games)
	even := 1 / float64(len(m.Header.Bots))
	name := m.Header.Bots[0]
	c := newChart("Score over the games", fmt.Sprintf("%s has %s [%s, %s] of the points in the end; the band is Wilson's 95 %% interval.",
		name, share(end.Value), share(end.Interval[0]), share(end.Interval[1])), 220)
	y := scale{low: end.Interval[0], high: end.Interval[1], from: 180, to: 10}
	if len(m.Header.Bots) > 1 {
		y.low, y.high = min(y.low, even), max(y.high, even)
	}
	for _, s := range states { // what is before goes beyond the edges
		if in := stats.Wilson(s.points, s.games); s.games*10 >= last.games {
			y.low, y.high = min(y.low, in[0]), max(y.high, in[1])
		}
	}
	y = y.outward(5)
	y.low, y.high = max(y.low, 0), min(y.high, 1)
	begin := c.left(y, chartWidth-8, percent)
	x := scale{low: 0, high: float64(last.games), from: begin, to: chartWidth - 8}
	var line, above, below points
	for _, s := range states {
		in := stats.Wilson(s.points, s.games)
		at := x.at(float64(s.games))
		line.add(at, y.at(s.points/float64(s.games)))
		above.add(at, y.at(in[1]))
		below.add(at, y.at(in[0]))
	}
	slices.Reverse(below)
	class := d.colour(name)
	c.draw(mark{Shape: "path", Class: "band " + class, Path: append(above, below...).path() + "Z"})
	if len(m.Header.Bots) > 1 {
		c.line("even", "even", begin, y.at(even), chartWidth-8, y.at(even))
	}
	c.draw(mark{Shape: "path", Class: class, Path: line.path()})
	c.bottom(x, 184, plain, "games")
	return c
}

// likelihood draws how the SPRT of a match went.
func (d *data) likelihood() *chart {
	m := d.only()
	if m == nil || m.Header.SPRT == nil {
		return nil
	}
	t := m.Header.SPRT
	states := history(m)
	last := states[len(states)-1]
	lower, upper := t.Bounds()
	llr := t.LLR(last.sample)
	said := "nothing is accepted yet"
	switch t.State(llr) {
	case stats.AcceptH0:
		said = fmt.Sprintf("H0 is accepted, %g Elo", t.Elo0)
	case stats.AcceptH1:
		said = fmt.Sprintf("H1 is accepted, %g Elo", t.Elo1)
	}
	c := newChart("SPRT", fmt.Sprintf("Log-likelihood ratio of %g against %g Elo (%s): %s after %s; %s.",
		t.Elo1, t.Elo0, t.Model, minus(fmt.Sprintf("%.2f", llr)), count(last.games, "game"), said), 220)
	y := scale{low: lower, high: upper, from: 180, to: 10}
	var values []float64
	for _, s := range states {
		v := t.LLR(s.sample)
		values = append(values, v)
		y.low, y.high = min(y.low, v), max(y.high, v)
	}
	y = y.outward(5)
	begin := c.left(y, chartWidth-8, plain)
	x := scale{low: 0, high: float64(last.games), from: begin, to: chartWidth - 8}
	var line points
	line.add(x.at(0), y.at(0))
	for i, s := range states {
		line.add(x.at(float64(s.games)), y.at(values[i]))
	}
	for i, bound := range []float64{lower, upper} {
		c.line("bound", "", begin, y.at(bound), chartWidth-8, y.at(bound))
		c.text(begin+4, y.at(bound)-4, "", fmt.Sprintf("H%d accepted at %s", i, minus(fmt.Sprintf("%.2f", bound))))
	}
	c.draw(mark{Shape: "path", Class: d.colour(m.Header.Bots[0]), Path: line.path()})
	c.bottom(x, 184, plain, "games")
	return c
}

// share writes a share, 0 to 1, in percent.
func share(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }
