package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// A Game is the result of a game, for [PlackettLuce].
type Game struct {
	Players []string // in turn order, two to maxPlayers
	// Places holds the place of each player, 1 for the best. Equal places are a tie. Players with
	// place 0 finished behind all others, in an unknown order.
	Places []int
}

// maxPlayers is the largest number of players of a [Game].
const maxPlayers = 6

// A Rating is the rating of a player.
type Rating struct {
	Name string
	Elo  Estimate // difference from the anchor
}

// A RatingTable holds the ratings of all players, best first.
type RatingTable struct {
	Ratings []Rating
	// FirstSeat is the Elo advantage of the first turn.
	FirstSeat Estimate
}

// PlackettLuce returns the maximum-likelihood ratings over all games. Games with the same deal
// form a unit. The order of the units and of the games in a unit does not matter. The anchor's
// rating is exactly 0. The ratings and intervals of all other players are differences from the
// anchor.
//
// The model draws the places of a game one after another, from the first. Each player without a
// place takes the next place with a probability proportional to 10^(rating/400). The player with
// the first turn has the advantage of the first turn on top of its rating. Games of two players
// follow the model of Bradley and Terry. A tie counts as all orders of the tied players, in equal
// parts, so a draw is half a win.
//
// Each pair of players that met, including a player that met itself, gets one additional game. The
// additional game is a draw in which each of the two has the first turn with half the weight.
// Otherwise the rating of a player that won every game would be infinite. In two-player games this
// is Firth's correction, which also removes most of the small-sample bias. After a hundred games
// its effect is negligible.
//
// The games of a unit are not independent. The intervals therefore use the variance between the
// units (the sandwich estimator), as far as the games suffice to estimate it. With little
// information about a player, the interval is the range of ratings whose profile likelihood is
// close to the maximum. Such an interval is not symmetric.
//
// PlackettLuce returns an error if two players are not connected through games, the anchor has played
// no game, or a game has an invalid number of players or places.
func PlackettLuce(units [][]Game, anchor string) (RatingTable, error) {
	names, err := players(units)
	if err != nil {
		return RatingTable{}, fmt.Errorf("rating: %w", err)
	}
	fixed, known := slices.BinarySearch(names, anchor)
	if !known {
		return RatingTable{}, fmt.Errorf("rating: the anchor %q has played no game: name one of the players", anchor)
	}
	f := newFit(names, fixed, units)
	if stranger := f.unconnectedPlayer(); stranger >= 0 {
		return RatingTable{}, fmt.Errorf("rating: %q and %q are not connected through games: let them play, or rate them separately",
			anchor, names[stranger])
	}
	estimates := f.solve()
	table := RatingTable{FirstSeat: estimates[len(names)]}
	for i, name := range names {
		table.Ratings = append(table.Ratings, Rating{name, estimates[i]})
	}
	slices.SortStableFunc(table.Ratings, func(a, b Rating) int { return cmp.Compare(b.Elo.Value, a.Elo.Value) })
	return table, nil
}

// players returns the sorted names of all players.
func players(units [][]Game) (names []string, err error) {
	for i, unit := range units {
		for _, g := range unit {
			if n := len(g.Players); n < 2 || n > maxPlayers || n != len(g.Places) {
				return nil, fmt.Errorf("unit %d has a game with %d players and %d places: a game needs two to %d players, and a place for each",
					i, n, len(g.Places), maxPlayers)
			}
			names = append(names, g.Players...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
