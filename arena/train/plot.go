package train

import (
	"strconv"

	"gamed/internal/svg"
)

// Plot returns an SVG file that shows the generations. The losses are at the top and the match
// scores at the bottom.
func (r Result) Plot() string {
	const (
		right  = svg.Width - 8
		middle = 200 // top of the lower half
	)
	c := svg.New("Training", "Loss by generation, on samples learned from and held out; score of the match after each generation with its 95 % interval.", 2*middle+20)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
	loss := svg.Scale{Low: r.Generations[0].Loss, High: r.Generations[0].Loss, From: middle - 36, To: 24}
	for _, g := range r.Generations {
		loss.Low, loss.High = min(loss.Low, g.Loss, g.HeldOutLoss), max(loss.High, g.Loss, g.HeldOutLoss)
	}
	loss = loss.Rounded(5)
	score := svg.Scale{Low: 0, High: 1, From: 2*middle - 16, To: middle + 24}
	left := max(c.YAxis(loss, right, number), c.YAxis(score, right, number))
	x := svg.Scale{Low: .5, High: float64(len(r.Generations)) + .5, From: left, To: right}
	c.Text("name", 0, 10, "Cross-entropy: learned from (blue), held out (orange)")
	c.Text("name", 0, middle+10, "Score of the match")
	var learned, held, scores svg.Points
	for i, g := range r.Generations {
		at := x.Coordinate(float64(i + 1))
		c.Dot("s0", number(g.Loss), at, loss.Coordinate(g.Loss), 3)
		c.Dot("s1", number(g.HeldOutLoss), at, loss.Coordinate(g.HeldOutLoss), 3)
		c.Line("s0", "", at, score.Coordinate(g.Interval[0]), at, score.Coordinate(g.Interval[1]))
		c.Dot("s0", number(g.Score), at, score.Coordinate(g.Score), 3)
		learned.Add(at, loss.Coordinate(g.Loss))
		held.Add(at, loss.Coordinate(g.HeldOutLoss))
		scores.Add(at, score.Coordinate(g.Score))
	}
	c.Polyline("s0", learned)
	c.Polyline("s1", held)
	c.Polyline("s0", scores)
	c.XAxis(x, 2*middle-12, number, "generation")
	return c.File()
}
