package bench

import (
	"fmt"
	"math"
	"strings"

	"gamed/internal/columns"
	"gamed/internal/svg"
)

// A Report holds the measured figures and the goals that were left out.
type Report struct {
	Rows    []Row     `json:"rows"`
	LeftOut []Omitted `json:"left_out"`
}

// A Row is a measured goal.
type Row struct {
	Goal
	Measured float64 `json:"measured"`
	Met      bool    `json:"met"` // whether the figure meets its target or has none
}

// An Omitted is a goal that was not measured, and the commands that measure it.
type Omitted struct {
	Goal
	Commands []string `json:"commands"`
}

func (r *Report) add(g Goal, measured float64) {
	met := g.Bound == "" || g.Bound == AtMost && measured <= g.Target || g.Bound == AtLeast && measured >= g.Target
	r.Rows = append(r.Rows, Row{g, measured, met})
}

func (r *Report) omit(g Goal, commands ...string) {
	r.LeftOut = append(r.LeftOut, Omitted{g, commands})
}

// String returns the report as a table, followed by the commands for the goals that were left
// out.
func (r *Report) String() string {
	var t columns.Table
	t.Row("what", "measured", "target", "", "others")
	for i := range r.Rows {
		row := &r.Rows[i]
		t.Row(row.Name, row.amount(row.Measured), row.target(), row.verdict(), row.peerFigures())
	}
	for i := range r.LeftOut {
		t.Row(r.LeftOut[i].Name, "left out", r.LeftOut[i].target(), "", r.LeftOut[i].peerFigures())
	}
	var b strings.Builder
	b.WriteString(t.Format("", "l"))
	before := ""
	for i := range r.LeftOut {
		if how := strings.Join(r.LeftOut[i].Commands, "\n    "); how != before {
			fmt.Fprintf(&b, "\nTo measure %s:\n    %s\n", r.LeftOut[i].Name, how)
			before = how
		}
	}
	return b.String()
}

func (g *Goal) amount(x float64) string { return amount(x) + " " + g.Unit }

func (g *Goal) target() string {
	if g.Bound == "" {
		return ""
	}
	return string(g.Bound) + " " + g.amount(g.Target)
}

func (r *Row) verdict() string {
	switch {
	case r.Bound == "":
		return ""
	case r.Met:
		return "met"
	}
	return "not met"
}

// peerFigures lists the figures of the peers: "Nakama 13,000–22,000".
func (g *Goal) peerFigures() string {
	var list []string
	for _, p := range g.Peers {
		figure := amount(p.Low)
		if p.High > p.Low {
			figure += "–" + amount(p.High)
		}
		list = append(list, p.Name+" "+figure)
	}
	return strings.Join(list, ", ")
}

// amount formats x with three significant digits, or from 100 on as a whole number with commas.
func amount(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	return columns.Thousands(int(x + 0.5))
}

// relativeToTarget returns the ratio of a figure to its target. If the figure should be low, it
// returns the inverse ratio. A result above 1 is better than the target.
func (g *Goal) relativeToTarget(figure float64) float64 {
	if g.Bound == AtMost {
		return g.Target / figure
	}
	return figure / g.Target
}

// Plot draws the report as an SVG file. The plot has a bar for each figure with a target and a dot
// for each peer. The axis is logarithmic and shows the ratio to the target. The plot omits figures
// with a target of 0. Bars that reach the target are blue.
func (r *Report) Plot() string {
	const (
		height, top = 36, 36
		low, high   = 0.05, 20
		right       = svg.Width - 135 // room for the figures
	)
	var rows []*Row
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Bound != "" && row.Target != 0 {
			rows = append(rows, row)
		}
	}
	bottom := svg.Length(top + height*len(rows))
	c := svg.New("Figures of gamed bench", "Each bar is a figure relative to its target, and each dot a peer. Bars that miss the target are orange.", bottom+30)
	c.Text("name", 0, 0, "Relative to the target")
	c.Text("e", svg.Width, 0, "black: other programs")
	x := svg.Scale{Low: low, High: high, From: 0, To: right, Log: true}
	for i, row := range rows {
		y := svg.Length(top + height*i)
		c.LabeledRow(y, row.Name, "")
		class := "s1"
		if row.Met {
			class = "s0"
		}
		c.Rect(class, "", 0, y+6, max(x.Coordinate(row.relativeToTarget(row.Measured)), 1), 8)
		for _, p := range row.Peers {
			c.Dot("", p.Name, x.Coordinate(row.relativeToTarget(math.Sqrt(p.Low*p.High))), y+10, 4)
		}
		c.Line("axis", "the target", x.Coordinate(1), y+3, x.Coordinate(1), y+17)
		c.Text("e", svg.Width, y+14, fmt.Sprintf("%s / %s", amount(row.Measured), row.amount(row.Target)))
	}
	c.XAxis(x, bottom-8, func(v float64) string { return fmt.Sprintf("%g ×", v) }, "")
	return c.File()
}
