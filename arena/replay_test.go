package arena_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/arena"
)

// TestReplay checks that Replay reproduces single games of a match.
func TestReplay(t *testing.T) {
	m := match(t, 6, "random", "greedy")
	m.Decks = [][]string{{"wildfire", "orchard"}, {"orchard", "lullaby"}}
	_, text := runWithOutput(t, m)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for n, line := range lines[len(lines)-6:] {
		log, digest, err := m.Replay(context.Background(), n)
		require.NoError(t, err)
		assert.Contains(t, line, `"digest":"`+digest+`"`)
		assert.Contains(t, string(log), `"t":"end"`)
	}
	m.Bots[0].New, m.Bots[0].Open = nil, func(context.Context) (*external.Conn, error) { return nil, nil }
	_, _, err := m.Replay(context.Background(), 0)
	assert.ErrorIs(t, err, arena.ErrExternal)
}

// TestAppend writes two matches to one file and resumes the second match.
func TestAppend(t *testing.T) {
	file, err := os.OpenFile(filepath.Join(t.TempDir(), "both.jsonl"), os.O_RDWR|os.O_CREATE, 0o644)
	require.NoError(t, err)
	defer file.Close()
	first, second := match(t, 4, "random", "random"), match(t, 6, "greedy", "random")
	first.Out, second.Out = file, file
	run(t, first)
	from, err := file.Seek(0, 1)
	require.NoError(t, err)
	want := run(t, second)
	before, err := os.ReadFile(file.Name())
	require.NoError(t, err)

	half := int64(strings.LastIndex(string(before), `{"type":"game"`))
	require.NoError(t, file.Truncate(half+20))
	_, err = file.Seek(from, 0)
	require.NoError(t, err)
	assert.Equal(t, withoutTimes(want), withoutTimes(run(t, second)))
	after, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	assert.Equal(t, string(before[:half]), string(after[:half]))
	assert.Equal(t, 10, strings.Count(string(after), `{"type":"game"`))
}
