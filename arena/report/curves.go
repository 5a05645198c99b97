package report

import (
	"fmt"
	"math"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
	"gamed/internal/svg"
)

// steps bounds the points of a curve.
const steps = 200

// only returns the match of a page about one match with counted games, else nil.
func (d *data) only() *arena.Results {
	if len(d.Matches) != 1 {
		return nil
	}
	for range d.Matches[0].Counted() {
		return d.Matches[0]
	}
	return nil
}

// won returns the first bot's share of the win in a game, 0 to 1, and its score
// against the others.
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

// A state is an intermediate result of a match.
type state struct {
	games  int
	points float64 // of the first bot
	sample stats.Sample
}

// history returns intermediate results at up to [steps] points, the last game
// included. A match of one bot has empty samples.
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

// curve draws the first bot's score over the games.
func (d *data) curve() *svg.Chart {
	m := d.only()
	if m == nil {
		return nil
	}
	states := history(m)
	last := states[len(states)-1]
	end := stats.Rate(last.points, last.games)
	even := 1 / float64(len(m.Header.Bots))
	name := m.Header.Bots[0]
	c := svg.New("Score over the games", fmt.Sprintf("%s scores %s [%s, %s]; the band is Wilson's 95 %% interval.",
		name, share(end.Value), share(end.Interval[0]), share(end.Interval[1])), 220)
	y := svg.Scale{Low: end.Interval[0], High: end.Interval[1], From: 180, To: 10}
	if len(m.Header.Bots) > 1 {
		y.Low, y.High = min(y.Low, even), max(y.High, even)
	}
	for _, s := range states { // early intervals may leave the chart
		if in := stats.Wilson(s.points, s.games); s.games*10 >= last.games {
			y.Low, y.High = min(y.Low, in[0]), max(y.High, in[1])
		}
	}
	y = y.Outward(5)
	y.Low, y.High = max(y.Low, 0), min(y.High, 1)
	begin := c.Left(y, svg.Width-8, percent)
	x := svg.Scale{Low: 0, High: float64(last.games), From: begin, To: svg.Width - 8}
	var line, above, below svg.Points
	for _, s := range states {
		in := stats.Wilson(s.points, s.games)
		at := x.At(float64(s.games))
		line.Add(at, y.At(s.points/float64(s.games)))
		above.Add(at, y.At(in[1]))
		below.Add(at, y.At(in[0]))
	}
	slices.Reverse(below)
	class := d.colour(name)
	c.Area(class, append(above, below...))
	if len(m.Header.Bots) > 1 {
		c.Line("even", "even", begin, y.At(even), svg.Width-8, y.At(even))
	}
	c.Polyline(class, line)
	c.Bottom(x, 184, plain, "games")
	return c
}

// likelihood draws the log-likelihood ratio over the games.
func (d *data) likelihood() *svg.Chart {
	m := d.only()
	if m == nil || m.Header.SPRT == nil {
		return nil
	}
	t := m.Header.SPRT
	states := history(m)
	last := states[len(states)-1]
	lower, upper := t.Bounds()
	llr := t.LLR(last.sample)
	said := "undecided"
	switch t.State(llr) {
	case stats.AcceptH0:
		said = fmt.Sprintf("H0 accepted (%g Elo)", t.Elo0)
	case stats.AcceptH1:
		said = fmt.Sprintf("H1 accepted (%g Elo)", t.Elo1)
	}
	c := svg.New("SPRT", fmt.Sprintf("Log-likelihood ratio of %g against %g Elo (%s): %s after %s; %s.",
		t.Elo1, t.Elo0, t.Model, minus(fmt.Sprintf("%.2f", llr)), count(last.games, "game"), said), 220)
	y := svg.Scale{Low: lower, High: upper, From: 180, To: 10}
	var values []float64
	for _, s := range states {
		v := t.LLR(s.sample)
		values = append(values, v)
		y.Low, y.High = min(y.Low, v), max(y.High, v)
	}
	y = y.Outward(5)
	begin := c.Left(y, svg.Width-8, plain)
	x := svg.Scale{Low: 0, High: float64(last.games), From: begin, To: svg.Width - 8}
	var line svg.Points
	line.Add(x.At(0), y.At(0))
	for i, s := range states {
		line.Add(x.At(float64(s.games)), y.At(values[i]))
	}
	for i, bound := range []float64{lower, upper} {
		c.Line("bound", "", begin, y.At(bound), svg.Width-8, y.At(bound))
		c.Text("", begin+4, y.At(bound)-4, fmt.Sprintf("H%d accepted at %s", i, minus(fmt.Sprintf("%.2f", bound))))
	}
	c.Polyline(d.colour(m.Header.Bots[0]), line)
	c.Bottom(x, 184, plain, "games")
	return c
}
