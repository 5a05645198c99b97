package story

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The limits of a file. The parser takes quadratic time in some of them, and calls
// itself for what is nested.
const (
	maxFile    = 256 << 10 // bytes
	maxTokens  = 60_000    // keys, colons, values, brackets and dashes
	maxNesting = 24        // brackets, or dashes of one line, open at once
)

// parse reads YAML. It returns nil if there is nothing to read, and then says why.
func parse(data []byte, wrong *problems) (root ast.Node) {
	switch {
	case len(data) > maxFile:
		wrong.addf(place{}, "the file has %d bytes: it may have %d", len(data), maxFile)
		return nil
	case !utf8.Valid(data):
		wrong.addf(place{}, "this is no text: save the file as UTF-8")
		return nil
	}
	defer func() {
		if v := recover(); v != nil { // of the YAML library: the file is somebody's, and may be anything
			wrong.addf(place{}, "this cannot be read as YAML: %v", v)
			root = nil
		}
	}()
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	tokens := lexer.Tokenize(strings.TrimPrefix(text, "\ufeff"))
	if len(tokens) > maxTokens {
		wrong.addf(at(tokens[maxTokens]), "the file has too many keys and values: this is number %d", maxTokens)
		return nil
	}
	if deep := tooDeep(tokens); deep != nil {
		wrong.addf(at(deep), "this is nested deeper than %d", maxNesting)
		return nil
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if syntax := new(yaml.SyntaxError); errors.As(err, &syntax) {
		wrong.addf(at(syntax.Token), "%s", advice(syntax.Message))
		return nil
	}
	if err != nil {
		wrong.addf(place{}, "%s", advice(err.Error()))
		return nil
	}
	switch {
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		wrong.addf(place{}, "the file is empty: a game has at least game, stats and cards")
		return nil
	case len(file.Docs) > 1:
		wrong.addf(at(file.Docs[1].Start), "a file holds one game: take out the ---")
		return nil
	}
	if !isMapping(file.Docs[0].Body) {
		wrong.addf(place{}, "a game is keys with values, the first of them game; this is %s", what(file.Docs[0].Body))
		return nil
	}
	return file.Docs[0].Body
}

// tooDeep returns the first token that is nested too deep.
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

// advice adds what mostly helps to what the YAML library says.
func advice(message string) string {
	message = strings.TrimSpace(message)
	switch {
	case strings.Contains(message, "mapping value is not allowed"):
		message += `; a text with ": " in it has to stand in quotes, or below a |`
	case strings.Contains(message, "\t"):
		message = "a tab cannot stand here: use spaces"
	}
	return "this cannot be read as YAML: " + message
}

// at is where a token stands.
func at(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{}
	}
	return place{line: t.Position.Line, column: t.Position.Column}
}
