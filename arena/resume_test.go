package arena_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/arena/stats"
	"gamed/internal/test/leaktest"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/state"
)

// asMatch is the environment variable that makes the test binary play a match and print the result.
// Its value has three parts, separated by =: the kind of match, the number of games after which the
// process waits to be killed, and the results file.
const asMatch = "GAMED_TEST_MATCH"

func TestMain(m *testing.M) {
	if spec := os.Getenv(asMatch); spec != "" {
		words := strings.SplitN(spec, "=", 3)
		playForKilling(words[0], words[1], words[2])
		return
	}
	if name := os.Getenv(asBot); name != "" {
		programs[name]()
		return
	}
	leaktest.Main(m)
}

// killed holds the matches of TestKilled. Each plays a few hundred games.
var killed = map[string]func(t testing.TB) arena.Match{
	"pairs": func(t testing.TB) arena.Match {
		m := match(t, 400, "random", "random")
		m.Usage = builtin.Elements().Usage
		return m
	},
	"SPRT": func(t testing.TB) arena.Match {
		m := match(t, 2000, "random", "random")
		m.SPRT = &stats.SPRT{Elo0: 0, Elo1: 60, Alpha: .05, Beta: .05, Model: stats.Normalized}
		return m
	},
	"rotations with decks": func(t testing.TB) arena.Match {
		m := match(t, 240, "random", "random", "random")
		m.Decks = [][]string{{"wildfire", "orchard", "lullaby"}, {"orchard", "lullaby", "wildfire"}}
		m.Bots[2] = badBot(func() (o state.Option) { panic("at times") })
		m.OnFault = arena.Strikes(2)
		return m
	},
}

func playForKilling(kind, games, path string) {
	t := &testing.T{}
	m := killed[kind](t)
	played := 0
	m.Parallel = 2
	m.Out = openFile(t, path)
	m.Progress = func(arena.Progress) {
		if played++; fmt.Sprint(played) == games {
			fmt.Println("now")
			_, _ = os.Stdin.Read(make([]byte, 1)) // the workers continue
		}
	}
	r, err := m.Run(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_ = json.NewEncoder(os.Stdout).Encode(r)
}

// TestKilled kills a match up to five times at random points and resumes it. The result must equal
// that of an uninterrupted match.
func TestKilled(t *testing.T) {
	for kind, make := range killed {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			m := make(t)
			m.Parallel = 1
			want, lines := runWithOutput(t, m)
			path := filepath.Join(t.TempDir(), "killed.jsonl")
			random := rand.New(rand.NewPCG(1, uint64(len(kind))))
			for range 5 {
				left := want.Games - countGames(t, path)
				if left < 2 {
					break
				}
				killAfter(t, kind, path, 1+random.IntN(left/2))
			}
			out, err := child(kind, 0, path).Output()
			require.NoError(t, err)
			wanted, err := json.Marshal(want)
			require.NoError(t, err)
			assert.JSONEq(t, string(wanted), string(out))
			assert.Equal(t, lines, gameLines(t, path))
		})
	}
}

func child(kind string, games int, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s=%d=%s", asMatch, kind, games, path))
	c.Stderr = os.Stderr
	return c
}

// killAfter runs a match and kills it after the given number of games.
func killAfter(t *testing.T, kind, path string, games int) {
	t.Helper()
	c := child(kind, games, path)
	in, err := c.StdinPipe()
	require.NoError(t, err)
	defer in.Close()
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "now\n", line)
	require.NoError(t, c.Process.Kill())
	assert.ErrorContains(t, c.Wait(), "killed")
}

// countGames counts the games in a file.
func countGames(t *testing.T, path string) int {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return 0
	}
	require.NoError(t, err)
	return strings.Count(string(text), `{"type":"game"`)
}

// TestCut checks that a match resumes from truncated results. It truncates the results at every
// 97th byte, even within the header.
func TestCut(t *testing.T) {
	m := match(t, 24, "random", "greedy", "random")
	m.Bots[0] = badBot(func() (o state.Option) { panic("always") })
	m.Parallel = 1
	path := filepath.Join(t.TempDir(), "out.jsonl")
	want := runTo(t, m, path)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := gameLines(t, path)
	step := 97
	if testing.Short() {
		step *= 10
	}
	for end := 0; end <= len(whole); end += step {
		require.NoError(t, os.WriteFile(path, whole[:end], 0o600))
		m.Parallel = 1 + end%3
		got := runTo(t, m, path)
		assert.Equal(t, withoutTimes(want), withoutTimes(got))
		assert.Equal(t, lines, gameLines(t, path))
	}
	// Resuming a finished match plays and writes nothing.
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	m.Progress = func(arena.Progress) { t.Error("a game is played") }
	runTo(t, m, path)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	require.NoError(t, os.WriteFile(path, []byte(string(whole)+strings.Replace(last(lines), `"game":23`, `"game":24`, 1)), 0o600))
	m.Out = openFile(t, path)
	defer m.Out.Close()
	_, err = m.Run(t.Context())
	assert.ErrorContains(t, err, "game after the end of the match")
}

