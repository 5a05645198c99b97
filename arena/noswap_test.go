package arena_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/rules"
	"gamed/rules/dominion"
	"gamed/state"
)

// richest buys the first of Province, Gold and Silver that it can afford.
type richest struct{}

func (richest) Choose(a ai.Ask) state.Option {
	for _, k := range []state.Kind{dominion.Province, dominion.Gold, dominion.Silver} {
		for _, o := range a.Options {
			if o == (state.Option{Do: dominion.BuyCard, Card: state.Card(k)}) {
				return o
			}
		}
	}
	return a.Options[0]
}

// richMatch returns a match of Dominion between equal bots.
func richMatch(bots, games int) arena.Match {
	m := arena.Match{Rules: dominion.Rules, Games: games, Seed: 1}
	for range bots {
		m.Bots = append(m.Bots, arena.Player{Name: "richest", New: func(uint64) ai.Bot { return richest{} }})
	}
	return m
}

// TestNoSwap checks that each bot keeps its seat and that each deal occurs once.
func TestNoSwap(t *testing.T) {
	m := match(t, 30, "greedy", "random", "random")
	m.NoSwap = true
	r, out := runWithOutput(t, m)
	digests := map[string]bool{}
	for n, g := range games(t, out) {
		assert.Equal(t, n, g.Pair)
		assert.Equal(t, []string{"greedy", "random", "random"}, g.Seats)
		digests[g.Digest] = true
	}
	assert.Len(t, digests, 30)
	assert.True(t, r.NoSwap)

	// With swapped seats, equal bots that use no randomness play the same game twice.
	_, out = runWithOutput(t, richMatch(2, 20))
	digests = map[string]bool{}
	for _, g := range games(t, out) {
		digests[g.Digest] = true
	}
	assert.Len(t, digests, 10)
}

// TestDraws checks that a game won by all seats counts as a draw. A game won by several seats
// must count as a win for each of them.
func TestDraws(t *testing.T) {
	for seats := 2; seats <= 3; seats++ {
		m := richMatch(seats, 300)
		m.NoSwap = true
		r, out := runWithOutput(t, m)
		want := arena.Result{Wins: make([]int, seats), PositionWins: make([]int, seats)}
		points, shared := make([]float64, seats), 0
		for _, g := range games(t, out) {
			assert.Zero(t, g.First)
			if len(g.Won) == seats {
				want.Draws++
			} else if len(g.Won) > 1 {
				shared++
			}
			for _, seat := range g.Won {
				points[seat] += 1 / float64(len(g.Won))
				if len(g.Won) < seats {
					want.Wins[seat]++
					want.PositionWins[seat]++
				}
			}
		}
		assert.Equal(t, want.Draws, r.Draws)
		assert.Equal(t, want.Wins, r.Wins)
		assert.Equal(t, want.PositionWins, r.PositionWins)
		assert.Equal(t, r.PositionWins[0], r.FirstSeatWins)
		assert.Greater(t, r.Draws, 20)
		assert.Equal(t, seats > 2, shared > 0)
		for i := range seats {
			assert.InDelta(t, points[i]/300, r.Scores[i], 1e-9)
			assert.InDelta(t, float64(r.PositionWins[i])/3, r.PositionWinPercents[i], 1e-9)
		}
		assert.InDelta(t, float64(r.Draws)/3, r.DrawPercent, 1e-9)
		assert.InDelta(t, r.MeanTurns/float64(seats), r.MeanRounds, 1e-9)
	}
}

// TestMilestone checks the turns in which a bot without opponents gains its Provinces, in both lanes.
func TestMilestone(t *testing.T) {
	var printed []string
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m := richMatch(1, 20)
		m.Lane = lane
		m.Milestone = &rules.Milestone{Name: "province", Measure: dominion.OwnedOf(dominion.Province), Most: 8}
		r := run(t, m)
		b, err := json.Marshal(r)
		require.NoError(t, err)
		var object struct {
			Turns []float64 `json:"province_turns"`
			Mean  float64   `json:"mean_turns"`
			Games int
		}
		require.NoError(t, json.Unmarshal(b, &object))
		assert.Equal(t, 20, object.Games)
		require.Len(t, object.Turns, 8)
		assert.IsIncreasing(t, object.Turns)
		assert.InDelta(t, object.Mean, object.Turns[7], 1e-9, "the last Province ends the game")
		assert.Contains(t, r.String(), "turns of province 1 to 8: ")
		r = withoutTimes(r)
		printed = append(printed, r.String())
	}
	assert.Equal(t, printed[0], printed[1])

	m := richMatch(2, 1)
	m.Milestone = &rules.Milestone{Name: "province"}
	_, err := m.Run(context.Background())
	assert.EqualError(t, err, "arena: 2 bots: a milestone needs a match of one bot")
}
