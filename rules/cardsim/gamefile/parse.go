package gamefile

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gamed/internal/textfile"
	"gamed/internal/yamldoc"
)

// parse reads YAML. If the file is faulty, parse adds its faults to the problems and returns nil.
func parse(data []byte, wrong *problems) ast.Node {
	text, err := textfile.Decode(data)
	if fault := (*textfile.Error)(nil); errors.As(err, &fault) {
		wrong.addf(location{line: fault.Line, column: fault.Column}, "%s", fault.Text)
		return nil
	}
	root, faults := yamldoc.Parse(text)
	for _, fault := range faults {
		wrong.addf(location{line: fault.Line, column: fault.Column}, "%s", fault.Text)
	}
	switch {
	case len(faults) > 0:
		return nil
	case root == nil:
		wrong.addf(location{}, "the file is empty; a game needs at least game, stats and cards")
		return nil
	case !isMapping(root):
		wrong.addf(tokenLocation(root.GetToken()), "expected keys with values, starting with game; got %s", describe(root))
		return nil
	}
	return root
}

// tokenLocation returns the location of a token.
func tokenLocation(t *token.Token) location {
	if t == nil || t.Position == nil {
		return location{}
	}
	return location{line: t.Position.Line, column: t.Position.Column}
}
