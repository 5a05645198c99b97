package report

import (
	"fmt"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/arena/figure"
	"gamed/arena/stats"
	"gamed/internal/svg"
)

// maxPoints is the maximum number of points in a curve.
const maxPoints = 200

// A Point is an intermediate result of a match.
type Point struct {
	Games int     `json:"games"`
	Score float64 `json:"score"` // score of the first bot, from 0 to 1
	Low   float64 `json:"low"`   // limits of the 95 % interval
	High  float64 `json:"high"`
	LLR   float64 `json:"llr"` // log-likelihood ratio; 0 without an SPRT
}

// curvePoints returns the intermediate results of a match.
func curvePoints(m *arena.Results) (points []Point) {
	for _, s := range m.IntermediateResults(maxPoints) {
		p := Point{Games: s.Games, Score: s.Score.Value, Low: s.Score.Interval[0], High: s.Score.Interval[1]}
		if sprt := m.Header.SPRT; sprt != nil {
			p.LLR = sprt.LLR(s.Sample)
		}
		points = append(points, p)
	}
	return points
}

// curveChart draws the first bot's score over the games of the match. It returns nil if the page
// has several matches or no game counts.
func (d *data) curveChart() *svg.Chart {
	r := d.onlyMatch
	if r == nil {
		return nil
	}
	end := stats.Estimate{Value: r.Scores[0], Interval: r.ScoreIntervals[0]}
	even := 1 / float64(len(r.Bots))
	name := r.Bots[0]
	c := svg.New("Score over the games", fmt.Sprintf("%s scores %s; the band is the 95 %% interval.", name, figure.Rate(end)), 220)
	y := svg.Scale{Low: end.Interval[0], High: end.Interval[1], From: 180, To: 10}
	if len(r.Bots) > 1 {
		y.Low, y.High = min(y.Low, even), max(y.High, even)
	}
	for _, p := range d.points { // intervals from the first tenth of the games may exceed the chart
		if p.Games*10 >= r.Games {
			y.Low, y.High = min(y.Low, p.Low), max(y.High, p.High)
		}
	}
	y = y.Rounded(5)
	y.Low, y.High = max(y.Low, 0), min(y.High, 1)
	begin := c.YAxis(y, svg.Width-8, formatPercent)
	x := svg.Scale{Low: 0, High: float64(r.Games), From: begin, To: svg.Width - 8}
	var line, above, below svg.Points
	for _, p := range d.points {
		at := x.Coordinate(float64(p.Games))
		line.Add(at, y.Coordinate(p.Score))
		above.Add(at, y.Coordinate(p.High))
		below.Add(at, y.Coordinate(p.Low))
	}
	slices.Reverse(below)
	class := d.colorClass(name)
	c.Area(class, append(above, below...))
	if len(r.Bots) > 1 {
		c.Line("even", "even", begin, y.Coordinate(even), svg.Width-8, y.Coordinate(even))
	}
	c.Polyline(class, line)
	c.XAxis(x, 184, formatNumber, "games")
	return c
}

// verdict returns the decision of the SPRT, followed by the texts about unreliable bots.
func (d *data) verdict() string {
	return strings.Join(append([]string{d.onlyMatch.SPRT.Verdict()}, d.standings.ReliabilityWarnings()...), "; ")
}

// likelihoodChart draws the log-likelihood ratio over the games of the match, or returns nil
// without an SPRT.
func (d *data) likelihoodChart() *svg.Chart {
	if d.onlyMatch == nil || d.onlyMatch.SPRT == nil {
		return nil
	}
	r, t := d.onlyMatch, d.onlyMatch.SPRT
	c := svg.New("SPRT", fmt.Sprintf("Log-likelihood ratio of %g against %g Elo (%s): %s after %s; %s.",
		t.Elo1, t.Elo0, t.Model, withMinusSigns(fmt.Sprintf("%.2f", t.LLR)), figure.Plural(r.Games, "game"), d.verdict()), 220)
	y := svg.Scale{Low: t.Lower, High: t.Upper, From: 180, To: 10}
	for _, p := range d.points {
		y.Low, y.High = min(y.Low, p.LLR), max(y.High, p.LLR)
	}
	y = y.Rounded(5)
	begin := c.YAxis(y, svg.Width-8, formatNumber)
	x := svg.Scale{Low: 0, High: float64(r.Games), From: begin, To: svg.Width - 8}
	var line svg.Points
	line.Add(x.Coordinate(0), y.Coordinate(0))
	for _, p := range d.points {
		line.Add(x.Coordinate(float64(p.Games)), y.Coordinate(p.LLR))
	}
	for i, bound := range []float64{t.Lower, t.Upper} {
		c.Line("bound", "", begin, y.Coordinate(bound), svg.Width-8, y.Coordinate(bound))
		c.Text("", begin+4, y.Coordinate(bound)-4, fmt.Sprintf("H%d accepted at %s", i, withMinusSigns(fmt.Sprintf("%.2f", bound))))
	}
	c.Polyline(d.colorClass(r.Bots[0]), line)
	c.XAxis(x, 184, formatNumber, "games")
	return c
}
