package tournament_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/tournament"
	"gamed/internal/test/leaktest"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/dominion"
	"gamed/rules/elements"
)

// asTournament is the environment variable that makes the test binary play a tournament. Its value
// has three parts, separated by =: the kind of tournament, the number of games after which the
// process waits to be killed, and the results file.
const asTournament = "GAMED_TEST_TOURNAMENT"

func TestMain(m *testing.M) {
	if spec := os.Getenv(asTournament); spec != "" {
		playForKilling(spec)
		return
	}
	leaktest.Main(m)
}

// newTournament returns a tournament of Elements between the named bots.
func newTournament(t testing.TB, games int, names ...string) tournament.Tournament {
	tour := tournament.Tournament{
		Match: arena.Match{Rules: elements.Rules, Games: games, Seed: 1}, Seats: 2,
		Format: tournament.RoundRobin, Pairings: 500, Rounds: 4, Anchor: names[0],
	}
	for _, name := range names {
		kind, _, _ := strings.Cut(name, "/") // the suffix distinguishes several random bots
		bot, err := arena.NewPlayer(ai.Roster{}, "elements", kind)
		require.NoError(t, err)
		bot.Name = name
		tour.Bots = append(tour.Bots, bot)
	}
	return tour
}

func run(t testing.TB, tour tournament.Tournament) tournament.Result {
	t.Helper()
	r, err := tour.Run(context.Background())
	require.NoError(t, err)
	return r
}

// summary returns the output of --json.
func summary(t testing.TB, r tournament.Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	require.NoError(t, err)
	return string(b)
}

// kinds holds tournaments with about a hundred games each.
var kinds = map[string]func(t testing.TB) tournament.Tournament{
	"round robin": func(t testing.TB) tournament.Tournament {
		return newTournament(t, 20, "random", "greedy", "random/2", "random/3")
	},
	"gauntlet of three": func(t testing.TB) tournament.Tournament {
		tour := newTournament(t, 30, "random", "greedy", "random/2", "random/3")
		tour.Format, tour.Seats = tournament.Gauntlet, 3
		return tour
	},
	"ladder": func(t testing.TB) tournament.Tournament {
		tour := newTournament(t, 10, "random", "greedy", "random/2", "random/3", "random/4")
		tour.Format, tour.Rounds = tournament.Ladder, 5
		return tour
	},
}

// TestWorkersAndLanesAgree checks that the number of workers and the lane do not change a tournament.
func TestWorkersAndLanesAgree(t *testing.T) {
	for kind, make := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			tour := make(t)
			tour.Match.Parallel = 1
			want := run(t, tour)
			games, _ := want.GameCounts()
			assert.Equal(t, tour.Games(), games)
			tour.Match.Parallel = 5
			assert.Equal(t, summary(t, want), summary(t, run(t, tour)))
			tour.Match.Lane = arena.Actor
			assert.Equal(t, summary(t, want), summary(t, run(t, tour)))
			tour.Match.Seed++
			other := run(t, tour)
			assert.NotEqual(t, want.Digest(), other.Digest())
		})
	}
}

// TestFileOfAnotherTournament checks that a tournament does not resume from the file of another tournament.
func TestFileOfAnotherTournament(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	tour := newTournament(t, 2, "random", "greedy")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	require.NoError(t, err)
	defer file.Close()
	tour.Out = file
	want := run(t, tour)
	tour.Anchor = "greedy" // does not affect the games
	got := run(t, tour)
	assert.Equal(t, want.Digest(), got.Digest())
	assert.Equal(t, "greedy", got.Anchor)

	other := tour
	other.Match.Seed = 2
	_, err = other.Run(context.Background())
	assert.ErrorContains(t, err, `the file holds another tournament (seed is "1" instead of "2"): name another file`)
	other = tour
	other.Match.Limit = 7
	_, err = other.Run(context.Background())
	assert.ErrorContains(t, err, "the file holds another match (limit is not set instead of 7)")
	_, err = file.WriteAt([]byte("hello"), 0)
	require.NoError(t, err)
	_, err = tour.Run(context.Background())
	assert.ErrorContains(t, err, "line 1: not a tournament: name another file")
}

// TestInterrupted checks that a canceled tournament returns the result of its games so far.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	tour := newTournament(t, 40, "random", "greedy", "random/2")
	tour.Progress = func(p arena.Progress) {
		if p.Games == 50 {
			cancel()
		}
	}
	r, err := tour.Run(ctx)
	assert.ErrorIs(t, err, context.Canceled)
	games, _ := r.GameCounts()
	assert.GreaterOrEqual(t, games, 40)
	assert.Less(t, games, 120)
	assert.Contains(t, r.String(), "greedy")
}

