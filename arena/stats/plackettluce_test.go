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

// play appends n games between the players a and b. In each game, a has the first turn and scores
// the given points. Each game is a unit.
func play(units [][]stats.Game, n int, a, b string, points float64) [][]stats.Game {
	places := map[float64][]int{0: {2, 1}, .5: {1, 1}, 1: {1, 2}}[points]
	for range n {
		units = append(units, []stats.Game{{Players: []string{a, b}, Places: places}})
	}
	return units
}

func rated(t require.TestingT, units [][]stats.Game, anchor string) (stats.RatingTable, map[string]stats.Rating) {
	table, err := stats.PlackettLuce(units, anchor)
	require.NoError(t, err)
	byName := make(map[string]stats.Rating)
	for _, r := range table.Ratings {
		byName[r.Name] = r
	}
	return table, byName
}

// TestPlackettLuceOfTwo compares the ratings of two players with the closed form: the log-odds of the
// score, with standard error 1/√(np(1-p)), after adding half a win and half a loss. The interval is
// wider by the correction for two parameters and by fewGames.
func TestPlackettLuceOfTwo(t *testing.T) {
	var games [][]stats.Game
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		aPoints := map[string]float64{"a": 1, "b": 0}[order[0]]
		games = play(games, 300, order[0], order[1], aPoints)
		games = play(games, 100, order[0], order[1], 1-aPoints)
	}
	table, byName := rated(t, games, "b")
	p := (600 + .5) / (800 + 1)
	want := 400 * math.Log10(p/(1-p))
	information := 801 * p * (1 - p)
	margin := 1.959963984540054 * 400 / math.Ln10 / math.Sqrt(information)
	widened := math.Sqrt(1 + 1/information) // see fewGames
	assert.InDelta(t, want, byName["a"].Elo.Value, 1e-6)
	assert.InEpsilon(t, margin*widened*math.Sqrt(800./798), byName["a"].Elo.Margin(), .002)
	assert.Equal(t, stats.Rating{Name: "b"}, byName["b"])
	assert.InDelta(t, 0, table.FirstSeat.Value, 1e-6)
	assert.Equal(t, "a", table.Ratings[0].Name, "the best player is first")

	_, turned := rated(t, games, "a")
	assert.InDelta(t, -want, turned["b"].Elo.Value, 1e-6)
	assert.InDelta(t, byName["a"].Elo.Margin(), turned["b"].Elo.Margin(), 1e-6)
}

// TestPlackettLuceUnits checks that intervals follow the variance between the units. Draws, and
// pairs that the deal decides, must narrow the intervals. Pairs that repeat a result must widen the
// intervals.
func TestPlackettLuceUnits(t *testing.T) {
	game := func(first, second string, places ...int) stats.Game {
		return stats.Game{Players: []string{first, second}, Places: places}
	}
	margin := func(pairs ...[2]stats.Game) float64 {
		var units [][]stats.Game
		for range 400 / len(pairs) {
			for _, pair := range pairs {
				units = append(units, pair[:])
			}
		}
		_, byName := rated(t, units, "b")
		assert.InDelta(t, 0, byName["a"].Elo.Value, 1e-6)
		return byName["a"].Elo.Margin()
	}
	won, lost := game("a", "b", 1, 2), game("b", "a", 1, 2)
	back, gave := game("b", "a", 2, 1), game("a", "b", 2, 1)
	alone := margin([2]stats.Game{won, back}, [2]stats.Game{won, lost}, [2]stats.Game{gave, back}, [2]stats.Game{gave, lost})
	assert.InEpsilon(t, 1.959963984540054*800/math.Ln10/math.Sqrt(800), alone, .01, "independent games")
	assert.InEpsilon(t, alone*math.Sqrt2, margin([2]stats.Game{won, back}, [2]stats.Game{gave, lost}), .02, "a pair is like one game")
	assert.Less(t, margin([2]stats.Game{won, lost}, [2]stats.Game{gave, back}), alone/4, "the first turn decides")
	assert.Less(t, margin([2]stats.Game{game("a", "b", 1, 1), game("b", "a", 1, 1)}), alone/4, "only draws")
}

// TestPlackettLuceOrders checks the ratings from games of three players in which only the winner is
// known. If the losers are tied instead, the winner must be rated lower.
func TestPlackettLuceOrders(t *testing.T) {
	// a wins twice as often as b and twice as often as c. With only the winners known, a's rating is
	// the log-odds against b.
	var winners, rankings [][]stats.Game
	for i := range 1200 {
		players := []string{"a", "b", "c"}
		places := [][]int{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}[i%4]
		order := [][]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}}[i/4%3]
		g := stats.Game{}
		for _, seat := range order {
			g.Players, g.Places = append(g.Players, players[seat]), append(g.Places, places[seat])
		}
		winners = append(winners, []stats.Game{g})
		full := stats.Game{Players: g.Players}
		for _, place := range g.Places { // the losers are a tie
			full.Places = append(full.Places, max(place, 2*(1-place)))
		}
		rankings = append(rankings, []stats.Game{full})
	}
	_, byName := rated(t, winners, "b")
	assert.InDelta(t, 400*math.Log10(2), byName["a"].Elo.Value, 1)
	assert.InDelta(t, 0, byName["c"].Elo.Value, 1e-6)
	_, tied := rated(t, rankings, "b")
	assert.Less(t, tied["a"].Elo.Value, byName["a"].Elo.Value, "a tie of the losers counts as both of their orders in equal parts")
}

