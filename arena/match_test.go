package arena_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/stats"
	"gamed/rules/elements"
	"gamed/state"
)

// match returns a match of Elements between the named bots.
func match(t testing.TB, games int, bots ...string) arena.Match {
	t.Helper()
	m := arena.Match{Rules: elements.Rules, Games: games, Seed: 1}
	for _, name := range bots {
		bot, err := arena.NewPlayer(ai.Roster{}, "elements", name)
		require.NoError(t, err)
		m.Bots = append(m.Bots, bot)
	}
	return m
}

func run(t testing.TB, m arena.Match) arena.Result {
	t.Helper()
	r, err := m.Run(context.Background())
	require.NoError(t, err)
	return r
}

// withoutTimes returns r without its times, which differ between runs.
func withoutTimes(r arena.Result) arena.Result {
	r.Seconds, r.GamesPerSecond, r.Times = 0, 0, nil
	return r
}

// runWithOutput runs a match and returns its result and its output, without Times lines.
func runWithOutput(t testing.TB, m arena.Match) (arena.Result, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out.jsonl")
	r := runTo(t, m, path)
	return r, gameLines(t, path)
}

// runTo runs a match that writes to a file.
func runTo(t testing.TB, m arena.Match, path string) arena.Result {
	t.Helper()
	m.Out = openFile(t, path)
	defer m.Out.Close()
	return run(t, m)
}

func openFile(t testing.TB, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	require.NoError(t, err)
	return file
}

// gameLines returns the lines of a file without Times lines.
func gameLines(t testing.TB, path string) (lines string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, `{"type":"times"`) {
			lines += line
		}
	}
	return lines
}

// games parses the output of a match, as returned by runWithOutput.
func games(t testing.TB, lines string) []arena.Game {
	t.Helper()
	r, err := arena.ReadMatch(strings.NewReader(lines))
	require.NoError(t, err)
	return r.Games
}

// TestSameGames plays matches in both lanes, with one and with several workers. All results
// except the times must be equal.
func TestSameGames(t *testing.T) {
	unswapped := match(t, 11, "random", "greedy")
	unswapped.NoSwap = true
	tested := match(t, 1000, "greedy", "random")
	tested.SPRT = &stats.SPRT{Elo0: 0, Elo1: 100, Alpha: .05, Beta: .05, Model: stats.Normalized}
	limited := match(t, 20, "random", "random")
	limited.Limit = 8
	workers := []int{1, 2, 5, 0}
	if testing.Short() {
		workers = []int{5} // enough for the race detector
	}
	matches := []arena.Match{
		match(t, 16, "random", "greedy"),
		match(t, 5, "ismcts:20", "random", "greedy"),
		match(t, 2*64+2, "random", "random"), // more than one batch
		unswapped, tested, limited,
	}
	if testing.Short() {
		matches = matches[2:]
	}
	for _, m := range matches {
		m.Parallel = 1
		want, lines := runWithOutput(t, m)
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			for _, parallel := range workers {
				m.Parallel, m.Lane = parallel, lane
				got, again := runWithOutput(t, m)
				assert.Equal(t, withoutTimes(want), withoutTimes(got), "%d workers, %v lane", parallel, lane)
				assert.Equal(t, lines, again)
			}
		}
		if !testing.Short() {
			m.Seed++
			assert.NotEqual(t, want.Digest, run(t, m).Digest)
		}
	}
}

// TestGames checks that the result agrees with the sum of the game lines.
func TestGames(t *testing.T) {
	r, out := runWithOutput(t, match(t, 30, "random", "greedy", "random"))

	first, requests, turns, wins, digest := 0, 0, 0, make([]int, 3), sha256.New()
	for n, g := range games(t, out) {
		assert.Equal(t, n, g.Number)
		assert.Equal(t, n/3, g.Pair)
		assert.Equal(t, "greedy", g.Seats[(4-n%3)%3], "greedy moves one seat down with each game of a rotation")
		require.LessOrEqual(t, len(g.Won), 1)
		for _, seat := range g.Won {
			wins[(n+seat)%3]++
			if seat == g.First {
				first++
			}
		}
		requests, turns = requests+g.Requests, turns+g.Turns
		d, err := hex.DecodeString(g.Digest)
		require.NoError(t, err)
		digest.Write(d)
	}
	assert.Equal(t, 30, r.Games)
	assert.Equal(t, wins, r.Wins)
	assert.Equal(t, 30, r.Draws+wins[0]+wins[1]+wins[2])
	assert.Equal(t, first, r.FirstSeatWins)
	assert.Equal(t, requests, r.Requests)
	assert.InDelta(t, float64(turns)/30, r.MeanTurns, 1e-9)
	assert.Equal(t, hex.EncodeToString(digest.Sum(nil)), r.Digest)
	assert.InDelta(t, 1, r.Scores[0]+r.Scores[1]+r.Scores[2], 1e-9)
}

// TestPairs checks that both games of a pair have the same random numbers and thus the same
// first turn. A bot against itself still plays two different games.
func TestPairs(t *testing.T) {
	_, out := runWithOutput(t, match(t, 40, "random", "random"))
	games := games(t, out)
	firsts := 0
	for n := 0; n < len(games); n += 2 {
		assert.Equal(t, games[n].First, games[n+1].First)
		assert.NotEqual(t, games[n].Digest, games[n+1].Digest)
		firsts += games[n].First
	}
	assert.Greater(t, firsts, 0)
	assert.Less(t, firsts, 20)
}

