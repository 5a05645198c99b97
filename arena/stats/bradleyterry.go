package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// A Game is the result of a game, for [BradleyTerry].
type Game struct {
	Players []string  // in turn order, at least two
	Points  []float64 // by player; equal points are a draw between the two
}

// A Rating is the rating of a player.
type Rating struct {
	Name string
	Elo  Estimate // above the anchor
}

// A Table is the ratings of all players, the best first.
type Table struct {
	Ratings []Rating
	// FirstSeat is the Elo advantage of the first turn.
	FirstSeat Estimate
}

// BradleyTerry returns the maximum-likelihood ratings over all games. The order of
// the games does not matter. The anchor's rating is 0, without an error; the other
// intervals are of the difference from it.
//
// The difference in Elo, plus the advantage of the first turn, gives the chance to
// win. A draw is half a win. A game of more than two counts as a comparison of each
// two players. These comparisons are not independent: between equals, a ranking of n
// carries 3/(n+1) of the information of as many games of two, so that is their
// weight. If one player wins and the rest are equal they carry somewhat more, and
// the intervals are too wide.
//
// Each two players that met, and each that met itself, get one more game: a draw
// without a first turn. Otherwise a player that won everything would be rated
// infinite. In games of two this is Firth's correction, which also removes most of
// the bias of few games. After a hundred games it is hardly visible.
//
// The intervals come from the inverse Hessian of the likelihood and are symmetric.
// BradleyTerry returns an error if two players are not connected through games.
func BradleyTerry(games []Game, anchor string) (Table, error) {
	names, err := players(games)
	if err != nil {
		return Table{}, fmt.Errorf("rating: %w", err)
	}
	fixed, known := slices.BinarySearch(names, anchor)
	if !known {
		return Table{}, fmt.Errorf("rating: the anchor %q has played no game: name one of the players", anchor)
	}
	f := newFit(len(names), fixed)
	for _, g := range games {
		seats := make([]int, len(g.Players))
		for i, name := range g.Players {
			seats[i], _ = slices.BinarySearch(names, name)
		}
		f.game(seats, g.Points)
	}
	if stranger := f.stranger(); stranger >= 0 {
		return Table{}, fmt.Errorf("rating: %q and %q are not connected through games: let them play, or rate them separately",
			anchor, names[stranger])
	}
	estimates := f.solve()
	table := Table{FirstSeat: estimates[len(names)]}
	for i, name := range names {
		table.Ratings = append(table.Ratings, Rating{name, estimates[i]})
	}
	slices.SortStableFunc(table.Ratings, func(a, b Rating) int { return cmp.Compare(b.Elo.Value, a.Elo.Value) })
	return table, nil
}

// players returns the sorted names of all players.
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
