package gamed_test

import (
	"fmt"
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
	for page, text := range docs(t) {
		code := false
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if !code && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") {
				assert.False(t, sentenceEnd.MatchString(line), "%s:%d: %s", page, i+1, line)
			}
		}
	}
}

// docs returns the texts of the docs by file name.
func docs(t *testing.T) map[string]string {
	t.Helper()
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	texts := make(map[string]string)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		texts[page] = string(text)
	}
	return texts
}

var (
	heading = regexp.MustCompile("(?m)^#+ (.*)$")
	link    = regexp.MustCompile(`\]\(([^)\s:#]*)(?:#([^)\s]*))?\)`) // to a file or a heading of the repository
	dropped = regexp.MustCompile(`[^\w\- ]`)                         // from the anchor of a heading
)

// TestLinks checks that every link between the docs leads to a file or folder, and that its anchor
// belongs to a heading of that file. GitHub numbers the anchors of equal headings.
func TestLinks(t *testing.T) {
	texts := docs(t)
	anchors := make(map[string]bool)
	for page, text := range texts {
		for _, h := range heading.FindAllStringSubmatch(text, -1) {
			first := page + "#" + strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")
			anchor := first
			for n := 1; anchors[anchor]; n++ {
				anchor = fmt.Sprintf("%s-%d", first, n)
			}
			anchors[anchor] = true
		}
	}
	for page, text := range texts {
		for _, l := range link.FindAllStringSubmatch(text, -1) {
			file := page
			if l[1] != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(page), l[1]))
			}
			_, err := os.Stat(file)
			assert.NoError(t, err, "%s: %s", page, l[0])
			if l[2] != "" {
				assert.True(t, anchors[file+"#"+l[2]], "%s: the link %s leads to no heading", page, l[0])
			}
		}
	}
}