// last returns the last line.
func last(lines string) string {
	return lines[strings.LastIndexByte(strings.TrimSuffix(lines, "\n"), '\n')+1:]
}

// TestOtherResults checks that a match rejects the results of another match and damaged results.
func TestOtherResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	m := match(t, 4, "random", "random")
	runTo(t, m, path)
	fails := func(want string, m arena.Match) {
		t.Helper()
		m.Out = openFile(t, path)
		defer m.Out.Close()
		_, err := m.Run(t.Context())
		assert.ErrorContains(t, err, want)
	}
	other := match(t, 4, "random", "greedy")
	other.Seed = 2
	fails(`another match (bots is ["random","random"] instead of ["random","greedy"], seed is "1" instead of "2"): name another file`, other)
	limited := m
	limited.Limit = 5
	fails(`limit is not set instead of 5`, limited)

	text, err := os.ReadFile(path)
	require.NoError(t, err)
	damaged := strings.Replace(string(text), `"game":2`, `"game":7`, 1)
	require.NoError(t, os.WriteFile(path, []byte(damaged), 0o600))
	fails("line 4: game 7 instead of 2: the file is damaged", m)
	require.NoError(t, os.WriteFile(path, []byte("not ours\n"), 0o600))
	fails("line 1: this is not the header of a match", m)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), `"format":1`, `"format":2`, 1)), 0o600))
	fails("line 1: format 2 is not supported", m)
}

// TestTwoWriters checks that a match rejects a file to which another match is writing.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	m := match(t, 2, "random", "random")
	m.Out = openFile(t, path)
	defer m.Out.Close()
	m.Progress = func(arena.Progress) {
		other := match(t, 2, "random", "random")
		other.Out = openFile(t, path)
		defer other.Out.Close()
		_, err := other.Run(t.Context())
		assert.ErrorContains(t, err, "another process is writing to")
	}
	run(t, m)
}

// TestPipe checks that a match can write to a pipe, although it cannot resume from one.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	m := match(t, 4, "random", "random")
	m.Out = w
	result := run(t, m)
	require.NoError(t, w.Close())
	read, err := arena.ReadMatch(r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	assert.Len(t, read.Games, 4)
	again := read.Result()
	assert.Equal(t, withoutTimes(result), withoutTimes(again))
}

// TestReadMatch checks that ReadMatch drops incomplete parts and rejects damaged results.
func TestReadMatch(t *testing.T) {
	m := match(t, 9, "random", "greedy", "random")
	m.Decks = [][]string{{"wildfire", "orchard", "lullaby"}, {"orchard", "lullaby", "wildfire"}}
	r, lines := runWithOutput(t, m)
	read, err := arena.ReadMatch(strings.NewReader(lines[:len(lines)-1]))
	require.NoError(t, err)
	assert.Len(t, read.Games, 6, "ReadMatch omits the incomplete last rotation")
	assert.Equal(t, []string{"random", "greedy", "random"}, read.Header.Bots)
	assert.Equal(t, elements.Rules.Name, read.Header.Rules)
	assert.Equal(t, m.Decks[1], read.Games[3].Decks)
	read, err = arena.ReadMatch(strings.NewReader(lines))
	require.NoError(t, err)
	again := read.Result()
	assert.Equal(t, withoutTimes(r), withoutTimes(again))
	for text, want := range map[string]string{
		"": "empty file", "{}\n": "not the header of a match", `{"type":"match"`: "empty file",
		strings.Replace(lines, `"game":1`, `"game":x`, 1): "line 3: ",
	} {
		_, err := arena.ReadMatch(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}

// TestExtend checks that a match can resume with a larger number of games. The result must equal that
// of a match with this number from the start, and ReadMatch must return the number.
func TestExtend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	for _, games := range []int{4, 10, 10, 14} {
		m := match(t, games, "random", "greedy")
		want := run(t, m)
		m.Out = openFile(t, path)
		r := run(t, m)
		require.NoError(t, m.Out.Close())
		assert.Equal(t, want.Digest, r.Digest)
		assert.Equal(t, want.Wins, r.Wins)
	}
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	results, err := arena.ReadMatch(file)
	require.NoError(t, err)
	assert.Equal(t, 14, results.Header.Games)
	assert.Len(t, results.Games, 14)
	m := match(t, 12, "random", "greedy")
	m.Out = openFile(t, path)
	defer func() { _ = m.Out.Close() }()
	_, err = m.Run(t.Context())
	assert.ErrorContains(t, err, "the match has been extended to 14 games: use -n 14 or more")
}
