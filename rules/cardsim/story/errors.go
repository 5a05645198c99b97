package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gamed/state"
)

// An Error is one thing that is wrong with a file.
type Error struct {
	File         string
	Line, Column int // count from 1
	// Field is where in the file it is, for example cards.strike.options[2].add.oil;
	// the items of a list count from 1. It is empty for the file as a whole.
	Field string
	Text  string // what is wrong and what is expected
}

func (e *Error) Error() string {
	at := fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	if e.Field != "" {
		at += e.Field + ": "
	}
	return at + e.Text
}

// Errors is all that is wrong with a file, by line.
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

// maxErrors is how many errors of a file are told.
const maxErrors = 100

// problems collects what is wrong with a file.
type problems struct {
	file string
	all  Errors
	more int // that were not kept
}

// place is where something stands in a file.
type place struct {
	line, column int
	field        string
	// inline texts stand in the file as they are: a position in them is one in
	// the line.
	inline bool
}

// named is the place as that of a field.
func (at place) named(field string) place {
	at.field = field
	return at
}

// into is the place of a character of a text, counted from 0.
func (at place) into(char int) place {
	if at.inline {
		at.column += char
	}
	return at
}

func (w *problems) addf(at place, format string, args ...any) {
	if len(w.all) == maxErrors {
		w.more++
		return
	}
	e := Error{w.file, max(at.line, 1), max(at.column, 1), at.field, fmt.Sprintf(format, args...)}
	if n := len(w.all); n == 0 || *w.all[n-1] != e {
		w.all = append(w.all, &e)
	}
}

// err returns the errors in the order of the file, nil if there are none.
func (w *problems) err() error {
	if len(w.all) == 0 {
		return nil
	}
	slices.SortStableFunc(w.all, func(a, b *Error) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column)
	})
	if w.more > 0 {
		last := w.all[len(w.all)-1]
		w.all = append(w.all, &Error{File: w.file, Line: last.Line, Column: last.Column, Text: fmt.Sprintf("%d more errors are not listed", w.more)})
		w.more = 0
	}
	return w.all
}

// unknown says that a name is none of those that there are, and which was
// probably meant.
func unknown(what, name string, possible []string) string {
	text := fmt.Sprintf("unknown %s %q", what, clip(name))
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

// clip shortens a text of the file for an error.
func clip(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
