package arena

import (
	"cmp"
	"fmt"
	"slices"

	"gamed/arena/figure"
	"gamed/arena/stats"
)

// A FirstSeat is the record of the seat with the first turn in the games between two decks.
type FirstSeat struct {
	Decks [2]string `json:"decks"` // in alphabetical order
	WinLossRecord
}

// FirstSeats has a row per pair of decks.
type FirstSeats []FirstSeat

// Add adds a game of two seats with decks. It ignores other games, and games without a first turn.
func (t *FirstSeats) Add(g *Game) {
	if len(g.Decks) != 2 || g.First < 0 {
		return
	}
	decks := [2]string{min(g.Decks[0], g.Decks[1]), max(g.Decks[0], g.Decks[1])}
	row := rowOf(t, FirstSeat{Decks: decks}, func(r FirstSeat) bool { return r.Decks == decks })
	row.WinLossRecord.Add(g.Versus(g.First, 1-g.First))
}

// Sort puts the pair of decks with the greatest advantage of the first seat first.
func (t FirstSeats) Sort() {
	slices.SortFunc(t, func(a, b FirstSeat) int {
		return cmp.Or(cmp.Compare(b.Score.Value, a.Score.Value), slices.Compare(a.Decks[:], b.Decks[:]))
	})
}

// figure returns the figure of the first seat's scores, with a row for each pair of decks.
func (t FirstSeats) figure() figure.Figure {
	f := figure.Figure{
		ID: "firstseats", Title: "First seat by decks", Head: []string{"first seat by decks", "games", "score"},
		About: "Score of the seat with the first turn. Marked: outside 42 to 58 %.",
	}
	for i := range t {
		r := &t[i]
		f.Add(figure.Text(r.Decks[0]+", "+r.Decks[1]), figure.Count(r.Games), figure.Rate(r.Score).Mark(r.Uneven()))
	}
	return f
}

// positionsFigure returns the figure of the shares of won games by position in the order of turns.
// The figure has no rows for one or two seats.
func (r *Result) positionsFigure() (f figure.Figure) {
	if len(r.PositionWinPercents) < 3 {
		return f
	}
	even := 1 / float64(len(r.PositionWinPercents))
	f = figure.Figure{
		ID: "positions", Title: "Positions", Head: []string{"turn", "won", "difference"},
		About: fmt.Sprintf("Share of games that the seat with the first turn won, the second turn and so on. An even share is %s. Marked: more than 3 points away.", figure.Share(even)),
	}
	for i, percent := range r.PositionWinPercents {
		won := stats.Estimate{Value: percent / 100, Interval: r.PositionIntervals[i]}
		apart := 100 * (won.Value - even)
		f.Add(figure.Text(fmt.Sprint(i+1)), figure.Rate(won), figure.Number(apart, fmt.Sprintf("%+.1f", apart)).Mark(uneven(won.Value-even+.5, positionBand)))
	}
	return f
}
