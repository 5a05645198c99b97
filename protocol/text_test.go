package protocol

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// FuzzText checks that TextProblem accepts two accepted texts with a space between them. It also checks
// that an accepted text contains no control character and no character that changes its direction.
func FuzzText(f *testing.F) {
	for _, s := range []string{"Ada", "\u202eAda", "A\u0301", "👩\u200d👩", "\u3164", "  ", "\x00", "\xff", "\ufe0f", "ن\u200cا", "\U0001d173"} {
		f.Add(s, "Bea")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		assert.Equal(t, Blank(a) && Blank(b), Blank(a+" "+b))
		if TextProblem(a) != "" || TextProblem(b) != "" {
			return
		}
		assert.Empty(t, TextProblem(a+" "+b))
		assert.False(t, strings.ContainsFunc(a, func(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) }))
	})
}
