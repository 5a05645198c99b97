package store_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"gamed/store"
)

func TestLinesFails(t *testing.T) {
	_, err := store.Lines(iotest.ErrReader(errors.New("broken pipe")))
	require.ErrorContains(t, err, "broken pipe")
}

func TestLines(t *testing.T) {
	for file, want := range map[string][]string{
		"":                           nil,
		"\n\r\n":                     nil,
		"{\"a\":1}\n{\"b\":2}\n":     {`{"a":1}`, `{"b":2}`},
		"{\"a\":1}\r\n{\"b\":2}\r\n": {`{"a":1}`, `{"b":2}`},
		"{\"a\":1}\n\n \n":           {`{"a":1}`},
		"{\"a\":1}\n{\"b\":2}":       {`{"a":1}`, `{"b":2}`}, // an editor left out the last line end
		"{\"a\":1}\n{\"b\":":         {`{"a":1}`},            // a writer was interrupted
	} {
		lines, err := store.Lines(strings.NewReader(file))
		require.NoError(t, err)
		var texts []string
		for _, line := range lines {
			texts = append(texts, string(line))
		}
		require.Equal(t, want, texts, "%q", file)
	}
}

// FuzzLines joins the output of Lines with line ends of Unix or Windows, and checks that Lines
// finds the same lines again.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\n", "a\nb", "\n\n", "a\r\n", "\x00\xff\n{", "1\n2"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		lines, err := store.Lines(bytes.NewReader(file))
		require.NoError(t, err)
		for _, end := range []string{"\n", "\r\n"} {
			var again bytes.Buffer
			for _, line := range lines {
				again.Write(line)
				again.WriteString(end)
			}
			if bytes.Contains(again.Bytes(), []byte("\r\r")) || end == "\n" && bytes.Contains(again.Bytes(), []byte("\r\n")) {
				continue // a line that itself ends with \r loses one more
			}
			repeated, err := store.Lines(&again)
			require.NoError(t, err)
			require.Equal(t, lines, repeated)
		}
	})
}
