package story

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gamed/internal/textfile"
	"gamed/internal/yamldoc"
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
	if len(data) > maxFile {
		wrong.addf(place{}, "the file has %d bytes; the maximum is %d", len(data), maxFile)
		return nil
	}
	text, err := textfile.Decode(data)
	if fault := (*textfile.Error)(nil); errors.As(err, &fault) {
		wrong.addf(place{line: fault.Line, column: fault.Column}, "%s", fault.Text)
		return nil
	}
	defer func() {
		if v := recover(); v != nil { // the YAML library can panic on malformed files
			wrong.addf(place{}, "invalid YAML: %v", v)
			root = nil
		}
	}()
	file := parseAll(text, wrong)
	if file == nil {
		return nil
	}
	body, err := yamldoc.Root(file)
	if fault := (*yamldoc.Error)(nil); errors.As(err, &fault) {
		wrong.addf(at(fault.At), "%s", fault.Text)
		return nil
	}
	switch {
	case body == nil:
		wrong.addf(place{}, "the file is empty; a game needs at least game, stats and cards")
		return nil
	case !isMapping(body):
		wrong.addf(place{}, "expected keys with values, starting with game; got %s", what(body))
		return nil
	}
	return body
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
