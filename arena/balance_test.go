package arena_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
	"gamed/arena/stats"
)

// TestBalance checks the balance of three games, and that a game without a usage does not count.
func TestBalance(t *testing.T) {
	games := []arena.Game{
		{Seats: []string{"a", "b"}, Won: []int{0}, Turns: 8, Requests: 40, Usage: &arena.Usage{
			Options: [3]int{20, 5, 15}, Kept: 1, Redrawn: 1, Scale: "life", Behind: true,
			Situations: []arena.Situation{{Use: "play", Phase: "main", Count: 6}, {Use: "power", Phase: "main", OtherTurn: true, Count: 1}},
			Cards:      map[string][]int{"Elk": {2, 1}, "Fox": {0, 0}},
		}},
		{Seats: []string{"a", "b"}, Won: []int{1}, Turns: 12, Requests: 60, Usage: &arena.Usage{
			Options: [3]int{30, 5, 25}, Kept: 2, Scale: "life",
			Situations: []arena.Situation{{Use: "play", Phase: "main", Count: 2}, {Use: "play", Phase: "dusk", Depth: 2, Count: 1}},
			Cards:      map[string][]int{"Elk": {0, 1}},
		}},
		{Seats: []string{"a", "b"}, Won: []int{}, Turns: 10, Requests: 50, Usage: &arena.Usage{
			Options: [3]int{50, 0, 0}, Kept: 2, Scale: "life", Cards: map[string][]int{"Elk": {0, 0}, "Owl": {0, 4}},
		}},
		{Seats: []string{"a", "b"}, Won: []int{1}, Turns: 99, Requests: 999}, // without a usage
	}
	var sum arena.Balance
	assert.Nil(t, sum.Summary(), "no games")
	for i := range games {
		sum.Add(&games[i])
	}
	b := sum.Summary()
	assert.Equal(t, 3, b.Games)
	assert.Equal(t, "mean 10.0, median 10, 90 % 12, most 12", b.Turns.String())
	assert.Equal(t, "mean 50.0, median 50, 90 % 60, most 60", b.Requests.String())
	assert.InDelta(t, 100./150, b.OneOption, 1e-9)
	assert.InDelta(t, 10./50, b.TwoOptions, 1e-9)
	assert.InDelta(t, 50./3, b.MeanDecisions, 1e-9)
	assert.InDelta(t, 1./6, b.Redrawn.Value, 1e-9)
	assert.InDelta(t, 1./2, b.Comebacks.Value, 1e-9, "of two games with a winner")

	u := b.Uses
	assert.Equal(t, 10, u.N)
	assert.InDelta(t, .8, u.OwnTurn, 1e-9)
	assert.InDelta(t, .1, u.Responses, 1e-9)
	assert.InDelta(t, .1, u.DeepResponses, 1e-9)
	assert.InDelta(t, .1, u.OtherTurn, 1e-9)
	assert.InDelta(t, .2, u.Reacting, 1e-9)
	assert.Equal(t, arena.Situation{Use: "play", Phase: "main", Count: 8}, u.Situations[0].Situation)

	require.Len(t, b.Cards, 3)
	for i, want := range []struct {
		card               string
		games, used, uses  int
		share, mean, score float64
	}{
		{"Fox", 1, 0, 0, 0, 0, .5},
		{"Elk", 3, 2, 4, 2. / 3, 4. / 3, 2. / 3},
		{"Owl", 1, 1, 4, 1, 4, .5},
	} {
		row := b.Cards[i]
		assert.Equal(t, want.card, row.Card)
		assert.Equal(t, []int{want.games, want.used, want.uses}, []int{row.Games, row.GamesUsed, row.Uses}, row.Card)
		assert.InDelta(t, want.share, row.Share.Value, 1e-9, row.Card)
		assert.InDelta(t, want.mean, row.Mean, 1e-9, row.Card)
		assert.InDelta(t, want.score, row.Score.Value, 1e-9, row.Card)
	}
	require.Len(t, b.Rare(), 1)
	assert.Equal(t, "Fox", b.Rare()[0].Card)
}

// TestSharedWins checks that the winners of a game share its point in the score of a card.
func TestSharedWins(t *testing.T) {
	var sum arena.Balance
	for _, won := range [][]int{{0, 1}, {0}, {2}} {
		sum.Add(&arena.Game{Seats: []string{"a", "b", "c"}, Won: won, Usage: &arena.Usage{Cards: map[string][]int{"Elk": {1, 0, 0}}}})
	}
	assert.InDelta(t, 1.5/3, sum.Summary().Cards[0].Score.Value, 1e-9)
}

// TestBalanceText checks the text that a match prints about the usage of its games.
func TestBalanceText(t *testing.T) {
	var sum arena.Balance
	sum.Add(&arena.Game{Seats: []string{"a", "b"}, Won: []int{0}, Turns: 8, Requests: 40, Usage: &arena.Usage{
		Options: [3]int{20, 5, 15}, Kept: 1, Redrawn: 1, Scale: "life", Behind: true,
		Situations: []arena.Situation{{Use: "play", Phase: "main", Count: 5}, {Use: "power", Phase: "dusk", Count: 1}, {Use: "play", Phase: "main", OtherTurn: true, Depth: 2, Count: 2}},
		Cards:      map[string][]int{"Elk": {2, 1}, "Fox": {0, 0}},
	}})
	sum.CardsWithoutDeck = []string{"Gnu", "Yak"}
	r := arena.Result{Rules: "chess", Bots: []string{"a"}, Games: 1, Wins: []int{0}, Scores: []float64{0}, ScoreIntervals: make([]stats.Interval, 1), Balance: sum.Summary()}
	assert.Contains(t, r.String(), `
  usage, counted in 1 game
    turns of a game          mean 8.0, median 8, 90 % 8, most 8
    requests of a game       mean 40.0, median 40, 90 % 40, most 40
    decisions of a game      20.0
    hands redrawn            50.0 % [9.5, 90.5]
    comebacks (life)         100.0 % [20.7, 100.0]
    uses of cards in a game  8.0
    cards in no ready deck   Gnu, Yak
  options of a request  requests
    one                   50.0 %
    two                   12.5 %
    three or more         37.5 %
    A request with one option is no decision. Of the requests with a choice, 25.0 % offer two options.
  uses of cards                         share
    own turn, empty stack, main        62.5 %
    own turn, empty stack, dusk        12.5 %
    own turn, empty stack, all         75.0 %
    on a stack                         25.0 %
    on two or more plays               25.0 %
    another seat's turn                25.0 %
    on a stack or another seat's turn  25.0 %
    Some uses count in two rows.
  card   games              used in  uses a game  score of its users
    Fox      1  0.0 % [0.0, 79.3] !         0.00                   -
    Games with the card, the share of them in which a seat uses it, and the score of these seats. Marked: used in under 5.0 % of its games.
`)
}
