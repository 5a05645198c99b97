// Package yamldoc has what every reader of YAML files shares.
package yamldoc

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// An Error is a fault of a file.
type Error struct {
	At   *token.Token
	Text string // the fault and the remedy
}

func (e *Error) Error() string { return e.Text }

// Root returns the content of a file, or nil without one. The file may begin with directives, such as
// %YAML 1.2. The error is an [Error]: the file has a second document.
func Root(file *ast.File) (root ast.Node, err error) {
	for _, d := range file.Docs {
		if _, is := d.Body.(*ast.DirectiveNode); is || d.Body == nil {
			continue
		}
		if root != nil {
			return nil, &Error{d.Start, "the file has a second document; remove the --- and what follows it"}
		}
		root = d.Body
	}
	return root, nil
}
