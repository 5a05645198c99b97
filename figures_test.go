package gamed_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countedRow matches a row of docs/testing.md with a figure and the git command that counts it.
var countedRow = regexp.MustCompile("(?m)^\\| (.+?) \\| ([0-9,]+) \\| `(git .+)` \\|$")

// TestFigures compares the figures of docs/testing.md with what their commands count. The page
// rounds them, so that not every commit changes it. A figure may differ by 5 % or by 2, whichever is more.
func TestFigures(t *testing.T) {
	if _, err := os.Stat(".git"); err != nil {
		t.Skip("the commands count files that git knows, and this is not a git checkout")
	}
	page, err := os.ReadFile("docs/testing.md")
	require.NoError(t, err)
	rows := countedRow.FindAllStringSubmatch(string(page), -1)
	assert.Equal(t, strings.Count(string(page), "`git "), len(rows), "each git command counts one figure")
	for _, row := range rows {
		written, err := strconv.ParseFloat(strings.ReplaceAll(row[2], ",", ""), 64)
		require.NoError(t, err)
		out, err := exec.Command("sh", "-c", strings.ReplaceAll(row[3], `\|`, "|")).Output()
		require.NoError(t, err, row[3])
		counted, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		require.NoError(t, err, row[3])
		assert.InDelta(t, counted, written, max(counted/20, 2), "docs/testing.md: %s", row[1])
	}
}
