package tune_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/tune"
	"gamed/rules/elements"
)

// tuning returns a short tuning that logs to the given path.
func tuning(t *testing.T, path string) tune.Tuning {
	t.Helper()
	space, err := tune.ParseSpace("c=0.5|2,leaf=turn|now,worlds=1..3", ai.SearchParameters())
	require.NoError(t, err)
	tuning := tune.Tuning{
		Rules: elements.Rules, Bot: "ismcts:5", Against: "greedy", Space: space,
		Player: func(name string) (arena.Player, error) { return arena.NewPlayer(ai.Roster{}, "elements", name) },
		Games:  60, EvaluationGames: 2, ConfirmGames: 10, Seed: 3, Parallel: 1,
	}
	if path != "" {
		log, closeLog, err := tune.OpenLog(path)
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, closeLog()) })
		tuning.Log = log
	}
	return tuning
}

func run(t *testing.T, tuning tune.Tuning) tune.Report {
	t.Helper()
	r, err := tuning.Run(t.Context())
	require.NoError(t, err)
	return r
}

// TestTuning checks that a tuning run is reproducible on any number of processors, and that the
// numbers in its table add up.
func TestTuning(t *testing.T) {
	one := tuning(t, "")
	last := 0
	one.Progress = func(games int, best string) {
		assert.Equal(t, last+2, games)
		assert.Contains(t, best, "leaf=")
		last = games
	}
	r := run(t, one)
	assert.Equal(t, 60, last)
	two := tuning(t, "")
	two.Parallel = 2
	assert.Equal(t, r, run(t, two))

	games := make(map[string]int)
	for _, v := range r.Values {
		games[v.Parameter] += v.Games
		assert.LessOrEqual(t, v.Interval[0], v.Score.Score)
		assert.GreaterOrEqual(t, v.Interval[1], v.Score.Score)
	}
	assert.Equal(t, map[string]int{"c": 60, "leaf": 60, "worlds": 60}, games)
	assert.Equal(t, 12, r.Size)
	assert.LessOrEqual(t, r.Points, r.Size)
	assert.Equal(t, 10, r.Confirmed.Games)
	_, err := one.Player(r.Best)
	require.NoError(t, err)
	assert.Contains(t, r.String(), "best: "+r.Best)
}

// TestTuningResumes checks that a run resumes from a log that was truncated, even within a line. The
// resumed run must give the same report and the same log.
func TestTuningResumes(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.jsonl")
	want := run(t, tuning(t, whole))
	text, err := os.ReadFile(whole)
	require.NoError(t, err)
	require.Equal(t, 31, bytes.Count(text, []byte("\n")))
	for _, size := range []int{0, 10, len(text) / 3, len(text) / 2, len(text) - 1, len(text)} {
		path := filepath.Join(dir, "part.jsonl")
		require.NoError(t, os.WriteFile(path, text[:size], 0o600))
		assert.Equal(t, want, run(t, tuning(t, path)), size)
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(now), size)
	}
}

// TestTuningIsInterrupted checks that the log of a canceled tuning run contains the scores so far.
func TestTuningIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	stopped := tuning(t, path)
	stopped.Progress = func(games int, _ string) {
		if games == 20 {
			cancel()
		}
	}
	_, err := stopped.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, 11, bytes.Count(text, []byte("\n")))
	assert.Equal(t, run(t, tuning(t, "")), run(t, tuning(t, path)))
}

// TestTuningErrors checks that an invalid tuning and the log of another tuning are refused.
func TestTuningErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	run(t, tuning(t, path))
	for name, change := range map[string]func(*tune.Tuning){
		`tune: the log belongs to another tuning ({"rules":"elements","bot":"ismcts:5",`: func(q *tune.Tuning) { q.Seed = 4 },
		"tune: 3 games per evaluation: use an even number, at least 2":                   func(q *tune.Tuning) { q.EvaluationGames = 3 },
		"tune: 1 games: play at least the 2 of one evaluation":                           func(q *tune.Tuning) { q.Games = 1 },
		"tune: 0 games to confirm: play at least 2":                                      func(q *tune.Tuning) { q.ConfirmGames = 0 },
		"tune: no parameters to tune":                                                    func(q *tune.Tuning) { q.Space = nil },
		`tune: no bot is called "ismct"`:                                                 func(q *tune.Tuning) { q.Bot = "ismct" },
		`tune: no bot is called "greedi"`:                                                func(q *tune.Tuning) { q.Against = "greedi" },
		`tune: bot "ismcts:5,c=1,c=0.5,leaf=turn,worlds=1": c is given twice`:            func(q *tune.Tuning) { q.Bot = "ismcts:5,c=1" },
	} {
		q := tuning(t, path)
		change(&q)
		_, err := q.Run(t.Context())
		require.ErrorContains(t, err, name)
	}
	broken := tuning(t, "")
	broken.Player = func(name string) (arena.Player, error) { return arena.Player{}, errors.New("no " + name) }
	_, err := broken.Run(t.Context())
	require.EqualError(t, err, "tune: no ismcts:5")
}

// TestLogOfAnotherProgram checks that a tuning run rejects a log with an unexpected point.
func TestLogOfAnotherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	run(t, tuning(t, path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[2] = lines[3]
	require.NoError(t, os.WriteFile(path, bytes.Join(lines, nil), 0o600))
	_, err = tuning(t, path).Run(t.Context())
	require.ErrorContains(t, err, "line 3 of the log has evaluation 2")
	lines[2] = []byte("{\n")
	require.NoError(t, os.WriteFile(path, bytes.Join(lines, nil), 0o600))
	_, err = tuning(t, path).Run(t.Context())
	require.ErrorContains(t, err, "line 3 of the log: unexpected end of JSON input")
	_, _, err = tune.OpenLog(t.TempDir())
	require.ErrorContains(t, err, "opening the log: ")
}
