package arena_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
)

// TestGameLogs checks that a match that was interrupted several times keeps the same logs as an
// uninterrupted match. It also checks that each log replays to the game in the results.
func TestGameLogs(t *testing.T) {
	count, interrupted := 60, 4
	if testing.Short() {
		count, interrupted = 24, 1 // enough for the race detector
	}
	play := func(dir string, kills int) (logs, out []byte) {
		for n := 0; n <= kills; n++ {
			m := match(t, count, "random", "greedy")
			var err error
			m.Logs, err = os.OpenFile(filepath.Join(dir, "games.gz"), os.O_RDWR|os.O_CREATE, 0o600)
			require.NoError(t, err)
			m.Out, err = os.OpenFile(filepath.Join(dir, "out.jsonl"), os.O_RDWR|os.O_CREATE, 0o600)
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			m.Progress = func(p arena.Progress) {
				if n < kills && p.Games == 10*(n+1) {
					cancel()
				}
			}
			_, err = m.Run(ctx)
			if n == kills {
				require.NoError(t, err)
			}
			cancel()
			if n < kills { // a killed process leaves part of a game
				_, err := m.Logs.Seek(0, 2)
				require.NoError(t, err)
				_, err = m.Logs.Write([]byte("\x1f\x8b\x08 a part"))
				require.NoError(t, err)
			}
			require.NoError(t, m.Logs.Close())
			require.NoError(t, m.Out.Close())
		}
		logs, err := os.ReadFile(filepath.Join(dir, "games.gz"))
		require.NoError(t, err)
		out, err = os.ReadFile(filepath.Join(dir, "out.jsonl"))
		require.NoError(t, err)
		return logs, out
	}
	logs, out := play(t.TempDir(), 0)
	killed, _ := play(t.TempDir(), interrupted)
	assert.Equal(t, logs, killed)

	results, err := arena.ReadMatch(bytes.NewReader(out))
	require.NoError(t, err)
	n := 0
	require.NoError(t, arena.EachLog(bytes.NewReader(logs), func(records [][]byte) bool {
		file := filepath.Join(t.TempDir(), "game.jsonl")
		require.NoError(t, os.WriteFile(file, append(bytes.Join(records, []byte("\n")), '\n'), 0o600))
		replays(t, file, results.Games[n])
		n++
		return true
	}))
	assert.Equal(t, count, n)
	t.Logf("%d bytes a game", len(logs)/n)
	_, err = arena.ReadLog(bytes.NewReader(logs), count)
	assert.ErrorIs(t, err, arena.ErrNoLog)
	_, err = arena.ReadLog(bytes.NewReader([]byte("this is a text, no file of games")), 0)
	assert.ErrorContains(t, err, "not a file of games")
}
