package arena_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/arena/stats"
)

// TestResult checks the text and the JSON of a result.
func TestResult(t *testing.T) {
	r := arena.Result{
		Rules: "chess", Bots: []string{"deep", "shallow"}, Games: 10, Wins: []int{6, 3}, Draws: 1,
		DrawPercent: 10, PositionWins: []int{5, 4}, PositionWinPercents: []float64{50, 40}, MeanRounds: 20,
		Table:  map[string]string{"pieces": "all"},
		Scores: []float64{.65, .35}, ScoreIntervals: []stats.Interval{stats.Wilson(6.5, 10), stats.Wilson(3.5, 10)},
		FirstSeatWins: 5, FirstSeatInterval: stats.Wilson(5, 10), MeanTurns: 40, Requests: 805, MeanRequests: 80.5,
		Comparison: &arena.Comparison{
			Units: 5, Pairs: []int{0, 1, 1, 2, 1}, Elo: stats.Estimate{Value: 107.5, Interval: stats.Interval{-10, 250}},
			NormalizedElo: stats.Estimate{Value: 120, Interval: stats.Interval{-20, 260}}, LOS: .975, Rho: -.25,
		},
		SPRT: &arena.Test{
			SPRT: stats.SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05, Model: stats.Normalized},
			LLR:  1.23, Lower: -2.94, Upper: 2.94, State: stats.Continue,
		},
		Ends:    []arena.Counts{{"normal": 10}, {"normal": 8, "timeout": 1, "concede": 1}},
		Faults:  []arena.Counts{{}, {"timeout": 2, "crash": 1}},
		Seconds: 2, GamesPerSecond: 1204.2, Seed: 7, Digest: "abcd",
		Times: []arena.Histogram{{{Nanoseconds: 900_000, N: 98}}, {{Nanoseconds: 3_100_000, N: 2}}},
		DeckTable: []arena.DeckRow{
			{Deck: "white", WinLossRecord: score(6, 2, 2), Against: []arena.DeckRow{{Deck: "black", WinLossRecord: score(6, 2, 2)}}},
			{Deck: "black", WinLossRecord: score(2, 6, 2), Against: []arena.DeckRow{{Deck: "white", WinLossRecord: score(2, 6, 2)}}},
		},
		FirstSeats: arena.FirstSeats{
			{Decks: [2]string{"black", "white"}, WinLossRecord: score(6, 4, 0)},
			{Decks: [2]string{"black", "green"}, WinLossRecord: score(5, 5, 0)},
		},
	}
	assert.Equal(t, `chess, 10 games, seed 7
  pieces all
  bot        games  won  drawn                score  faults     p50     p99
    deep        10    6      1  65.0 % [35.4, 86.3]     0    900 µs  900 µs
    shallow     10    3      1  35.0 % [13.7, 64.6]     3 !  3.1 ms  3.1 ms
    Marked: bots with faults.
  deep against shallow
    Elo                107.50 +/- 130.00
    nElo               120.00 +/- 140.00
    LOS                          97.50 %
    first seat wins  50.0 % [23.7, 76.3]
    rho                            -0.25
    pairs LL..WW         [0, 1, 1, 2, 1]
    nElo is normalized Elo, LOS the likelihood of superiority, and rho the correlation between games of one deal.
  LLR: 1.23 (41.8%) (-2.94, 2.94) [0.00, 10.00]
  SPRT: undecided
  faults     timeout  crash
    deep           0      0
    shallow        2      1
  ends of games  normal  concede  timeout
    deep             10        0        0
    shallow           8        1        1
    Normal is by the rules, adjudicated is at the turn limit.
  won by position 50.0 % 40.0 %, drawn 10.0 %; 20.00 turns each
  40.0 turns and 80.5 requests a game, 2.0 s, 1,204 games/s
  deck     games     against all others   white   black
    white     10  70.0 % [39.7, 89.2] !     -    70.0 !
    black     10  30.0 % [10.8, 60.3] !  30.0 !     -
    Scores of the row against the column in percent, 10 games each. Marked: outside 45 to 55 % against all others, or beyond 65 : 35.
  first seat by decks  games                  score
    black, white          10  60.0 % [31.3, 83.2] !
    black, green          10  50.0 % [23.7, 76.3]
    Score of the seat with the first turn. Marked: outside 42 to 58 %.
  digest abcd
`, r.String())
	assert.Equal(t, "chess, 0 games, seed 7\n", arena.Result{Rules: "chess", Seed: 7}.String())

	b, err := json.Marshal(r)
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(b, &object))
	for _, key := range []string{
		"rules", "bots", "games", "wins", "draws", "draw_percent", "position_wins", "position_win_percents",
		"first_seat_wins", "mean_turns", "mean_rounds", "requests", "compared", "sprt",
		"ends", "faults", "engine_errors", "seed", "digest", "deck_table", "first_seats",
	} {
		assert.Contains(t, object, key)
	}
	r.Seconds, r.GamesPerSecond, r.Times = 3, 4, nil
	again, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Equal(t, b, again, "the JSON contains no measured times")
}

func score(wins, losses, draws int) arena.WinLossRecord {
	n := wins + losses + draws
	return arena.WinLossRecord{Games: n, Wins: wins, Losses: losses, Draws: draws, Score: stats.Rate(float64(wins)+float64(draws)/2, n)}
}

// TestPositions checks the figure of the positions of more than two seats.
func TestPositions(t *testing.T) {
	r := arena.Result{
		Rules: "chess", Bots: []string{"a", "b", "c"}, Games: 1000, Wins: []int{0, 0, 0}, Scores: []float64{0, 0, 0},
		ScoreIntervals: make([]stats.Interval, 3), PositionWinPercents: []float64{36.5, 33.5, 30},
		PositionIntervals: []stats.Interval{stats.Wilson(365, 1000), stats.Wilson(335, 1000), stats.Wilson(300, 1000)},
	}
	assert.Contains(t, r.String(), `
  turn                  won  difference
    1   36.5 % [33.6, 39.5]      +3.2 !
    2   33.5 % [30.6, 36.5]      +0.2
    3   30.0 % [27.2, 32.9]      -3.3 !
    Share of games that the seat with the first turn won, the second turn and so on. An even share is 33.3 %. Marked: more than 3 points away.
`)
}
