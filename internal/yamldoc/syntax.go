package yamldoc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxSyntax is the maximum number of syntax errors that parseAll reports.
const maxSyntax = 10

// parseAll parses a text and reports its syntax errors. The YAML library stops at the first error, so
// parseAll removes the faulty lines and parses the rest. If the text has a syntax error, parseAll
// returns nil.
func parseAll(text string, wrong *faults) *ast.File {
	lines := strings.Split(text, "\n")
	for n := range maxSyntax {
		tokens := lexer.Tokenize(strings.Join(lines, "\n"))
		if len(tokens) > maxTokens {
			wrong.addf(tokens[maxTokens], "too many keys and values; the maximum is %d", maxTokens)
			return nil
		}
		if deep := tooDeep(tokens); deep != nil {
			wrong.addf(deep, "nested too deep; the maximum is %d levels", maxNesting)
			return nil
		}
		file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
		if err == nil {
			if n > 0 {
				return nil // parseAll has removed lines, so checks of the content would report false faults
			}
			return file
		}
		syntax := new(yaml.SyntaxError)
		if !errors.As(err, &syntax) || syntax.Token == nil || syntax.Token.Position == nil {
			wrong.addf(nil, "invalid YAML: %s", err)
			return nil
		}
		where, message := explain(lines, tokens, syntax)
		wrong.add(where, message)
		if !blankBlock(lines, where.line-1) {
			return nil
		}
	}
	return nil
}

// blankBlock empties a line and the block that it opens. It returns false if the line does not exist or
// is empty.
func blankBlock(lines []string, at int) bool {
	if at < 0 || at >= len(lines) || strings.TrimSpace(lines[at]) == "" {
		return false
	}
	deep, opens := indent(lines[at]), strings.HasSuffix(strings.TrimSpace(lines[at]), ":")
	lines[at] = ""
	for i := at + 1; opens && i < len(lines) && (strings.TrimSpace(lines[i]) == "" || indent(lines[i]) > deep); i++ {
		lines[i] = ""
	}
	return true
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// explain returns the location of a syntax error and the remedy.
func explain(lines []string, tokens token.Tokens, e *yaml.SyntaxError) (location, string) {
	where, message := locationOf(e.Token), strings.TrimSpace(e.Message)
	for i := where.line - 1; i >= 0 && i >= where.line-2; i-- { // the library may notice one line late
		if i < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[i], " "), "\t") {
			return location{line: i + 1, column: indent(lines[i]) + 1}, "a tab is not allowed here; indent with spaces"
		}
	}
	if open := unclosedBracket(tokens); open != nil && (strings.Contains(message, "must be specified") || strings.Contains(message, "end token")) {
		other := map[string]string{"{": "}", "[": "]"}[open.Value]
		return locationOf(open), fmt.Sprintf("the %s is not closed; add a %s after its last value, and a comma between values", open.Value, other)
	}
	if strings.Contains(message, "could not find end character") {
		return where, "the quote is not closed; add one at the end of the text"
	}
	for _, i := range []int{where.line - 1, where.line - 2, where.line} { // a text can continue on the next line
		if text := indentationFault(lines, i); text != "" {
			return location{line: i + 1, column: indent(lines[i]) + 1}, text
		}
	}
	switch {
	case strings.Contains(message, "mapping value is not allowed"):
		return where, `a text contains ": "; put it in quotes, or on the lines below a |`
	case strings.Contains(message, "unknown YAML version"):
		return where, "gamed reads YAML 1.2; write %YAML 1.2, or remove the line"
	case strings.Contains(message, "escape"), strings.Contains(message, "surrogate"):
		return where, "an escape in the quoted text is not valid; write the character itself, or \\\\ for a backslash"
	case strings.Contains(message, "\t"):
		return where, "a tab is not allowed here; indent with spaces"
	}
	return where, "invalid YAML: " + message + `; each line needs a key with a colon and a space, or a - and a value`
}

// unclosedBracket returns the innermost bracket that is open at the end, or nil.
func unclosedBracket(tokens token.Tokens) *token.Token {
	var open []*token.Token
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, t)
		case token.SequenceEndType, token.MappingEndType:
			open = open[:max(len(open)-1, 0)]
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[len(open)-1]
}

// indentationFault describes a line whose indentation fits no block above it. It returns "" if
// the indentation is right.
func indentationFault(lines []string, at int) string {
	if at < 0 || at >= len(lines) || strings.TrimSpace(lines[at]) == "" {
		return ""
	}
	deep := indent(lines[at])
	var fit []int // indentations of the blocks that are open above the line
	above := ""
	for i := at - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if above == "" {
			above = line
		}
		for _, n := range []int{indent(lines[i]) + len("- "), indent(lines[i])} {
			if n == indent(lines[i]) || strings.HasPrefix(line, "- ") {
				if len(fit) == 0 || n < fit[len(fit)-1] {
					fit = append(fit, n)
				}
			}
		}
	}
	opens := strings.HasSuffix(above, ":") || strings.HasSuffix(above, "|")
	if len(fit) == 0 || slices.Contains(fit, deep) || opens && deep > fit[0] {
		return ""
	}
	possible := ""
	for _, n := range fit { // from the deepest
		if n > deep {
			possible = fmt.Sprintf("%d or ", n)
			continue
		}
		return fmt.Sprintf("the line is indented by %s, which fits no line above it; indent it by %s%d", spaces(deep), possible, n)
	}
	return fmt.Sprintf("the line is indented by %s, less than the first line; indent it by %d", spaces(deep), fit[len(fit)-1])
}

func spaces(n int) string {
	if n == 1 {
		return "1 space"
	}
	return fmt.Sprintf("%d spaces", n)
}
