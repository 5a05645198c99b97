package store_test

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"gamed/store"
)

func TestLinesFails(t *testing.T) {
	_, err := store.Lines(iotest.ErrReader(errors.New("broken pipe")))
	require.ErrorContains(t, err, "broken pipe")
}

// FuzzLines checks that Lines returns the complete lines of any file.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\n", "a\nb", "\n\n", "a\r\n", "\x00\xff\n{"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		lines, err := store.Lines(bytes.NewReader(file))
		require.NoError(t, err)
		require.Equal(t, bytes.Count(file, []byte("\n")), len(lines))
		var again []byte
		for _, line := range lines {
			again = append(append(again, line...), '\n')
		}
		require.True(t, bytes.Equal(file[:bytes.LastIndexByte(file, '\n')+1], again))
	})
}
