package report

import (
	"fmt"
	"slices"

	"gamed/arena/stats"
	"gamed/internal/svg"
)

// steps bounds the points of a curve.
const steps = 200

// curve draws the first bot's score over the games.
func (d *data) curve() *svg.Chart {
	r := d.only
	if r == nil {
		return nil
	}
	end := stats.Estimate{Value: r.Scores[0], Interval: r.ScoreIntervals[0]}
	even := 1 / float64(len(r.Bots))
	name := r.Bots[0]
	c := svg.New("Score over the games", fmt.Sprintf("%s scores %s [%s, %s]; the band is Wilson's 95 %% interval.",
		name, share(end.Value), share(end.Interval[0]), share(end.Interval[1])), 220)
	y := svg.Scale{Low: end.Interval[0], High: end.Interval[1], From: 180, To: 10}
	if len(r.Bots) > 1 {
		y.Low, y.High = min(y.Low, even), max(y.High, even)
	}
	for _, s := range d.states { // early intervals may leave the chart
		if in := stats.Wilson(s.Points, s.Games); s.Games*10 >= r.Games {
			y.Low, y.High = min(y.Low, in[0]), max(y.High, in[1])
		}
	}
	y = y.Outward(5)
	y.Low, y.High = max(y.Low, 0), min(y.High, 1)
	begin := c.Left(y, svg.Width-8, percent)
	x := svg.Scale{Low: 0, High: float64(r.Games), From: begin, To: svg.Width - 8}
	var line, above, below svg.Points
	for _, s := range d.states {
		in := stats.Wilson(s.Points, s.Games)
		at := x.At(float64(s.Games))
		line.Add(at, y.At(s.Points/float64(s.Games)))
		above.Add(at, y.At(in[1]))
		below.Add(at, y.At(in[0]))
	}
	slices.Reverse(below)
	class := d.colour(name)
	c.Area(class, append(above, below...))
	if len(r.Bots) > 1 {
		c.Line("even", "even", begin, y.At(even), svg.Width-8, y.At(even))
	}
	c.Polyline(class, line)
	c.Bottom(x, 184, plain, "games")
	return c
}

// likelihood draws the log-likelihood ratio over the games.
func (d *data) likelihood() *svg.Chart {
	if d.only == nil || d.only.SPRT == nil {
		return nil
	}
	r, t := d.only, d.only.SPRT
	said := "undecided"
	switch t.State {
	case stats.AcceptH0:
		said = fmt.Sprintf("H0 accepted (%g Elo)", t.Elo0)
	case stats.AcceptH1:
		said = fmt.Sprintf("H1 accepted (%g Elo)", t.Elo1)
	}
	c := svg.New("SPRT", fmt.Sprintf("Log-likelihood ratio of %g against %g Elo (%s): %s after %s; %s.",
		t.Elo1, t.Elo0, t.Model, minus(fmt.Sprintf("%.2f", t.LLR)), count(r.Games, "game"), said), 220)
	y := svg.Scale{Low: t.Lower, High: t.Upper, From: 180, To: 10}
	var values []float64
	for _, s := range d.states {
		v := t.SPRT.LLR(s.Sample)
		values = append(values, v)
		y.Low, y.High = min(y.Low, v), max(y.High, v)
	}
	y = y.Outward(5)
	begin := c.Left(y, svg.Width-8, plain)
	x := svg.Scale{Low: 0, High: float64(r.Games), From: begin, To: svg.Width - 8}
	var line svg.Points
	line.Add(x.At(0), y.At(0))
	for i, s := range d.states {
		line.Add(x.At(float64(s.Games)), y.At(values[i]))
	}
	for i, bound := range []float64{t.Lower, t.Upper} {
		c.Line("bound", "", begin, y.At(bound), svg.Width-8, y.At(bound))
		c.Text("", begin+4, y.At(bound)-4, fmt.Sprintf("H%d accepted at %s", i, minus(fmt.Sprintf("%.2f", bound))))
	}
	c.Polyline(d.colour(r.Bots[0]), line)
	c.Bottom(x, 184, plain, "games")
	return c
}
