package story

import (
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Limits of a file. They bound the time and the stack of the YAML parser, which can take
// quadratic time and recurses at each nesting level.
const (
	maxFile    = 256 << 10 // bytes
	maxTokens  = 60_000    // keys, colons, values, brackets and dashes
	maxNesting = 24        // brackets, or dashes of one line, open at once
)

// parse reads YAML. It returns nil after an error.
func parse(data []byte, wrong *problems) (root ast.Node) {
	switch {
	case len(data) > maxFile:
		wrong.addf(place{}, "the file has %d bytes; the maximum is %d", len(data), maxFile)
		return nil
	case !utf8.Valid(data):
		wrong.addf(place{}, "the file is not UTF-8 text")
		return nil
	}
	defer func() {
		if v := recover(); v != nil { // the YAML library can panic on malformed files
			wrong.addf(place{}, "invalid YAML: %v", v)
			root = nil
		}
	}()
	text := strings.TrimPrefix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\ufeff")
	file := parseAll(text, wrong)
	if file == nil {
		return nil
	}
	switch {
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		wrong.addf(place{}, "the file is empty; a game needs at least game, stats and cards")
		return nil
	case len(file.Docs) > 1:
		wrong.addf(at(file.Docs[1].Start), "a file contains one game; remove the ---")
		return nil
	}
	if !isMapping(file.Docs[0].Body) {
		wrong.addf(place{}, "expected keys with values, starting with game; got %s", what(file.Docs[0].Body))
		return nil
	}
	return file.Docs[0].Body
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

// at returns the place of a token.
func at(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{}
	}
	return place{line: t.Position.Line, column: t.Position.Column}
}