// TestStrength checks only which bot is stronger, because measuring the margin takes many more
// games.
func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for a few seconds")
	}
	r := run(t, match(t, 100, "greedy", "random"))
	assert.Greater(t, r.ScoreIntervals[0][0], .5, "%v", r)
	r = run(t, match(t, 30, "ismcts:200", "greedy"))
	assert.Greater(t, r.Scores[0], .5, "%v", r)
}

// TestWrongMatches checks that invalid matches, bots and lanes are refused with a reason.
func TestWrongMatches(t *testing.T) {
	few := match(t, 1, "random")
	none := match(t, 0, "random", "random")
	deck := match(t, 1, "random", "random")
	deck.Decks = [][]string{{"wildfire"}, {"nosuch"}}
	bounds := match(t, 1, "random", "random")
	bounds.SPRT = &stats.SPRT{Elo0: 5, Elo1: 0, Alpha: .05, Beta: .05, Model: stats.Normalized}
	for want, m := range map[string]arena.Match{
		"arena: 0 games: play at least 1":                    none,
		"arena: elements: 1 seats: 2 to 4 can play":          few,
		"arena: SPRT [5, 0]: the first bound":                bounds,
		`arena: deck of seat 0: unknown deck "nosuch"; use `: deck,
	} {
		_, err := m.Run(context.Background())
		assert.ErrorContains(t, err, want)
	}
	_, err := arena.NewPlayer(ai.Roster{}, "elements", "missing")
	assert.ErrorContains(t, err, `no bot is called "missing"`)
	_, err = arena.ParseLane("fast")
	assert.EqualError(t, err, `unknown lane "fast": use direct or actor`)
}

// TestCancel checks that a canceled match stops early and returns the result so far.
func TestCancel(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		ctx, cancel := context.WithCancel(context.Background())
		m := match(t, 1_000_000, "random", "random")
		m.Lane = lane
		m.Progress = func(p arena.Progress) {
			if p.Games == 3 {
				cancel()
			}
		}
		r, err := m.Run(ctx)
		assert.ErrorIs(t, err, context.Canceled)
		assert.GreaterOrEqual(t, r.Games, 3)
		assert.Less(t, r.Games, 1_000_000)
	}
}

// An unhurried bot ends its match during its first decision, and continues to think.
type unhurried struct {
	end      func()
	thinking *atomic.Int32
}

func (b unhurried) Choose(a ai.Ask) state.Option {
	b.thinking.Add(1)
	defer b.thinking.Add(-1)
	b.end()
	for range 10_000 {
		runtime.Gosched()
	}
	return a.Options[0]
}

// TestCancelWaitsForBots checks that a canceled match waits until its bots have stopped thinking.
func TestCancelWaitsForBots(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		ctx, cancel := context.WithCancel(t.Context())
		var thinking atomic.Int32
		m := match(t, 1000, "random", "random")
		m.Bots[0], m.Lane = arena.Player{Name: "unhurried", New: func(uint64) ai.Bot { return unhurried{cancel, &thinking} }}, lane
		_, err := m.Run(ctx)
		require.ErrorIs(t, err, context.Canceled)
		assert.Zero(t, thinking.Load(), lane)
	}
}

// TestOutFails checks that a match fails if its file is open for reading only.
func TestOutFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	m := match(t, 1000, "random", "random")
	m.Out = file
	_, err = m.Run(context.Background())
	assert.ErrorContains(t, err, path)
}

func ExampleMatch() {
	random, _ := arena.NewPlayer(ai.Roster{}, "elements", "random")
	greedy, _ := arena.NewPlayer(ai.Roster{}, "elements", "greedy")
	result, err := arena.Match{
		Rules: elements.Rules, Bots: []arena.Player{greedy, random}, Games: 100, Seed: 1,
	}.Run(context.Background())
	fmt.Println(result.Games, result.Wins[0] > result.Wins[1], err)
	// Output: 100 true <nil>
}

// choosy is a bot that fails its test if it is asked although it has only one option.
type choosy struct {
	t   *testing.T
	bot ai.Bot
}

func (c choosy) Choose(a ai.Ask) state.Option {
	if len(a.Options) == 1 {
		c.t.Errorf("the arena asks a bot that can only take %+v", a.Options[0])
	}
	return c.bot.Choose(a)
}

// TestOneOption checks that the arena takes a single option without asking the bot, in both lanes.
func TestOneOption(t *testing.T) {
	var digests []string
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		random, err := arena.NewPlayer(ai.Roster{}, "elements", "random")
		require.NoError(t, err)
		made := random.New
		random.New = func(seed uint64) ai.Bot { return choosy{t, made(seed)} }
		r := run(t, arena.Match{Rules: elements.Rules, Games: 10, Seed: 1, Bots: []arena.Player{random, random}, Lane: lane})
		digests = append(digests, r.Digest)
	}
	require.Equal(t, digests[0], digests[1])
}
