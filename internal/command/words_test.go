package command

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSplitWords(t *testing.T) {
	for line, want := range map[string][]string{
		"a":                       {"a"},
		"  python3\tx.py  -v\n":   {"python3", "x.py", "-v"},
		`a 'b  c' "d e"f`:         {"a", "b  c", "d ef"},
		`'' ""`:                   {"", ""},
		`a\ b \'c \\`:             {"a b", "'c", `\`},
		`"a\"b\\c\n" 'd\e'`:       {`a"b\c\n`, `d\e`},
		`python3 -c 'print("x")'`: {"python3", "-c", `print("x")`},
	} {
		words, err := splitWords(line)
		assert.NoError(t, err, line)
		assert.Equal(t, want, words, line)
	}
	for line, want := range map[string]string{
		"": "there is no command", "  ": "there is no command", "a 'b": "a quote is not closed", `a "b`: "a quote is not closed", `a\`: `nothing follows the last \`,
	} {
		_, err := splitWords(line)
		assert.EqualError(t, err, want, line)
	}
}
