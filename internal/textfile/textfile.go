// Package textfile reads the texts that people write in editors: games, decks, buy rules,
// settings and tokens.
package textfile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ByteOrderMark is the Unicode character that some editors write at the start of a file.
const ByteOrderMark = "\ufeff"

// TrimByteOrderMark returns the start of a file without its byte-order mark.
func TrimByteOrderMark(start []byte) []byte { return bytes.TrimPrefix(start, []byte(ByteOrderMark)) }

// An Error is a fault that prevents Decode from reading a file as text.
type Error struct {
	Line, Column int    // from 1; columns count characters
	Text         string // the fault and the remedy
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// nonTextFormats lists the first bytes of files that users often mistake for text. UTF-32 comes
// before UTF-16, because the byte-order mark of UTF-32 can begin with the one of UTF-16.
var nonTextFormats = []struct{ head, fault string }{
	{"\xff\xfe\x00\x00", "the file is UTF-32 text; save it as UTF-8"},
	{"\x00\x00\xfe\xff", "the file is UTF-32 text; save it as UTF-8"},
	{"\xff\xfe", "the file is UTF-16 text; save it as UTF-8"},
	{"\xfe\xff", "the file is UTF-16 text; save it as UTF-8"},
	{"\x1f\x8b", "the file is compressed with gzip; unpack it with gunzip"},
	{"PK\x03\x04", "the file is a zip archive; unpack it"},
}

// Decode returns the text of a file without its byte-order mark. Decode converts the line ends of
// Windows (\r\n) and of old Macs (\r) to \n. The error is an [Error]: the file has another encoding
// than UTF-8, is compressed, or contains a NUL byte.
func Decode(data []byte) (string, error) {
	for _, k := range nonTextFormats {
		if bytes.HasPrefix(data, []byte(k.head)) {
			return "", &Error{1, 1, k.fault}
		}
	}
	text := strings.TrimPrefix(string(data), ByteOrderMark)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	line, column := 1, 1
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == 0 && i < 2:
			return "", &Error{line, column, "the file has NUL bytes, as UTF-16 text has; save it as UTF-8"}
		case r == 0:
			return "", &Error{line, column, "a NUL byte does not belong in a text; remove it"}
		case r == utf8.RuneError && size == 1:
			return "", &Error{line, column, fmt.Sprintf("the file is not UTF-8 text, as the byte 0x%02X shows; save it as UTF-8", text[i])}
		case r == '\n':
			line, column = line+1, 0
		}
		column++
		i += size
	}
	return text, nil
}
