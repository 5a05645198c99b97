package gamed_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ownJSON lists folders whose JSON only this program and NATS read.
var ownJSON = []string{"ai/learned", "arena/farm", "internal", "store"}

// timeField matches the names of JSON fields that hold times, in milliseconds.
var timeField = regexp.MustCompile(`(^|_)ms$`)

// TestIntegersInJSON checks every 64-bit field of the logs, the messages, the HTTP API and the
// JSON outputs. Such a field must be a string or a time, or must have a maximum of at most 2^53-1
// in its tag, because most JSON libraries round larger numbers. The test ignores fields of type
// int, because these hold counts and indexes.
func TestIntegersInJSON(t *testing.T) {
	files, set := map[string]*ast.File{}, token.NewFileSet()
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "node_modules" || slices.Contains(ownJSON, filepath.ToSlash(path))) {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files[path], err = parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		}
		return err
	}))

	// wide holds the names of 64-bit types that JSON encodes as numbers.
	wide := map[string]bool{"int64": true, "uint64": true, "Duration": true}
	for _, file := range files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					if s := s.(*ast.TypeSpec); isWide(s.Type, map[string]bool{"int64": true, "uint64": true}) {
						wide[s.Name.Name] = true
					}
				}
			}
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && strings.HasPrefix(f.Name.Name, "Marshal") {
				if of, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
					delete(wide, of.Name)
				}
			}
		}
	}
	require.NotContains(t, wide, "Seed")

	found := 0
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil || !isWide(field.Type, wide) {
				return true
			}
			text, err := strconv.Unquote(field.Tag.Value)
			require.NoError(t, err)
			tag := reflect.StructTag(text)
			name, _, _ := strings.Cut(tag.Get("json"), ",")
			if name == "" || name == "-" || timeField.MatchString(name) {
				return true
			}
			found++
			most := uint64(1 << 63)
			for rule := range strings.SplitSeq(tag.Get("jsonschema"), ",") {
				if text, ok := strings.CutPrefix(rule, "maximum="); ok {
					most, err = strconv.ParseUint(text, 10, 64)
					require.NoError(t, err)
				}
			}
			assert.LessOrEqual(t, most, uint64(1<<53-1), "%s: use state.Seed, or add jsonschema:\"maximum=9007199254740991\" if %s cannot be larger", set.Position(field.Pos()), name)
			return true
		})
	}
	assert.Positive(t, found)
}

// isWide reports whether a type contains one of the types in names. It does not look into
// structs, interfaces and function types.
func isWide(e ast.Expr, names map[string]bool) (wide bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType, *ast.InterfaceType, *ast.FuncType, *ast.CallExpr:
			return false
		case *ast.Ident:
			wide = wide || names[n.Name]
		}
		return true
	})
	return wide
}
