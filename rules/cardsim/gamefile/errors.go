package gamefile

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gamed/state"
)

// An Error is a fault in a file.
type Error struct {
	File         string
	Line, Column int // from 1
	// Field is the path to the fault, for example cards.strike.options[2].add.oil. List items count
	// from 1. Field is empty for a fault of the whole file.
	Field string
	Text  string // the fault and the expected form
}

func (e *Error) Error() string {
	at := fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	if e.Field != "" {
		at += e.Field + ": "
	}
	return at + e.Text
}

// Errors are the faults of a file, sorted by line.
type Errors []*Error

func (all Errors) Error() string {
	lines := make([]string, len(all))
	for i, e := range all {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

func (all Errors) Unwrap() []error {
	errs := make([]error, len(all))
	for i, e := range all {
		errs[i] = e
	}
	return errs
}

// maxErrors is the maximum number of reported faults per file.
const maxErrors = 100

// problems collects the faults of a file, so that all are reported at once.
type problems struct {
	file      string
	all       Errors
	uncounted int // faults beyond maxErrors, which are only counted
	// remarks are faults that do not prevent play. review sorts them by place in the file.
	remarks Errors
}

type location struct {
	line, column int
	field        string
	// inline is set for a text that appears literally on one line, so that an offset in
	// the text is an offset in the line.
	inline bool
}

// withField returns the location with another field.
func (at location) withField(field string) location {
	at.field = field
	return at
}

// atOffset returns the location of the character with the given index in the text at this location.
func (at location) atOffset(char int) location {
	if at.inline {
		at.column += char
	}
	return at
}

func (w *problems) addf(at location, format string, args ...any) {
	if len(w.all) == maxErrors {
		w.uncounted++
		return
	}
	e := Error{w.file, max(at.line, 1), max(at.column, 1), at.field, fmt.Sprintf(format, args...)}
	if n := len(w.all); n == 0 || *w.all[n-1] != e {
		w.all = append(w.all, &e)
	}
}

// remarkf adds a fault that does not prevent play.
func (w *problems) remarkf(at location, format string, args ...any) {
	w.remarks = append(w.remarks, &Error{w.file, max(at.line, 1), max(at.column, 1), at.field, fmt.Sprintf(format, args...)})
}

// position returns a location as errors show it, with the path of the file and without the field.
func (w *problems) position(at location) string {
	return fmt.Sprintf("%s:%d:%d", w.file, at.line, at.column)
}

// lineOf returns the file name and the line of a location, for a warning. It omits the folder of the
// file, because warnings must have the same text on every machine.
func (w *problems) lineOf(at location) string {
	return fmt.Sprintf("%s:%d", filepath.Base(w.file), at.line)
}

// err returns the faults in the order of the file, or nil if there are none.
func (w *problems) err() error {
	if len(w.all) == 0 {
		return nil
	}
	slices.SortStableFunc(w.all, func(a, b *Error) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column)
	})
	if w.uncounted > 0 {
		last := w.all[len(w.all)-1]
		w.all = append(w.all, &Error{File: w.file, Line: last.Line, Column: last.Column, Text: fmt.Sprintf("%d more errors are not listed", w.uncounted)})
		w.uncounted = 0
	}
	return w.all
}

// unknownName returns the error text for an unknown name, with a similar name or the possible names.
func unknownName(what, name string, possible []string) string {
	text := fmt.Sprintf("unknown %s %q", what, shortenText(name))
	switch near := state.Nearest(name, possible); {
	case near != "":
		text += fmt.Sprintf(": did you mean %q?", near)
	case len(possible) == 0:
		text += ": there is none"
	case len(possible) <= 30:
		text += ": it can be " + strings.Join(possible, ", ")
	}
	return text
}

// shortenText shortens a text for an error.
func shortenText(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
