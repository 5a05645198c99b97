package protocol

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxMarks is the maximum number of combining marks in a row. Written languages use up to five.
// More of them cover the lines above and below.
const maxMarks = 6

// Misprint returns why a one-line text is unfit for other people to read, or "". It may be
// blank. Such a text contains a control character, an invisible one, one that changes the
// direction of the text, or a heap of combining marks.
func Misprint(s string) string {
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
		case unseen(c):
			return fmt.Sprintf("contains the invisible character %U", c)
		case marks > maxMarks:
			return fmt.Sprintf("has more than %d combining marks in a row", maxMarks)
		}
	}
	return ""
}

// unseen reports whether a character is invisible and has no use inside a line. A joiner, a variation
// selector and a tag are invisible too, but scripts and emoji need them.
func unseen(c rune) bool {
	switch c {
	case '\u00ad', '\u034f', '\u180e', '\u200b', '\u2028', '\u2029', '\ufeff':
		return true
	}
	return c >= '\u2060' && c <= '\u206f' || c >= '\ufff9' && c <= '\ufffb' || slices.Contains(fillers, c)
}

// fillers are letters and symbols without a mark.
var fillers = []rune{'\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', 0x1d159}

// Blank reports whether a text has no visible character.
func Blank(s string) bool {
	return strings.TrimFunc(s, func(c rune) bool {
		return !unicode.IsGraphic(c) || unicode.IsSpace(c) || unicode.IsMark(c) || slices.Contains(fillers, c)
	}) == ""
}
