package gamefile

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"
)

// formatSource is the source of format.go. Its comments become the descriptions in the schema.
//
//go:embed format.go
var formatSource string

// Schema returns the JSON Schema of data files as indented JSON. The output is deterministic. With
// the schema an editor completes keys, explains them and marks mistakes. A data file can name the
// schema in its first line:
//
//	# yaml-language-server: $schema=gamefile.schema.json
func Schema() ([]byte, error) {
	comments, err := formatComments()
	if err != nil {
		return nil, err
	}
	r := jsonschema.Reflector{
		Anonymous: true, ExpandedStruct: true, FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true, CommentMap: comments,
		Namer: func(t reflect.Type) string {
			if t == reflect.TypeFor[expressionSource]() {
				return "code" // its name in published schemas
			}
			return strings.TrimSuffix(t.Name(), "Format")
		},
	}
	s := r.Reflect(gameFormat{})
	s.Title = "a decision game of gamed"
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("gamefile: schema: %w", err)
	}
	return append(data, '\n'), nil
}

// formatComments returns the comments of the format, under the keys that a Reflector
// uses.
func formatComments() (map[string]string, error) {
	code, err := parser.ParseFile(token.NewFileSet(), "format.go", formatSource, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("gamefile: schema: %w", err)
	}
	comments := make(map[string]string)
	path := reflect.TypeFor[gameFormat]().PkgPath() + "."
	for _, d := range code.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.TYPE {
			continue
		}
		spec := d.Specs[0].(*ast.TypeSpec)
		comments[path+spec.Name.Name] = oneLine(d.Doc)
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			for _, name := range f.Names {
				comments[path+spec.Name.Name+"."+name.Name] = oneLine(f.Doc)
			}
		}
	}
	return comments, nil
}

// oneLine joins the lines of a comment.
func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
