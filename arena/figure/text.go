package figure

import (
	"slices"
	"strings"

	"gamed/internal/columns"
)

// rowIndent indents the lines below a head.
const rowIndent = "  "

// Text returns the figure as lines that begin with indent: the head, the rows and About. It returns
// "" if there are no rows to show.
func (f Figure) Text(indent string) string {
	head, align := f.Head, ""
	if len(head) == 2 && head[1] == "" {
		head = head[:1] // a head without a second column may be wider than its column
	}
	table := columns.Table{head}
	for i := range f.Head {
		align += map[bool]string{true: "r", false: "l"}[f.IsNumeric(i)]
	}
	for _, row := range f.Rows {
		if f.Long && !slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Marked }) {
			continue
		}
		var cells []string
		for i, c := range row.Cells {
			text := c.String()
			if !c.Marked && slices.ContainsFunc(f.Rows, func(r Row) bool { return r.Cells[i].Marked }) {
				text += "  " // aligns the numbers of the column
			}
			cells = append(cells, text)
		}
		cells[0] = rowIndent + cells[0]
		table.Row(cells...)
	}
	if len(table) == 1 {
		return ""
	}
	text := table.Format(indent, align)
	if f.About != "" {
		text += indent + rowIndent + f.About + "\n"
	}
	return text
}

// Join returns the texts of several figures, one below the other.
func Join(indent string, all []Figure) string {
	var b strings.Builder
	for _, f := range all {
		b.WriteString(f.Text(indent))
	}
	return b.String()
}
