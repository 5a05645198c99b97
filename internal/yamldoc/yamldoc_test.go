package yamldoc_test

import (
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/yamldoc"
)

func TestRoot(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1":                                      "a: 1",
		"---\na: 1\n...\n":                          "a: 1",
		"%YAML 1.2\n---\na: 1\n":                    "a: 1",
		"%YAML 1.1\n---\na: 1\n":                    "a: 1",
		"# comment\n%YAML 1.2\n---\na: 1\n":         "a: 1",
		"%TAG ! tag:example.org,2026:\n---\na: 1\n": "a: 1",
		"":            "",
		"---\n":       "",
		"# a\n":       "",
		"a: 1\n---\n": "a: 1",
	} {
		file, err := parser.ParseBytes([]byte(text), 0)
		require.NoError(t, err, "%q", text)
		root, err := yamldoc.Root(file)
		require.NoError(t, err, "%q", text)
		if want == "" {
			assert.Nil(t, root, "%q", text)
		} else if assert.NotNil(t, root, "%q", text) {
			assert.Equal(t, want, root.String(), "%q", text)
		}
	}
	file, err := parser.ParseBytes([]byte("a: 1\n---\nb: 2\n"), 0)
	require.NoError(t, err)
	_, err = yamldoc.Root(file)
	var fault *yamldoc.Error
	require.ErrorAs(t, err, &fault)
	assert.EqualError(t, err, "the file has a second document; remove the --- and what follows it")
	assert.Equal(t, 2, fault.At.Position.Line)
}

// FuzzRoot reads any file that the parser accepts.
func FuzzRoot(f *testing.F) {
	for _, text := range []string{"", "a: 1", "%YAML 1.2\n---\na: 1", "%\n---\n", "%YAML\n---\n", "---\n---\n", "a\n---\nb"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := parse(data)
		if file == nil {
			return
		}
		if root, err := yamldoc.Root(file); err != nil {
			assert.Nil(t, root)
		}
	})
}

// parse returns nil for a file that the parser refuses, with an error or with a panic.
func parse(data []byte) (file *ast.File) {
	defer func() {
		if recover() != nil {
			file = nil
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil
	}
	return file
}
