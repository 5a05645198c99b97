package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// A Game is who played it and how it ended, for [BradleyTerry].
type Game struct {
	Players []string  // by seat, whoever had the first turn first; two or more
	Points  []float64 // of each: more are better, equal ones are a draw between the two
}

// A Rating is what a player came to.
type Rating struct {
	Name  string   `json:"name"`
	Elo   Estimate `json:"elo"` // above the anchor
	Games int      `json:"games"`
}

// A Table is the ratings of all players, the best first.
type Table struct {
	Ratings []Rating `json:"ratings"`
	// FirstSeat is what having the first turn is worth in Elo.
	FirstSeat Estimate `json:"first_seat"`
}

// BradleyTerry returns the ratings that go best with all games at once; the
// order of the games does not matter. The anchor is the player whose rating is
// 0, without an error: the intervals of the others are of their difference from
// it.
//
// A player beats another with the chance that their difference in Elo gives; the
// one who had the first turn has so much more as that is worth. A draw is half a
// win. A game of more than two is taken as a comparison of each with each. These
// are not independent: between equals, comparisons in a ranking of n carry
// 3/(n+1) of what as many games of two would, so that is their weight. Where one
// wins and the rest are equal, they carry somewhat more than that and the
// intervals are too wide.
//
// Each two players that met, and each that met itself, are given one more game:
// a draw, without a first turn. Otherwise who has won everything would be rated
// infinite. Added to the games of two it is Firth's correction, half a win and
// half a loss, which also takes away most of the bias of few games. After a
// hundred games one can hardly see it.
//
// The intervals are from the curvature of the likelihood (the inverse of the
// Hessian), and symmetric. It is an error if two players never met, directly or
// through others: nothing tells how they compare.
func BradleyTerry(games []Game, anchor string) (Table, error) {
	names, err := players(games)
	if err != nil {
		return Table{}, fmt.Errorf("rating: %w", err)
	}
	fixed, known := slices.BinarySearch(names, anchor)
	if !known {
		return Table{}, fmt.Errorf("rating: the anchor %q has no game: name one of the players", anchor)
	}
	f := newFit(len(names), fixed)
	played := make([]int, len(names))
	for _, g := range games {
		seats := make([]int, len(g.Players))
		for i, name := range g.Players {
			seats[i], _ = slices.BinarySearch(names, name)
			if !slices.Contains(seats[:i], seats[i]) {
				played[seats[i]]++
			}
		}
		f.game(seats, g.Points)
	}
	if stranger := f.stranger(); stranger >= 0 {
		return Table{}, fmt.Errorf("rating: %q and %q never met, directly or through others: play games between them or rate them apart",
			anchor, names[stranger])
	}
	estimates := f.solve()
	table := Table{FirstSeat: estimates[len(names)]}
	for i, name := range names {
		table.Ratings = append(table.Ratings, Rating{name, estimates[i], played[i]})
	}
	slices.SortStableFunc(table.Ratings, func(a, b Rating) int { return cmp.Compare(b.Elo.Value, a.Elo.Value) })
	return table, nil
}

// players returns the names of all who played, sorted.
func players(games []Game) (names []string, err error) {
	for i, g := range games {
		if len(g.Players) < 2 || len(g.Players) != len(g.Points) {
			return nil, fmt.Errorf("game %d has %d players and %d points: it needs two players or more, and points for each",
				i, len(g.Players), len(g.Points))
		}
		names = append(names, g.Players...)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