// TestPlackettLuceFirstSeat checks that an advantage between equal players is attributed to the
// first turn. Moving first more often must not raise a rating.
func TestPlackettLuceFirstSeat(t *testing.T) {
	var games [][]stats.Game
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
	assert.Greater(t, self.FirstSeat.Value, 50., "games of a player against itself show the advantage of the first turn")
}

// TestPlackettLuceStaysFinite checks the ratings of a player that won all games, and of a player that
// lost its only game.
func TestPlackettLuceStaysFinite(t *testing.T) {
	table, byName := rated(t, play(play(play(nil, 500, "a", "b", 1), 500, "b", "a", 0), 1, "b", "c", 1), "b")
	assert.InDelta(t, 400*math.Log10(1000.5/.5), byName["a"].Elo.Value, 10)
	assert.Less(t, byName["c"].Elo.Value, 0.)
	assert.False(t, math.IsNaN(table.FirstSeat.Margin()))
	one, _ := rated(t, play(nil, 1, "a", "b", 1), "b")
	assert.Greater(t, one.Ratings[0].Elo.Margin(), 500., "one game gives a wide interval")
}

// TestPlackettLuceContains checks that intervals contain their ratings even if a player lost every
// game to some players and won every game against the other players.
func TestPlackettLuceContains(t *testing.T) {
	var games [][]stats.Game
	meet := func(a, b string, wins int) { // of 60, half of them with the first turn
		for _, order := range [][2]string{{a, b}, {b, a}} {
			first := map[string]float64{a: 1, b: 0}[order[0]]
			games = play(play(games, wins/2, order[0], order[1], first), 30-wins/2, order[0], order[1], 1-first)
		}
	}
	players := []string{"strong", "good", "fair", "weak", "hopeless"}
	for i, row := range [][]int{{44, 54, 60, 60}, {48, 60, 60}, {60, 60}, {60}} {
		for k, wins := range row {
			meet(players[i], players[i+1+k], wins)
		}
	}
	table, _ := rated(t, games, "fair")
	for _, r := range table.Ratings {
		assert.LessOrEqual(t, r.Elo.Interval[0], r.Elo.Value, r.Name)
		assert.GreaterOrEqual(t, r.Elo.Interval[1], r.Elo.Value, r.Name)
	}
}

// TestPlackettLuceFindsTheTruth simulates a round robin and checks that the ratings match the
// known strengths.
func TestPlackettLuceFindsTheTruth(t *testing.T) {
	const first = 35
	truth := map[string]float64{"random": -400, "greedy": 0, "search": 150, "deep": 210}
	names := []string{"random", "greedy", "search", "deep"}
	draw := rand.New(rand.NewPCG(1, 952))
	var games [][]stats.Game
	for range 800 {
		for _, a := range names {
			for _, b := range names {
				if a != b {
					games = play(games, 1, a, b, float64(int(draw.Float64()+stats.ExpectedScore(truth[a]-truth[b]+first))))
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

// TestPlackettLuceIsOfAllGamesAtOnce checks that neither the order of the games nor the anchor
// changes the differences between the ratings.
func TestPlackettLuceIsOfAllGamesAtOnce(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	rapid.Check(t, func(t *rapid.T) {
		var games [][]stats.Game
		for i := range names { // all players are connected
			games = play(games, 1, names[i], names[(i+1)%len(names)], .5)
		}
		for range rapid.IntRange(0, 30).Draw(t, "games") {
			seats := rapid.IntRange(2, 4).Draw(t, "seats")
			games = append(games, []stats.Game{{
				Players: rapid.Permutation(names).Draw(t, "players")[:seats],
				Places:  rapid.SliceOfN(rapid.IntRange(0, 4), seats, seats).Draw(t, "places"),
			}})
		}
		table, a := rated(t, games, "a")
		again, err := stats.PlackettLuce(rapid.Permutation(games).Draw(t, "order"), "a")
		require.NoError(t, err)
		assert.Equal(t, table, again)
		_, b := rated(t, games, "b")
		for _, name := range names {
			assert.InDelta(t, a[name].Elo.Value-a["b"].Elo.Value, b[name].Elo.Value, 1e-6)
		}
	})
}

// TestPlackettLuceErrors checks the errors for invalid games and for players that are not connected.
func TestPlackettLuceErrors(t *testing.T) {
	apart := play(play(nil, 3, "a", "b", 1), 3, "c", "d", 1)
	for _, test := range []struct {
		games  [][]stats.Game
		anchor string
		want   string
	}{
		{nil, "a", `rating: the anchor "a" has played no game: name one of the players`},
		{apart, "e", `rating: the anchor "e" has played no game: name one of the players`},
		{apart, "b", `rating: "b" and "c" are not connected through games: let them play, or rate them separately`},
		{[][]stats.Game{{{Players: []string{"a"}, Places: []int{1}}}}, "a", "unit 0 has a game with 1 players and 1 places"},
		{[][]stats.Game{{{Players: []string{"a", "b"}, Places: []int{1}}}}, "a", "unit 0 has a game with 2 players and 1 places"},
	} {
		_, err := stats.PlackettLuce(test.games, test.anchor)
		assert.ErrorContains(t, err, test.want)
	}
}
