package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// A Game is the result of a game, for [BradleyTerry].
type Game struct {
	Players []string  // in turn order, at least two
	Points  []float64 // by player; equal points are a draw between two players
}

// A Rating is the rating of a player.
type Rating struct {
	Name string
	Elo  Estimate // above the anchor
}

// A Table holds the ratings of all players, best first.
type Table struct {
	Ratings []Rating
	// FirstSeat is the Elo advantage of the first turn.
	FirstSeat Estimate
}

// BradleyTerry returns the maximum-likelihood ratings over all games. The order of
// the games does not matter. The anchor's rating is exactly 0. The other intervals are for the
// difference from the anchor.
//
// The difference in Elo, plus the advantage of the first turn, determines the probability of
// winning. A draw is half a win. A game with more than two players counts as a comparison of
// each pair of players. These comparisons are not independent. Between equal players, a ranking
// of n players carries 3/(n+1) of the information of the same number of two-player games. This
// fraction is the weight of the comparisons. If one player wins and the others are tied, they
// carry more information, and the intervals are too wide.
//
// Each pair of players that met, including a player that met itself, gets one additional game: a
// draw in which neither has the first turn. Otherwise the rating of a player that won every game
// would be infinite. In two-player games this is Firth's correction, which also removes most of
// the small-sample bias. After a hundred games its effect is negligible.
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
