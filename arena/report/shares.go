package report

import (
	"gamed/arena/figure"
	"gamed/internal/svg"
)

// find returns the figure with the given ID, or a figure without rows if the page has no such
// figure.
func (d *data) find(id string) (f figure.Figure) {
	for _, f := range d.figures {
		if f.ID == id {
			return f
		}
	}
	return f
}

// class returns the CSS class for the color of a cell in a chart.
func class(c figure.Cell) string {
	if c.Marked {
		return "s1"
	}
	return "s0"
}

// scoresChart draws the scores in a column of a figure with their intervals. It returns nil if the
// page has no such figure.
func (d *data) scoresChart(id, title string, column int) *svg.Chart {
	f := d.find(id)
	if f.Rows == nil {
		return nil
	}
	var rows []dot
	for _, row := range f.Rows {
		name, score := row.Cells[0].String(), row.Cells[column]
		rows = append(rows, dot{name, figure.Share(score.Value).String(), name + ": " + score.Typeset(), class(score), score.Estimate})
	}
	c := svg.New(title, "Score with Wilson's 95 % interval. Orange: marked in the table.", dotsHeight(len(rows)))
	drawDots(c, rows, .5, "even", 5, formatPercent, "score")
	return c
}

// maxShares is the maximum number of rows in a chart of shares.
const maxShares = 20

// sharesChart draws a horizontal bar for each share in a column of a figure. It returns nil if the
// page has no such figure.
func (d *data) sharesChart(id, title string, column int) *svg.Chart {
	f := d.find(id)
	if f.Rows == nil {
		return nil
	}
	const row, top, thick = 30, 14, 8
	rows := f.Rows[:min(len(f.Rows), maxShares)]
	c := svg.New(title, "Shares as in the table "+f.Title+". Orange: marked there.", svg.Length(top+row*len(rows)))
	x := svg.Scale{Low: 0, High: 1e-9, From: 0, To: svg.Width}
	for _, r := range rows {
		x.High = max(x.High, r.Cells[column].Value)
	}
	for i, r := range rows {
		y := svg.Length(top + row*i)
		name, part := r.Cells[0].String(), r.Cells[column]
		share := figure.Share(part.Value).String()
		c.LabeledRow(y, name, share)
		c.Rect(class(part), name+": "+share, 0, y+5, max(x.Coordinate(part.Value), .5), thick)
	}
	return c
}
