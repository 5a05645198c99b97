package textfile_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/textfile"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ data, want, fault string }{
		{"", "", ""},
		{"\ufeff", "", ""},
		{"\ufeffProvince\nGold\n", "Province\nGold\n", ""},
		{"a\r\nb\r\n\r\n", "a\nb\n\n", ""},
		{"a\rb\r", "a\nb\n", ""},
		{"a \ufeffb", "a \ufeffb", ""},
		{"\xff\xfea\x00", "", "1:1: the file is UTF-16 text; save it as UTF-8"},
		{"\xfe\xff\x00a", "", "1:1: the file is UTF-16 text; save it as UTF-8"},
		{"\xff\xfe\x00\x00a\x00\x00\x00", "", "1:1: the file is UTF-32 text; save it as UTF-8"},
		{"a\x00b\x00", "", "1:2: the file has NUL bytes, as UTF-16 text has; save it as UTF-8"},
		{"\x1f\x8b\x08", "", "1:1: the file is compressed with gzip; unpack it with gunzip"},
		{"PK\x03\x04", "", "1:1: the file is a zip archive; unpack it"},
		{"金貨\r\n金\x00", "", "2:2: a NUL byte does not belong in a text; remove it"},
		{"gold\ngr\xfcn", "", "2:3: the file is not UTF-8 text, as the byte 0xFC shows; save it as UTF-8"},
	} {
		text, err := textfile.Decode([]byte(c.data))
		assert.Equal(t, c.want, text, "%q", c.data)
		if c.fault == "" {
			assert.NoError(t, err, "%q", c.data)
		} else {
			assert.EqualError(t, err, c.fault, "%q", c.data)
		}
	}
}

// FuzzDecode decodes arbitrary bytes. It requires that a decoded text is UTF-8 with \n as its only
// line end, and that the line and column of an error are inside the file.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "a\r\nb", "\ufeffa", "a\x00", "\xff\xfea", "\x1f\x8b", "gr\xfcn\r金"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := textfile.Decode(data)
		if err != nil {
			var fault *textfile.Error
			require.ErrorAs(t, err, &fault)
			assert.Positive(t, fault.Column)
			assert.LessOrEqual(t, fault.Line, 1+strings.Count(string(data), "\n")+strings.Count(string(data), "\r"))
			return
		}
		assert.True(t, utf8.ValidString(text))
		assert.NotContains(t, text, "\r")
		again, err := textfile.Decode([]byte(text))
		if !strings.HasPrefix(text, textfile.ByteOrderMark) {
			assert.NoError(t, err)
			assert.Equal(t, text, again)
		}
	})
}