// TestStrengths checks that the weakest bot is rated last and the anchor at 0.
func TestStrengths(t *testing.T) {
	tour := newTournament(t, 40, "greedy", "random", "ismcts:200")
	r := run(t, tour)
	bots := r.Standings.Bots
	assert.Equal(t, "random", bots[2].Name)
	assert.Less(t, bots[2].Elo.Interval[1], 0.)
	anchor := slices.IndexFunc(bots, func(b tournament.Standing) bool { return b.Name == "greedy" })
	assert.InDelta(t, 0, bots[anchor].Elo.Value, 1e-9)
	assert.Equal(t, 80, r.Standings.Bots[0].Games)
	assert.Zero(t, r.FaultCount())
}

// TestFaults checks a tournament with a bot that fails in every game and loses it.
func TestFaults(t *testing.T) {
	tour := newTournament(t, 10, "random", "greedy")
	tour.Bots = append(tour.Bots, arena.Player{Name: "broken", New: func(uint64) ai.Bot { return nil }})
	tour.Match.FaultFolder = t.TempDir()
	r := run(t, tour)
	last := r.Standings.Bots[2]
	assert.Equal(t, "broken", last.Name)
	assert.Equal(t, 20, last.Faults["crash"])
	assert.Equal(t, 20, last.Ends["crash"])
	assert.Equal(t, 20, r.FaultCount())
	assert.Regexp(t, `(?m)^  faults +crash\n(    .*\n)*    broken +20$`, r.String())
	assert.Contains(t, summary(t, r), `"failed_games":20,"unreliable":"broken failed in 100.0 % of its games"`)
	assert.Regexp(t, `(?m)^  Elo above random; first-turn advantage .*; broken failed in 100\.0 % of its games$`, r.String())
	assert.Contains(t, r.String(), "first fault of broken: pairing 1, game 0, crash: ")
	assert.Contains(t, r.String(), " (gamed replay "+filepath.Join(tour.Match.FaultFolder, "pairing-1", "game-0.jsonl")+")")
	_, err := os.Stat(filepath.Join(tour.Match.FaultFolder, "pairing-1", "game-0.jsonl"))
	assert.NoError(t, err)
}

// TestInvalidTournaments checks that invalid tournaments are refused with a reason.
func TestInvalidTournaments(t *testing.T) {
	for want, wrong := range map[string]func(*tournament.Tournament){
		`bot "random" is listed twice`:  func(t *tournament.Tournament) { t.Bots[1].Name = "random" },
		"7 seats":                       func(t *tournament.Tournament) { t.Seats = 7 },
		"2 bots at tables of 3 seats":   func(t *tournament.Tournament) { t.Seats = 3 },
		`the anchor "who" is not among`: func(t *tournament.Tournament) { t.Anchor = "who" },
		"0 pairings: play at least 1":   func(t *tournament.Tournament) { t.Pairings = 0 },
		"0 rounds: play at least 1":     func(t *tournament.Tournament) { t.Format, t.Rounds = tournament.Ladder, 0 },
		"0 games: play at least 1":      func(t *tournament.Tournament) { t.Match.Games = 0 },
	} {
		tour := newTournament(t, 2, "random", "greedy")
		wrong(&tour)
		_, err := tour.Run(context.Background())
		assert.ErrorContains(t, err, want)
	}
}

// TestTablesOfThree checks that at tables of three, a bot that wins no game is rated far below the
// other bots. If losers counted as drawn with each other, random would be only 91 Elo below greedy.
func TestTablesOfThree(t *testing.T) {
	tour := newTournament(t, 60, "random")
	tour.Match.Rules, tour.Seats, tour.Anchor, tour.Bots = dominion.Rules, 3, "greedy", nil
	roster := rules.List{builtin.Dominion()}.Roster()
	for _, name := range []string{"random", "greedy", "smithy", "bigmoney"} {
		bot, err := arena.NewPlayer(roster, "dominion", name)
		require.NoError(t, err)
		tour.Bots = append(tour.Bots, bot)
	}
	rating := func(s tournament.Standings) tournament.Standing {
		t.Helper()
		i := slices.IndexFunc(s.Bots, func(b tournament.Standing) bool { return b.Name == "random" })
		require.Equal(t, len(s.Bots)-1, i)
		return s.Bots[i]
	}
	r := run(t, tour)
	random := rating(r.Standings)
	assert.Zero(t, random.Wins)
	assert.Less(t, random.Elo.Value, -700.)
	assert.Less(t, random.Elo.Interval[1], -500.)
	assert.Less(t, random.Score.Value, .1, "the mean of the places against each opponent")

	for _, m := range r.Matches { // results of earlier versions know only the winners
		for i := range m.Games {
			m.Games[i].Places = nil
		}
	}
	random = rating(tournament.NewStandings(r.Matches, "greedy"))
	assert.Less(t, random.Elo.Value, -500.)
	assert.Less(t, random.Elo.Interval[1], -200.)
	assert.Equal(t, math.Inf(-1), random.Elo.Interval[0], "the rating of random has no lower limit")
}
