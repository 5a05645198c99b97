package command

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A table is text in columns.
type table [][]string

func (t *table) row(cells ...string) { *t = append(*t, cells) }

// print writes the table with two spaces between columns, each line after
// indent and without blanks at its end. A row of one cell is a heading: it may
// be wider than the first column.
func (t table) print(w io.Writer, indent string) error {
	var widths []int
	for _, row := range t {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if len(row) > 1 {
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
	}
	var b strings.Builder
	for _, row := range t {
		line := indent
		for i, cell := range row {
			line += cell + strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell))+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// join joins the parts that are not empty.
func join(by string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), by)
}
