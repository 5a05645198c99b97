// Package yamldoc reads the YAML files that people write: games and settings.
package yamldoc

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// An Error is a fault of a file.
type Error struct {
	Line, Column int    // from 1, or 0 for the whole file
	Text         string // the fault and the remedy
}

func (e *Error) Error() string { return e.Text }

// Limits of a file. They bound the time and the stack of the YAML parser, which can take
// quadratic time and recurses at each nesting level.
const (
	maxFile    = 256 << 10 // bytes
	maxTokens  = 60_000    // keys, colons, values, brackets and dashes
	maxNesting = 24        // open brackets, or dashes, question marks, tags and anchors in a line
)

// Parse returns the content of a text that textfile.Decode has returned, or nil without content. The
// text may begin with directives, such as %YAML 1.2. Parse reports up to ten faults at once. Parse
// allows duplicate keys in a mapping.
func Parse(text string) (root ast.Node, wrong []*Error) {
	var all faults
	if len(text) > maxFile {
		all.addf(nil, "the file has %d bytes; the maximum is %d", len(text), maxFile)
		return nil, all
	}
	defer func() {
		if v := recover(); v != nil { // the YAML library can panic on malformed files
			all.addf(nil, "invalid YAML: %v", v)
			root, wrong = nil, all
		}
	}()
	if file := parseAll(text, &all); file != nil {
		root = content(file, &all)
	}
	return root, all
}

// content returns the only document of a file. It returns nil if the file has none or several.
func content(file *ast.File, wrong *faults) (root ast.Node) {
	for _, d := range file.Docs {
		if _, is := d.Body.(*ast.DirectiveNode); is || d.Body == nil {
			continue
		}
		if root != nil {
			wrong.addf(d.Start, "the file has a second document; remove the --- and what follows it")
			return nil
		}
		root = d.Body
	}
	return root
}

// faults collects the faults of a file.
type faults []*Error

// addf adds a fault at a token, or of the whole file if t is nil.
func (all *faults) addf(t *token.Token, format string, args ...any) {
	all.add(locationOf(t), fmt.Sprintf(format, args...))
}

func (all *faults) add(where location, text string) {
	*all = append(*all, &Error{where.line, where.column, text})
}

// location is a line and a column of a file, counted from 1. The zero location stands for the whole
// file.
type location struct{ line, column int }

// locationOf returns the location of a token.
func locationOf(t *token.Token) location {
	if t == nil || t.Position == nil {
		return location{}
	}
	return location{line: t.Position.Line, column: t.Position.Column}
}

// tooDeep returns the first token beyond the nesting limit.
func tooDeep(tokens token.Tokens) *token.Token {
	brackets, dashes, line := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			line, dashes = t.Position.Line, 0
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType, token.MappingKeyType, token.TagType, token.AnchorType:
			dashes++
		}
		if brackets > maxNesting || dashes > maxNesting {
			return t
		}
	}
	return nil
}
