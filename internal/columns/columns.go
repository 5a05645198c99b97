// Package columns formats tables of text for a terminal, and whole numbers.
package columns

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// Width returns the number of terminal columns that a text fills. A wide character fills two, and a
// combining mark, a joiner or another invisible character fills none.
func Width(text string) int { return uniseg.StringWidth(text) }

// PadRight returns a text with enough spaces after it to fill width columns. It does not cut a wider
// text.
func PadRight(text string, width int) string { return text + spaces(text, width) }

// PadLeft is like PadRight, but puts the spaces before the text.
func PadLeft(text string, width int) string { return spaces(text, width) + text }

func spaces(text string, width int) string { return strings.Repeat(" ", max(0, width-Width(text))) }

// A Table is a list of rows of cells. Two spaces separate its columns. A row with one cell is a
// heading and may be wider than the first column. Format omits empty columns.
type Table [][]string

// Row appends a row.
func (t *Table) Row(cells ...string) { *t = append(*t, cells) }

// Rowf appends a row whose cells are separated by tabs.
func (t *Table) Rowf(format string, args ...any) {
	t.Row(strings.Split(fmt.Sprintf(format, args...), "\t")...)
}

// Format returns the table as lines that begin with indent. align has a letter for each column: l for
// left or r for right. The last letter also applies to all further columns.
func (t Table) Format(indent, align string) string {
	var widths []int
	for _, row := range t {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if len(row) > 1 {
				widths[i] = max(widths[i], Width(cell))
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
			if align[min(i, len(align)-1)] == 'r' {
				cell = PadLeft(cell, widths[i])
			} else {
				cell = PadRight(cell, widths[i])
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
	if n < 0 {
		return "-" + Thousands(-n)
	}
	s := ""
	for ; n >= 1000; n /= 1000 {
		s = fmt.Sprintf(",%03d%s", n%1000, s)
	}
	return fmt.Sprint(n) + s
}
