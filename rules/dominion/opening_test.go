package dominion

import (
	"flag"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

var openings = flag.Int("openings", 50_000, "number of games of TestOpenings")

// TestOpenings compares the frequencies of events in the first four turns with their computed
// probabilities. A frequency may differ from its probability by at most three standard deviations.
// The seeds are fixed.
func TestOpenings(t *testing.T) {
	t.Parallel()
	games := *openings
	var first [6]int // number of games by coins in the first hand
	split, silvers := 0, 0
	some7, some6, no5, two5, money, squares := 0, 0, 0, 0, 0, 0
	for seed := range uint64(games) {
		s, err := deal(state.Setup{Seats: 1, Seed: state.Seed(seed)})
		require.NoError(t, err)
		var coins [4]int
		for turn := range coins {
			coins[turn] = turnMoney(&s)
			do(&s, PlayAll, 0)
			if turn < 2 && s.Coins >= 3 {
				do(&s, BuyCard, Silver)
			} else {
				do(&s, Pass, 0)
			}
		}
		first[coins[0]]++
		if coins[0] == 2 || coins[0] == 5 {
			split++
			continue // one Silver was bought, not two
		}
		silvers++
		low, high := min(coins[2], coins[3]), max(coins[2], coins[3])
		some7 += boolToInt(high >= 7)
		some6 += boolToInt(high >= 6)
		no5 += boolToInt(high < 5)
		two5 += boolToInt(low >= 5)
		money += low + high
		squares += (low + high) * (low + high)
	}
	for _, test := range []struct {
		what        string
		times, from int
		share       float64
	}{
		{"5/2 or 2/5", split, games, 1.0 / 6},
		{"a first hand of $2", first[2], games, 1.0 / 12},
		{"a first hand of $3", first[3], games, 5.0 / 12},
		{"a first hand of $4", first[4], games, 5.0 / 12},
		{"a first hand of $5", first[5], games, 1.0 / 12},
		{"some $7", some7, silvers, 35.0 / 396},
		{"some $6 or more", some6, silvers, 14.0 / 33},
		{"no $5", no5, silvers, 35.0 / 396},
		{"two of $5 or more", two5, silvers, 59.0 / 396},
	} {
		deviation := math.Sqrt(test.share * (1 - test.share) / float64(test.from))
		assert.InDelta(t, test.share, float64(test.times)/float64(test.from), 3*deviation, test.what)
	}
	n := float64(silvers)
	mean := float64(money) / n
	deviation := math.Sqrt((float64(squares)/n - mean*mean) / n)
	assert.InDelta(t, 55.0/6, mean, 3*deviation, "mean money of turns 3 and 4")
}

// turnMoney returns the coins of the Treasures in the active seat's hand.
func turnMoney(s *Position) int {
	hand := &s.Sides[s.Active].Hand
	return int(hand.Counts[s.pileOf(Copper)]) + 2*int(hand.Counts[s.pileOf(Silver)])
}

func do(s *Position, word state.Do, k state.Kind) {
	Rules.Apply(s, s.Next(), state.Option{Do: word, Card: state.Card(k)}, nil)
}

func boolToInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
