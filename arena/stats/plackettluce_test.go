package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// play appends n games between a and b in which a moves first.
func play(games []stats.Game, n int, a, b string, points float64) []stats.Game {
	for range n {
		games = append(games, stats.Game{Players: []string{a, b}, Points: []float64{points, 1 - points}})
	}
	return games
}

func rated(t require.TestingT, games []stats.Game, anchor string) (stats.Table, map[string]stats.Rating) {
	table, err := stats.BradleyTerry(games, anchor)
	require.NoError(t, err)
	byName := make(map[string]stats.Rating)
	for _, r := range table.Ratings {
		byName[r.Name] = r
	}
	return table, byName
}

// TestBradleyTerryOfTwo compares the ratings of two players with the closed form. It is the
// log-odds of the score, with standard error 1/√(np(1-p)), after adding half a win and half a
// loss.
func TestBradleyTerryOfTwo(t *testing.T) {
	var games []stats.Game
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		aPoints := map[string]float64{"a": 1, "b": 0}[order[0]]
		games = play(games, 300, order[0], order[1], aPoints)
		games = play(games, 100, order[0], order[1], 1-aPoints)
		games = play(games, 50, order[0], order[1], .5)
	}
	table, byName := rated(t, games, "b")
	p := (650 + .5) / (900 + 1)
	want := 400 * math.Log10(p/(1-p))
	margin := 1.959963984540054 * 400 / math.Ln10 / math.Sqrt(901*p*(1-p))
	assert.InDelta(t, want, byName["a"].Elo.Value, 1e-6)
	assert.InDelta(t, margin, byName["a"].Elo.Margin(), 1e-6)
	assert.Equal(t, stats.Rating{Name: "b"}, byName["b"])
	assert.InDelta(t, 0, table.FirstSeat.Value, 1e-6)
	assert.Equal(t, "a", table.Ratings[0].Name, "the best is first")

	_, turned := rated(t, games, "a")
	assert.InDelta(t, -want, turned["b"].Elo.Value, 1e-6)
	assert.InDelta(t, margin, turned["b"].Elo.Margin(), 1e-6)
}

// TestBradleyTerryFirstSeat checks that an advantage between equal players is attributed to the
// first turn. Moving first more often must not raise a rating.
func TestBradleyTerryFirstSeat(t *testing.T) {
	var games []stats.Game
	for _, order := range [][2]string{{"a", "b"}, {"a", "b"}, {"a", "b"}, {"b", "a"}} {
		games = play(games, 600, order[0], order[1], 1)
		games = play(games, 400, order[0], order[1], 0)
	}
	table, byName := rated(t, games, "a")
	assert.InDelta(t, 0, byName["b"].Elo.Value, .1)
	assert.InDelta(t, stats.Elo(.6), table.FirstSeat.Value, .2)
	assert.Less(t, table.FirstSeat.Interval[0], stats.Elo(.6))
	assert.Greater(t, table.FirstSeat.Interval[0], 50.)

	self, _ := rated(t, play(play(nil, 60, "a", "a", 1), 40, "a", "a", 0), "a")
	assert.Greater(t, self.FirstSeat.Value, 50., "games against itself tell of the seat")
}

// TestBradleyTerryStaysFinite checks the ratings of players that won all games, lost all games,
// or played only one.
func TestBradleyTerryStaysFinite(t *testing.T) {
	table, byName := rated(t, play(play(play(nil, 500, "a", "b", 1), 500, "b", "a", 0), 1, "b", "c", 1), "b")
	assert.InDelta(t, 400*math.Log10(1000.5/.5), byName["a"].Elo.Value, 10)
	assert.Less(t, byName["c"].Elo.Value, 0.)
	assert.False(t, math.IsNaN(table.FirstSeat.Margin()))
	one, _ := rated(t, play(nil, 1, "a", "b", 1), "b")
	assert.Greater(t, one.Ratings[0].Elo.Margin(), 500., "one game says little")
}

