package command

import (
	"encoding/json"
	"fmt"
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

// writeJSON writes v as indented JSON.
func writeJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(v)
}

// writeResult writes a result as text or as JSON.
func writeResult(w io.Writer, result fmt.Stringer, asJSON bool) error {
	if asJSON {
		return writeJSON(w, result)
	}
	_, err := io.WriteString(w, result.String())
	return err
}

// join joins the parts that are not empty, with separator between them.
func join(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), separator)
}

// plural formats a number with a noun: "1 bot" or "2 bots".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%s %ss", columns.Thousands(n), what)
}
