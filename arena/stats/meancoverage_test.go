package stats_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena/stats"
)

var update = flag.Bool("update", false, "write the table of docs/statistics.md")

// A contest is a match between two bots of known strength, in pairs and without draws.
type contest struct {
	score, rho float64 // of a game; correlation between the games of a pair
	games      int
}

// shares returns the probabilities of a won, split and lost pair.
func (c contest) shares() (won, split, lost float64) {
	together := c.rho * c.score * (1 - c.score)
	won, lost = c.score*c.score+together, (1-c.score)*(1-c.score)+together
	return won, 1 - won - lost, lost
}

// play plays the match.
func (c contest) play(draw *rand.Rand) stats.Sample {
	won, split, _ := c.shares()
	var pairs [5]int
	for range c.games / 2 {
		switch luck := draw.Float64(); {
		case luck < won:
			pairs[4]++
		case luck < won+split:
			pairs[2]++
		default:
			pairs[0]++
		}
	}
	return stats.PairSample(pairs)
}

// normalized returns the true normalized Elo.
func (c contest) normalized() float64 {
	return (c.score - .5) / math.Sqrt(c.score*(1-c.score)*(1+c.rho)) * 800 / math.Ln10
}

// coverage plays the match repeatedly. It returns the shares of matches whose intervals contain the
// true score and the true normalized Elo.
func (c contest) coverage(matches int) (score, normalized float64) {
	draw := rand.New(rand.NewPCG(uint64(c.games), math.Float64bits(c.score+10*c.rho)))
	contains := func(e stats.Estimate, truth float64) float64 {
		if e.Interval[0] <= truth && truth <= e.Interval[1] {
			return 1 / float64(matches)
		}
		return 0
	}
	for range matches {
		m := c.play(draw).Mean()
		score += contains(m.Score, c.score)
		normalized += contains(m.NormalizedElo, c.normalized())
	}
	return score, normalized
}

// TestCoverageOfMatches plays matches between bots of known strength, and compares the coverage with
// the table in docs/statistics.md. The intervals must contain the truth in 93 to 98 % of the matches.
// With fewer than 10 expected losses the coverage may be higher, because only a few scores can occur.
// Elo is a conversion of the score, so both have the same coverage.
func TestCoverageOfMatches(t *testing.T) {
	const matches = 2000
	scores, games, correlations := []float64{.5, .56, .75, .95, .99, .999}, []int{20, 100, 400, 4000}, []float64{-.3, 0, .5}
	type figures struct{ score, normalized float64 }
	got := map[contest]*figures{}
	var all []contest
	for _, score := range scores {
		for _, rho := range correlations {
			for _, n := range games {
				c := contest{score, max(rho, -(1-score)/score), n}
				all = append(all, c)
				got[c] = new(figures)
			}
		}
	}
	t.Run("matches", func(t *testing.T) {
		for _, c := range all {
			t.Run(fmt.Sprint(c), func(t *testing.T) {
				t.Parallel()
				f := got[c]
				f.score, f.normalized = c.coverage(matches)
				discrete := float64(c.games)*(1-c.score) < 10
				for _, rate := range []float64{f.score, f.normalized} {
					assert.GreaterOrEqual(t, rate, .93)
					if !discrete {
						assert.LessOrEqual(t, rate, .98)
					}
				}
			})
		}
	})

	var b strings.Builder
	b.WriteString("| true score | correlation | 20 games | 100 | 400 | 4,000 |\n|---|---|---|---|---|---|\n")
	for i, c := range all {
		if i%len(games) == 0 {
			fmt.Fprintf(&b, "| %.1f %% | %.2g |", 100*c.score, c.rho)
		}
		fmt.Fprintf(&b, " %.1f, %.1f |", 100*got[c].score, 100*got[c].normalized)
		if i%len(games) == len(games)-1 {
			b.WriteByte('\n')
		}
	}
	const page = "../../docs/statistics.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), "| true score |")
	require.True(t, found)
	_, after, found := strings.Cut(rest, "\n\n")
	require.True(t, found)
	want := before + b.String() + "\n" + after
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, string(text), "run go test ./arena/stats -run TestCoverageOfMatches -update")
}

// TestLikelihoodOfSuperiority checks that LOS is outside 2.5 to 97.5 % in at most 7 % of the matches
// between equal bots.
func TestLikelihoodOfSuperiority(t *testing.T) {
	for _, rho := range []float64{-.3, 0, .5} {
		for _, n := range []int{20, 100, 400, 4000} {
			c, sure := contest{.5, rho, n}, 0
			draw := rand.New(rand.NewPCG(uint64(n), 3))
			for range 2000 {
				if los := c.play(draw).Mean().LOS; los < .025 || los > .975 {
					sure++
				}
			}
			assert.LessOrEqual(t, sure, 140, "%v", c)
		}
	}
}
