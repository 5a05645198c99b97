package yamldoc_test

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/textfile"
	"gamed/internal/yamldoc"
)

func TestParse(t *testing.T) {
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
		root, faults := yamldoc.Parse(text)
		require.Empty(t, faults, "%q", text)
		if want == "" {
			assert.Nil(t, root, "%q", text)
		} else if assert.NotNil(t, root, "%q", text) {
			assert.Equal(t, want, root.String(), "%q", text)
		}
	}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]yamldoc.Error{
		"a: 1\n---\nb: 2\n":          {Line: 2, Column: 1, Text: "the file has a second document; remove the --- and what follows it"},
		"a:\n\tb: 1\n":               {Line: 2, Column: 1, Text: "a tab is not allowed here; indent with spaces"},
		"a: {b: 1\n":                 {Line: 1, Column: 4, Text: "the { is not closed; add a } after its last value, and a comma between values"},
		"%YAML 2.0\n---\na: 1\n":     {Line: 1, Column: 7, Text: "gamed reads YAML 1.2; write %YAML 1.2, or remove the line"},
		`a: "\ud800"`:                {Line: 1, Column: 5, Text: `an escape in the quoted text is not valid; write the character itself, or \\ for a backslash`},
		`a: "\d"`:                    {Line: 1, Column: 6, Text: `an escape in the quoted text is not valid; write the character itself, or \\ for a backslash`},
		strings.Repeat("[", 30):      {Line: 1, Column: 25, Text: "nested too deep; the maximum is 24 levels"},
		strings.Repeat(" ", 300_000): {Text: "the file has 300000 bytes; the maximum is 262144"},
	} {
		root, faults := yamldoc.Parse(text)
		name := text[:min(len(text), 20)]
		assert.Nil(t, root, name)
		if assert.Len(t, faults, 1, name) {
			assert.Equal(t, want, *faults[0], name)
			assert.EqualError(t, faults[0], want.Text)
		}
	}
}

// TestScalar checks the kinds of the values of the core schema of YAML 1.2. Values that are numbers
// or Booleans only in older versions of YAML must be texts.
func TestScalar(t *testing.T) {
	for text, want := range map[string]yamldoc.Kind{
		"12": yamldoc.Whole, "-12": yamldoc.Whole, "+12": yamldoc.Whole, "010": yamldoc.Whole, "0": yamldoc.Whole, "0o17": yamldoc.Whole, "0x1F": yamldoc.Whole, "123456789012345678901234567890": yamldoc.Whole,
		"1.5": yamldoc.Fraction, "1.": yamldoc.Fraction, ".5": yamldoc.Fraction, "1e6": yamldoc.Fraction, "1E+6": yamldoc.Fraction, "-1.5e-3": yamldoc.Fraction, "+1.0": yamldoc.Fraction, ".inf": yamldoc.Fraction, "-.INF": yamldoc.Fraction, ".NaN": yamldoc.Fraction,
		"true": yamldoc.Bool, "False": yamldoc.Bool, "TRUE": yamldoc.Bool, "null": yamldoc.Null, "~": yamldoc.Null, "": yamldoc.Null,
		"1_000": yamldoc.Text, "1_0.5": yamldoc.Text, "0b11": yamldoc.Text, "0B11": yamldoc.Text, "0X1F": yamldoc.Text, "0O17": yamldoc.Text, "-0x1F": yamldoc.Text, "0o18": yamldoc.Text, "0x": yamldoc.Text, "0x1p4": yamldoc.Text,
		"1:30": yamldoc.Text, "190:20:30": yamldoc.Text, "2026-11-29": yamldoc.Text, "yes": yamldoc.Text, "off": yamldoc.Text, "y": yamldoc.Text, "tRUE": yamldoc.Text, "inf": yamldoc.Text, "NaN": yamldoc.Text, "1e": yamldoc.Text, "1,000": yamldoc.Text, "e6": yamldoc.Text,
		`"12"`: yamldoc.Text, `'true'`: yamldoc.Text, `"~"`: yamldoc.Text, "|\n  12\n": yamldoc.Text, "[1]": yamldoc.Other, "{b: 1}": yamldoc.Other,
	} {
		kind, got := yamldoc.Scalar(value(t, text))
		assert.Equal(t, want, kind, "%q", text)
		switch want {
		case yamldoc.Whole, yamldoc.Fraction, yamldoc.Bool:
			assert.Equal(t, text, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{"12": 12, "+12": 12, "010": 10, "-010": -10, "0o17": 15, "0x1F": 31, "08": 8} {
		number, err := yamldoc.Int(text)
		require.NoError(t, err, text)
		assert.Equal(t, int(want), number, text)
		float, err := yamldoc.Float(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, float, text)
	}
	for text, want := range map[string]float64{"1.": 1, ".5": 0.5, "1e6": 1e6, "-1.5E-1": -0.15} {
		float, err := yamldoc.Float(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, float, text)
	}
	_, err := yamldoc.Int("123456789012345678901234567890")
	assert.Error(t, err)
	for _, text := range []string{".inf", ".nan", "1e999", "0xFFFFFFFFFFFFFFFFF"} {
		_, err := yamldoc.Float(text)
		assert.Error(t, err, text)
	}
}

// value returns the value of the only key of a file.
func value(t *testing.T, text string) ast.Node {
	t.Helper()
	root, faults := yamldoc.Parse("a: " + text)
	require.Empty(t, faults, text)
	for all := root.(ast.MapNode).MapRange(); all.Next(); {
		return all.Value()
	}
	return nil
}

// FuzzParse parses arbitrary files. Every fault must lie in the file, and every number must have a
// value or an error.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "a: 1", "%YAML 1.2\n---\na: 1", "%\n---\n", "%YAML\n---\n", "---\n---\n", "a\n---\nb", "a: 1_000\nb: 0x1F", "- [.inf, 1e6, '1', \"2\"]", "a:\n\t- b", "{", "a: *b", "? [a]\n: b", "0:\r0\r0"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := textfile.Decode(data)
		if err != nil {
			return
		}
		root, faults := yamldoc.Parse(text)
		if len(faults) > 0 {
			assert.Nil(t, root)
		}
		for _, fault := range faults {
			assert.NotEmpty(t, fault.Text)
			assert.LessOrEqual(t, fault.Line, 2+strings.Count(text, "\n"))
		}
		if root == nil {
			return
		}
		if kind, text := yamldoc.Scalar(root); kind == yamldoc.Whole || kind == yamldoc.Fraction {
			_, _ = yamldoc.Int(text)
			_, _ = yamldoc.Float(text)
		}
	})
}
