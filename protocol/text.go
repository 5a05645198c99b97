package protocol

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxMarks is the maximum number of combining marks in a row. Written languages use up to five, and many
// marks in a row would cover the lines above and below.
const maxMarks = 6

// TextProblem returns the reason why the server must not show a one-line text to other people, or ""
// if there is none. The reason is a control character, an invisible character, a character that
// changes the direction of the text, or too many combining marks in a row. TextProblem accepts a blank
// text: see [Blank].
func TextProblem(s string) string {
	marks := 0
	for _, c := range s {
		if unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Me, c) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case unicode.IsControl(c):
			return fmt.Sprintf("contains the control character %U", c)
		case unicode.Is(unicode.Bidi_Control, c):
			return fmt.Sprintf("contains %U, which changes the direction of the text", c)
		case invisible(c):
			return fmt.Sprintf("contains the invisible character %U", c)
		case marks > maxMarks:
			return fmt.Sprintf("has more than %d combining marks in a row", maxMarks)
		}
	}
	return ""
}

// invisible reports whether a character is invisible and has no use inside a line. A joiner, a
// variation selector and a tag are invisible too, but scripts and emoji need them.
func invisible(c rune) bool {
	const nonJoiner, joiner, firstTag, lastTag = '\u200c', '\u200d', 0xe0020, 0xe007f
	switch {
	case c == nonJoiner, c == joiner, c >= firstTag && c <= lastTag, unicode.Is(unicode.Variation_Selector, c):
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, c): // signs around numbers
		return false
	}
	return unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) || slices.Contains(fillers, c)
}

// fillers lists letters and symbols that show nothing.
var fillers = []rune{'\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', 0x1d159}

// Blank reports whether a text has no visible character.
func Blank(s string) bool {
	return strings.TrimFunc(s, func(c rune) bool {
		return !unicode.IsGraphic(c) || unicode.IsSpace(c) || unicode.IsMark(c) || slices.Contains(fillers, c)
	}) == ""
}