// TestBradleyTerryFindsTheTruth simulates a round robin and checks that the ratings match the
// known strengths.
func TestBradleyTerryFindsTheTruth(t *testing.T) {
	const first = 35
	truth := map[string]float64{"random": -400, "greedy": 0, "search": 150, "deep": 210}
	names := []string{"random", "greedy", "search", "deep"}
	draw := rand.New(rand.NewPCG(1, 952))
	var games []stats.Game
	for range 800 {
		for _, a := range names {
			for _, b := range names {
				if a != b {
					games = play(games, 1, a, b, float64(int(draw.Float64()+stats.Expected(truth[a]-truth[b]+first))))
				}
			}
		}
	}
	table, byName := rated(t, games, "greedy")
	for name, elo := range truth {
		assert.LessOrEqual(t, byName[name].Elo.Interval[0], elo, name)
		assert.GreaterOrEqual(t, byName[name].Elo.Interval[1], elo, name)
		assert.Less(t, byName[name].Elo.Margin(), 25., name)
	}
	assert.InDelta(t, first, table.FirstSeat.Value, table.FirstSeat.Margin())
	assert.Equal(t, "deep", table.Ratings[0].Name)
}

// TestBradleyTerryMargins checks that about one interval in twenty misses the true value. It
// simulates 400 tables of six equal players whose games are rankings.
func TestBradleyTerryMargins(t *testing.T) {
	draw := rand.New(rand.NewPCG(6, 3))
	names := []string{"a", "b", "c", "d", "e", "f"}
	missed, all := 0, 0
	for range 400 {
		var games []stats.Game
		for range 60 {
			g := stats.Game{Points: make([]float64, len(names))}
			for seat, i := range draw.Perm(len(names)) {
				g.Players = append(g.Players, names[i])
				g.Points[seat] = draw.Float64()
			}
			games = append(games, g)
		}
		table, _ := rated(t, games, "a")
		for _, r := range table.Ratings {
			if r.Name == "a" {
				continue
			}
			all++
			if r.Elo.Interval[0] > 0 || r.Elo.Interval[1] < 0 {
				missed++
			}
		}
	}
	assert.InDelta(t, .05, float64(missed)/float64(all), .02)
}

// TestBradleyTerryIsOfAllGamesAtOnce checks that neither the order of the games nor the
// anchor changes the differences.
func TestBradleyTerryIsOfAllGamesAtOnce(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	rapid.Check(t, func(t *rapid.T) {
		var games []stats.Game
		for i := range names { // all players are connected
			games = play(games, 1, names[i], names[(i+1)%len(names)], .5)
		}
		for range rapid.IntRange(0, 30).Draw(t, "games") {
			seats := rapid.IntRange(2, 4).Draw(t, "seats")
			games = append(games, stats.Game{
				Players: rapid.Permutation(names).Draw(t, "players")[:seats],
				Points:  rapid.SliceOfN(rapid.SampledFrom([]float64{0, .5, 1}), seats, seats).Draw(t, "points"),
			})
		}
		table, a := rated(t, games, "a")
		again, err := stats.BradleyTerry(rapid.Permutation(games).Draw(t, "order"), "a")
		require.NoError(t, err)
		assert.Equal(t, table, again)
		_, b := rated(t, games, "b")
		for _, name := range names {
			assert.InDelta(t, a[name].Elo.Value-a["b"].Elo.Value, b[name].Elo.Value, 1e-6)
		}
	})
}

func TestBradleyTerryErrors(t *testing.T) {
	apart := play(play(nil, 3, "a", "b", 1), 3, "c", "d", 1)
	for _, test := range []struct {
		games  []stats.Game
		anchor string
		want   string
	}{
		{nil, "a", `rating: the anchor "a" has played no game: name one of the players`},
		{apart, "e", `rating: the anchor "e" has played no game: name one of the players`},
		{apart, "b", `rating: "b" and "c" are not connected through games: let them play, or rate them separately`},
		{[]stats.Game{{Players: []string{"a"}, Points: []float64{1}}}, "a", "game 0 has 1 players and 1 points"},
		{[]stats.Game{{Players: []string{"a", "b"}, Points: []float64{1}}}, "a", "game 0 has 2 players and 1 points"},
	} {
		_, err := stats.BradleyTerry(test.games, test.anchor)
		assert.ErrorContains(t, err, test.want)
	}
}
