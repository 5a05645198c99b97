package load

import (
	"fmt"
	"math"

	"gamed/internal/svg"
)

// Plot draws the report as an SVG file. For each engine it shows two rates on a logarithmic axis:
// records alone, and requests in games. Beside each rate is the 99th percentile of the latency.
func (r *Report) Plot() string {
	const (
		row, top = 56, 30
		right    = svg.Width - 110 // room for the figures
	)
	bottom := svg.Length(top + row*len(r.Rows))
	c := svg.New("Throughput", fmt.Sprintf("%d concurrent games: records alone (blue) and requests of games on the whole server (orange), per second.", r.Plan.Games), bottom+40)
	c.Text("name", 0, 0, fmt.Sprintf("%d games: records (blue), requests (orange) per second", r.Plan.Games))
	x := svg.Scale{Low: 100, High: 1000, From: 0, To: right, Log: true}
	for _, row := range r.Rows {
		x.High = max(x.High, row.Append.Rate)
		if row.Play != nil {
			x.High = max(x.High, row.Play.Rate)
		}
	}
	x.High = math.Pow(10, math.Ceil(math.Log10(x.High)))
	for i, engine := range r.Rows {
		y := svg.Length(top + row*i)
		c.LabeledRow(y, fmt.Sprintf("%s, sync %s", engine.Engine, engine.Sync), "")
		for class, result := range []*Result{&engine.Append, engine.Play} {
			if result == nil {
				continue
			}
			y += 6
			c.Rect(fmt.Sprint("s", class), "", 0, y, max(x.Coordinate(result.Rate), 1), 12)
			y += 12
			c.Text("", x.Coordinate(result.Rate)+5, y-2, fmt.Sprintf("%s, p99 %s", formatRate(result.Rate), formatTime(result.P99)))
		}
	}
	c.XAxis(x, bottom-8, formatRate, "")
	return c.File()
}
