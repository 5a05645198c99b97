package report

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"slices"

	"gamed/arena/figure"
	"gamed/internal/svg"
)

// A table draws a figure as HTML.
type table struct {
	figure.Figure
	dots map[string]string // CSS class of the dot before a row's name
}

// Sorted reports whether a click on a column head sorts the rows. If a column has no head, the rows
// are values of different kinds, which have no order.
func (t table) Sorted() bool {
	number := false
	for i := range t.Head {
		number = number || t.IsNumeric(i)
	}
	return number && len(t.Rows) > 2 && !t.Matrix && !slices.Contains(t.Head, "")
}

// Class returns the CSS classes of a cell in a column.
func (t table) Class(column int, c figure.Cell) string {
	class := ""
	switch {
	case c.Unit == figure.NoUnit && len(c.String()) > 24:
		class = "wrap"
	case c.Unit == figure.Fraction && t.Matrix:
		class = fmt.Sprintf("h%d", int(math.Round(10*c.Value)))
	case t.IsNumeric(column):
		class = "n"
	}
	if c.Marked {
		class += " bad"
	}
	return class
}

// Dot returns the CSS class of the dot before a row's name, or "" without one.
func (t table) Dot(r figure.Row) string { return t.dots[r.Cells[0].String()] }

// Name returns the name of a row, shortened for small screens.
func (t table) Name(r figure.Row) string { return svg.Shorten(r.Cells[0].Typeset(), 260) }

// Link returns a data URL that contains the log of a row's game.
func (t table) Link(r figure.Row) template.URL {
	return template.URL("data:application/jsonl;base64," + base64.StdEncoding.EncodeToString(r.Log))
}
