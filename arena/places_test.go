package arena_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/rules/dominion"
)

// TestPlaces checks the places and points of games with three seats, and that both lanes write the
// same results.
func TestPlaces(t *testing.T) {
	number := 60
	if testing.Short() {
		number = 12 // enough for the race detector
	}
	for _, rules := range []string{"elements", "dominion"} {
		t.Run(rules, func(t *testing.T) {
			lines := map[string]bool{}
			var played []arena.Game
			for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
				m := match(t, number, "random", "random", "random")
				if rules == "dominion" {
					m = dominionMatch(t, number, "random", "greedy", "greedy")
				}
				m.Lane = lane
				_, out := runWithOutput(t, m)
				lines[out] = true
				played = games(t, out)
			}
			assert.Len(t, lines, 1)
			apart := 0
			for _, g := range played {
				require.Len(t, g.Places, 3)
				for seat, place := range g.Places {
					assert.Equal(t, slices.Contains(g.Won, seat) || len(g.Won) == 0 && place == 1, place == 1, "%+v", g)
					for other := range g.Places {
						if rules == "dominion" && g.Scores[seat] > g.Scores[other] {
							assert.Less(t, place, g.Places[other], "%+v", g)
						}
						assert.InDelta(t, 1, g.Versus(seat, other)+g.Versus(other, seat), 0)
					}
				}
				if slices.Sort(g.Places); slices.Equal(g.Places, []int{1, 2, 3}) {
					apart++
				}
			}
			assert.Greater(t, apart, number*2/3)
		})
	}
}

// dominionMatch returns a match of Dominion between the named bots.
func dominionMatch(t *testing.T, n int, names ...string) arena.Match {
	m := match(t, n, "random", "random")
	m.Rules, m.Bots = dominion.Rules, nil
	for _, name := range names {
		bot, err := arena.NewPlayer(ai.Roster{}, "dominion", name)
		require.NoError(t, err)
		m.Bots = append(m.Bots, bot)
	}
	return m
}
