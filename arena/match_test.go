package arena_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"gamed/arena"
	"gamed/rules/elements"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// match returns a match of Elements between bots of these names.
func match(t testing.TB, games int, bots ...string) arena.Match {
	t.Helper()
	m := arena.Match{Rules: elements.Rules, Games: games, Seed: 1}
	for _, name := range bots {
		bot, err := arena.Named(nil, "elements", name)
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

// timeless returns r without what a repetition may change.
func timeless(r arena.Result) arena.Result {
	r.Lane, r.Seconds, r.GamesPerSecond = "", 0, 0
	return r
}

// TestSameGames plays matches with one worker and with several, in both lanes:
// everything but the time must come out the same.
func TestSameGames(t *testing.T) {
	unswapped := match(t, 11, "random", "greedy")
	unswapped.NoSwap = true
	for _, m := range []arena.Match{
		match(t, 15, "random", "greedy"),
		match(t, 5, "ismcts:20", "random", "greedy"),
		match(t, 2*64+3, "random", "random"), // more than a batch
		unswapped,
	} {
		var lines, again bytes.Buffer
		m.Parallel, m.Out = 1, &lines
		want := run(t, m)
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			for _, parallel := range []int{1, 2, 5, 0} {
				again.Reset()
				m.Parallel, m.Lane, m.Out = parallel, lane, &again
				got := run(t, m)
				assert.Equal(t, timeless(want), timeless(got), "%d workers, %v lane", parallel, lane)
				assert.Equal(t, lines.String(), again.String())
			}
		}
		m.Seed++
		assert.NotEqual(t, want.Digest, run(t, m).Digest)
	}
}

// TestGames adds up what is written of each game, and compares.
func TestGames(t *testing.T) {
	var out bytes.Buffer
	m := match(t, 30, "random", "greedy", "random")
	m.Out = &out
	r := run(t, m)

	first, requests, turns, wins, digest := 0, 0, 0, make([]int, 3), sha256.New()
	for n, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var g arena.Game
		require.NoError(t, json.Unmarshal([]byte(line), &g))
		assert.Equal(t, n, g.Number)
		assert.Equal(t, n/3, g.Pair)
		assert.Equal(t, "greedy", g.Seats[(4-n%3)%3], "it moves a seat down with every game of a rotation")
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

// TestPairs finds the same first turn in both games of each pair: they have the
// same chance. A bot against itself plays other games in them nevertheless.
func TestPairs(t *testing.T) {
	var out bytes.Buffer
	m := match(t, 40, "random", "random")
	m.Out = &out
	run(t, m)
	var games []arena.Game
	for d := json.NewDecoder(&out); d.More(); {
		var g arena.Game
		require.NoError(t, d.Decode(&g))
		games = append(games, g)
	}
	firsts := 0
	for n := 0; n < len(games); n += 2 {
		assert.Equal(t, games[n].First, games[n+1].First)
		assert.NotEqual(t, games[n].Digest, games[n+1].Digest)
		firsts += games[n].First
	}
	assert.Greater(t, firsts, 0)
	assert.Less(t, firsts, 20)
}

// TestStrength only asks who is stronger; how much takes many more games.
func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for a few seconds")
	}
	r := run(t, match(t, 200, "greedy", "random"))
	assert.Greater(t, r.ScoreIntervals[0][0], .5, "%v", r)
	r = run(t, match(t, 60, "ismcts:400", "greedy"))
	assert.Greater(t, r.Scores[0], .5, "%v", r)
}

func TestWrongMatches(t *testing.T) {
	few := match(t, 1, "random")
	none := match(t, 0, "random", "random")
	deck := match(t, 1, "random", "random")
	deck.Decks = []string{"nosuch"}
	for want, m := range map[string]arena.Match{
		"arena: 0 games: play at least 1":                        none,
		"arena: elements: 1 seats: it is played by 2 to 4":       few,
		`arena: deck of seat 0: there is no deck "nosuch": the `: deck,
	} {
		_, err := m.Run(context.Background())
		assert.ErrorContains(t, err, want)
	}
	_, err := arena.Named(nil, "elements", "nobody")
	assert.ErrorContains(t, err, `no bot is called "nobody"`)
	_, err = arena.ParseLane("fast")
	assert.EqualError(t, err, `no lane is called "fast": there are direct and actor`)
}

func TestCancel(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		ctx, cancel := context.WithCancel(context.Background())
		m := match(t, 1_000_000, "random", "random")
		m.Lane = lane
		m.Progress = func(done int) {
			if done == 3 {
				cancel()
			}
		}
		r, err := m.Run(ctx)
		assert.ErrorIs(t, err, context.Canceled)
		assert.GreaterOrEqual(t, r.Games, 3)
		assert.Less(t, r.Games, 1_000_000)
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestOutFails(t *testing.T) {
	m := match(t, 1000, "random", "random")
	m.Out = fullDisk{}
	_, err := m.Run(context.Background())
	assert.ErrorIs(t, err, errFull)
}

func ExampleMatch() {
	random, _ := arena.Named(nil, "elements", "random")
	greedy, _ := arena.Named(nil, "elements", "greedy")
	result, err := arena.Match{
		Rules: elements.Rules, Bots: []arena.Player{greedy, random}, Games: 100, Seed: 1,
	}.Run(context.Background())
	fmt.Println(result.Games, result.Wins[0] > result.Wins[1], err)
	// Output: 100 true <nil>
}
