package stats_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/arena/stats"
)

var tournaments = flag.Int("tournaments", 40, "how many tournaments the tests of coverage play")

// A field holds players of known strength, in Elo, and the advantage of the first turn.
type field struct {
	names []string
	elo   []float64
	first float64
}

func newField(draw *rand.Rand, n int) field {
	f := field{first: 60 * draw.NormFloat64()}
	for i := range n {
		f.names = append(f.names, string(rune('a'+i)))
		f.elo = append(f.elo, 200*draw.NormFloat64())
	}
	return f
}

// game simulates a game with the Plackett–Luce model. The places follow from each player's strength
// plus a random number with a Gumbel distribution.
func (f *field) game(draw *rand.Rand, players []int) stats.Game {
	g := stats.Game{Places: make([]int, len(players))}
	luck := make([]float64, len(players))
	order := make([]int, len(players))
	for i, p := range players {
		g.Players = append(g.Players, f.names[p])
		luck[i] = f.elo[p]*math.Ln10/400 - math.Log(draw.ExpFloat64())
		if i == 0 {
			luck[i] += f.first * math.Ln10 / 400
		}
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if luck[a] > luck[b] {
			return -1
		}
		return 1
	})
	for place, i := range order {
		g.Places[i] = place + 1
	}
	return g
}

// tournament plays rounds of rotations at random tables, and returns them as units.
func (f *field) tournament(draw *rand.Rand, rounds, seats int) (units [][]stats.Game) {
	for range rounds {
		table := draw.Perm(len(f.names))[:seats]
		var unit []stats.Game
		for range table {
			unit = append(unit, f.game(draw, table))
			table = append(table[1:], table[0])
		}
		units = append(units, unit)
	}
	return units
}

// covers counts the intervals that contain the true difference from the anchor.
func (f *field) covers(t *testing.T, units [][]stats.Game) (hit, all int) {
	table, byName := rated(t, units, f.names[0])
	for i, name := range f.names[1:] {
		all++
		truth := f.elo[i+1] - f.elo[0]
		if e := byName[name].Elo.Interval; e[0] <= truth && truth <= e[1] {
			hit++
		}
	}
	if e := table.FirstSeat.Interval; e[0] <= f.first && f.first <= e[1] {
		hit++
	}
	return hit, all + 1
}

// tolerance returns two standard deviations of the share of intervals that contain the truth.
func tolerance(intervals int) float64 { return 2 * math.Sqrt(.95*.05/float64(intervals)) }

// TestCoverage plays tournaments of players with known strengths at tables of each size. Between 93
// and 97 % of the intervals must contain the truth, with a tolerance of two standard deviations.
func TestCoverage(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		for _, rounds := range []int{20, 100} {
			t.Run(fmt.Sprintf("%d seats, %d rounds", seats, rounds), func(t *testing.T) {
				t.Parallel()
				draw := rand.New(rand.NewPCG(uint64(seats), uint64(rounds)))
				hit, all := 0, 0
				for range *tournaments {
					f := newField(draw, seats+2)
					h, n := f.covers(t, f.tournament(draw, rounds, seats))
					hit, all = hit+h, all+n
				}
				rate := float64(hit) / float64(all)
				t.Logf("%.1f %% of %d intervals", 100*rate, all)
				assert.InDelta(t, .95, rate, .02+tolerance(all))
			})
		}
	}
}

// TestCoverageOfExtremes adds a player that nearly always wins and a player that nearly never wins.
// At least 95 % of their intervals must contain the truth, with a tolerance of two standard
// deviations.
func TestCoverageOfExtremes(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprintf("%d seats", seats), func(t *testing.T) {
			t.Parallel()
			draw := rand.New(rand.NewPCG(uint64(seats), 7))
			hit, all := 0, 0
			for range *tournaments {
				f := newField(draw, seats+2)
				f.elo[1], f.elo[2] = f.elo[0]+800+400*draw.Float64(), f.elo[0]-800-400*draw.Float64()
				_, byName := rated(t, f.tournament(draw, 30, seats), f.names[0])
				for i := 1; i <= 2; i++ {
					all++
					truth := f.elo[i] - f.elo[0]
					if e := byName[f.names[i]].Elo.Interval; e[0] <= truth && truth <= e[1] {
						hit++
					}
				}
			}
			rate := float64(hit) / float64(all)
			t.Logf("%.1f %% of %d intervals", 100*rate, all)
			assert.GreaterOrEqual(t, rate, .95-tolerance(all))
		})
	}
}
