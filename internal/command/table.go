package command

import (
	"io"
	"slices"
	"strings"

	"gamed/internal/columns"
)

// write writes a table whose columns are aligned to the left.
func write(w io.Writer, t columns.Table, indent string) error {
	_, err := io.WriteString(w, t.Format(indent, "l"))
	return err
}

// join joins the parts that are not empty.
func join(by string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), by)
}
