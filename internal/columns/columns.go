// Package columns lays text out in columns and formats numbers for them.
package columns

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Table is a list of rows of cells. Two spaces separate its columns. A row with one
// cell is a heading and may be wider than the first column. Empty columns are omitted.
type Table [][]string

// Row appends a row.
func (t *Table) Row(cells ...string) { *t = append(*t, cells) }

// Rowf appends a row whose cells are separated by tabs.
func (t *Table) Rowf(format string, args ...any) {
	t.Row(strings.Split(fmt.Sprintf(format, args...), "\t")...)
}

// Format returns the table as lines that begin with indent. align has a letter for each
// column: l for left or r for right. Its last letter also applies to all further
// columns.
func (t Table) Format(indent, align string) string {
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
		line, gap := indent, ""
		for i, cell := range row {
			if len(row) > 1 && widths[i] == 0 {
				continue
			}
			pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			if align[min(i, len(align)-1)] == 'r' {
				cell = pad + cell
			} else {
				cell += pad
			}
			line += gap + cell
			gap = "  "
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// Thousands formats n with commas: 1,234,567.
func Thousands(n int) string {
	s := ""
	for ; n >= 1000; n /= 1000 {
		s = fmt.Sprintf(",%03d%s", n%1000, s)
	}
	return fmt.Sprint(n) + s
}
