package arena_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/arena/stats"
)

func TestResult(t *testing.T) {
	r := arena.Result{
		Rules: "chess", Bots: []string{"deep", "shallow"}, Lane: "direct", Games: 10, Wins: []int{6, 3}, Draws: 1,
		DrawPercent: 10, PositionWins: []int{5, 4}, PositionWinPercents: []float64{50, 40}, MeanRounds: 20,
		Table:  map[string]string{"pieces": "all"},
		Scores: []float64{.65, .35}, ScoreIntervals: []stats.Interval{stats.Wilson(6.5, 10), stats.Wilson(3.5, 10)},
		FirstSeatWins: 5, FirstSeatInterval: stats.Wilson(5, 10), MeanTurns: 40, Requests: 805, MeanRequests: 80.5,
		Seconds: 2, GamesPerSecond: 5, Faults: []int{0, 1}, Seed: 7, Digest: "abcd",
	}
	assert.Equal(t, `chess, 10 games, seed 7
  pieces all
  deep           6 wins  score 65.0 % [35.4, 86.3]
  shallow        3 wins  score 35.0 % [13.7, 64.6]
  draws 1, first seat wins 50.0 % [23.7, 76.3]
  won by position 50.0 % 40.0 %, drawn 10.0 %; 20.00 turns each
  40.0 turns and 80.5 requests a game, 5 games a second, 2.0 s
  faults: deep 0, shallow 1
  digest abcd
`, r.String())
	assert.Equal(t, "chess, 0 games, seed 7\n", arena.Result{Rules: "chess", Seed: 7}.String())

	b, err := json.Marshal(r)
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(b, &object))
	for _, key := range []string{
		"rules", "bots", "games", "wins", "draws", "draw_percent", "position_wins", "position_win_percents",
		"first_seat_wins", "mean_turns", "mean_rounds", "requests", "seconds",
		"games_per_second", "faults", "seed", "digest",
	} {
		assert.Contains(t, object, key)
	}
}
