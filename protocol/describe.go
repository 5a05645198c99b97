package protocol

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
)

// sources is the source code of the messages. Its comments are the descriptions in the
// schema.
//
//go:embed client.go server.go error.go
var sources embed.FS

// describe returns the comments on the messages and their fields, under the names that a
// Reflector looks up. It also returns the schemas of the error codes.
func describe() (comments map[string]string, codes []*jsonschema.Schema) {
	comments = map[string]string{}
	path := reflect.TypeFor[Hello]().PkgPath() + "."
	for _, entry := range must(sources.ReadDir(".")) {
		code := must(sources.ReadFile(entry.Name()))
		file := must(parser.ParseFile(token.NewFileSet(), entry.Name(), code, parser.ParseComments|parser.SkipObjectResolution))
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					describeType(comments, path+spec.Name.Name, d.Doc, spec)
				case *ast.ValueSpec:
					if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Code" {
						value := must(strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value))
						codes = append(codes, &jsonschema.Schema{Const: value, Description: oneLine(spec.Comment)})
					}
				}
			}
		}
	}
	return comments, codes
}

// must returns v. No error can occur: the compiler has checked the sources, and a schema is
// plain data.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func describeType(comments map[string]string, name string, doc *ast.CommentGroup, spec *ast.TypeSpec) {
	comments[name] = oneLine(doc)
	message, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range message.Fields.List {
		text := oneLine(f.Doc)
		if text == "" {
			text = oneLine(f.Comment)
		}
		for _, field := range f.Names { // "Name is the …" reads better without the name
			comments[name+"."+field.Name] = strings.TrimPrefix(text, field.Name+" is ")
		}
	}
}

// oneLine returns a comment as a single line.
func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
