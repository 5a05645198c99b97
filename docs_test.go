package gamed_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sentenceEnd matches the end of a sentence that another sentence follows on the same line. It ignores the
// full stop of a bold phrase at the start of a paragraph.
var sentenceEnd = regexp.MustCompile("[a-z)`]\\. [A-Z]")

// TestOneSentence checks that each line of the docs has one sentence, so that a diff shows the changed
// sentences. Tables and code are exempt.
func TestOneSentence(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		code := false
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if !code && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") {
				assert.False(t, sentenceEnd.MatchString(line), "%s:%d: %s", page, i+1, line)
			}
		}
	}
}
