package arena_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
)

// duel returns a game of two seats in which the given seat has the first turn.
func duel(decks [2]string, first int, won ...int) *arena.Game {
	return &arena.Game{Seats: []string{"a", "b"}, Decks: decks[:], First: first, Won: won}
}

// TestFirstSeats checks the record of the first seat for each pair of decks.
func TestFirstSeats(t *testing.T) {
	var rows arena.FirstSeats
	for _, g := range []*arena.Game{
		duel([2]string{"oak", "ash"}, 0, 0), duel([2]string{"ash", "oak"}, 1, 1), duel([2]string{"ash", "oak"}, 1, 0),
		duel([2]string{"elm", "oak"}, 0, 1), duel([2]string{"elm", "oak"}, 0),
		duel([2]string{"elm", "ash"}, -1),
		{Seats: []string{"a", "b", "c"}, Decks: []string{"ash", "elm", "oak"}, Won: []int{0}},
		{Seats: []string{"a", "b"}, Won: []int{0}},
	} {
		rows.Add(g)
	}
	rows.Sort()
	require.Len(t, rows, 2, "games without a first turn, of three seats or without decks do not count")
	for i, want := range []struct {
		decks        [2]string
		wins, losses int
		draws        int
		score        float64
	}{
		{[2]string{"ash", "oak"}, 2, 1, 0, 2. / 3},
		{[2]string{"elm", "oak"}, 0, 1, 1, .25},
	} {
		assert.Equal(t, want.decks, rows[i].Decks)
		assert.Equal(t, []int{want.wins, want.losses, want.draws}, []int{rows[i].Wins, rows[i].Losses, rows[i].Draws})
		assert.InDelta(t, want.score, rows[i].Score.Value, 1e-9)
		assert.Less(t, rows[i].Score.Interval[0], want.score)
		assert.Greater(t, rows[i].Score.Interval[1], want.score)
	}
}

// TestUnevenScores checks which scores are marked as uneven, at the limits of each band.
func TestUnevenScores(t *testing.T) {
	for _, test := range []struct {
		score             float64
		deck, pair, first bool
	}{
		{.5, false, false, false},
		{.55, false, false, false}, {.551, true, false, false}, {.449, true, false, false},
		{.58, true, false, false}, {.581, true, false, true}, {.419, true, false, true},
		{.65, true, false, true}, {.651, true, true, true}, {.349, true, true, true},
	} {
		var row arena.DeckRow
		row.Score.Value = test.score
		first := arena.FirstSeat{WinLossRecord: row.WinLossRecord}
		assert.Equal(t, test.deck, row.Uneven(), "%v", test.score)
		assert.Equal(t, test.pair, row.UnevenPair(), "%v", test.score)
		assert.Equal(t, test.first, first.Uneven(), "%v", test.score)
	}
}
