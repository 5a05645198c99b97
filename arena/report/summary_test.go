package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena/report"
)

// TestSummary checks the summaries of a match and of a tournament, finished and unfinished.
func TestSummary(t *testing.T) {
	match, err := os.ReadFile(filepath.Join("testdata", "match.jsonl"))
	require.NoError(t, err)
	second, err := os.ReadFile(filepath.Join("testdata", "second.jsonl"))
	require.NoError(t, err)
	summary := func(text []byte) (*report.Summary, int) {
		page, planned, err := report.Read(bytes.NewReader(text))
		require.NoError(t, err)
		s, err := page.Summary()
		require.NoError(t, err)
		return s, planned
	}
	whole, planned := summary(match)
	assert.Equal(t, 36, planned)
	assert.Equal(t, "elements: greedy against random", whole.Title)
	assert.Equal(t, whole.Games, whole.Curve[len(whole.Curve)-1].Games)
	assert.Equal(t, whole.Curve[len(whole.Curve)-1].LLR, whole.SPRT.LLR)
	assert.Equal(t, "greedy", whole.Bots[0].Name)
	part, _ := summary(match[:len(match)*2/3])
	assert.Less(t, part.Games, whole.Games)
	none, _ := summary(match[:bytes.IndexByte(match, '\n')+1])
	assert.Zero(t, none.Games)

	header := `{"type":"tournament","format":"roundrobin","rules":"elements","bots":["greedy","random","ismcts:16"],"seats":2,"games":10,"seed":1,"pairings":100}` + "\n"
	cup, planned := summary([]byte(header + string(match) + string(second)))
	assert.Equal(t, 30, planned)
	assert.Greater(t, cup.Games, whole.Games)
	assert.Equal(t, "elements, round robin of 3 bots at tables of 2", cup.Title)
	headOnly, _ := summary([]byte(header + strings.SplitN(string(match), "\n", 2)[0]))
	assert.Zero(t, headOnly.Games)

	for _, wrong := range []string{"", "hello\n", `{"type":"tournament","seats":9}` + "\n"} {
		_, _, err := report.Read(strings.NewReader(wrong))
		assert.Error(t, err, wrong)
	}
}
