package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// oneInTwenty returns an SPRT with error rates of one in twenty.
func oneInTwenty(elo0, elo1 float64, model stats.Model) stats.SPRT {
	return stats.SPRT{Elo0: elo0, Elo1: elo1, Alpha: .05, Beta: .05, Model: model}
}

// TestLLR compares results with figures from fishtest and fastchess.
func TestLLR(t *testing.T) {
	for _, test := range []struct {
		sample          stats.Sample
		model           stats.Model
		elo0, elo1      float64
		want, precision float64
	}{
		{stats.PairSample([5]int{365, 16618, 36229, 16974, 390}), stats.Normalized, 0, 2, 2.25, .005},
		{stats.PairSample([5]int{127, 4883, 10712, 5150, 104}), stats.Normalized, -1.75, .25, 3.01, .005},
		{stats.PairSample([5]int{0, 0, 0, 0, 5550}), stats.Normalized, 0, 5, 111.8, .05},
		{stats.PairSample([5]int{13, 37, 50, 25, 3}), stats.Normalized, 0, 4, -.54912, .000005},
		{stats.PairSample([5]int{223, 9863, 21279, 10037, 246}), stats.Logistic, .5, 2.5, -3.07, .005},
		{stats.PairSample([5]int{871, 26175, 55983, 26678, 821}), stats.Logistic, 0, 2, -4.98, .005},
		{stats.GameSample(36433, 36027, 68692), stats.Normalized, 0, 2, .92, .005},
		{stats.GameSample(4250, 0, 0), stats.Normalized, 0, 10, 120.55, .005},
		{stats.PairSample([5]int{}), stats.Normalized, 0, 10, 0, 0},
		{stats.Sample{}, stats.Logistic, 0, 10, 0, 0},
	} {
		sprt := oneInTwenty(test.elo0, test.elo1, test.model)
		require.NoError(t, sprt.Validate())
		assert.InDelta(t, test.want, sprt.LLR(test.sample), test.precision, "%+v", sprt)
	}
}

// TestSPRTState checks the bounds and the decisions of a test.
func TestSPRTState(t *testing.T) {
	sprt := oneInTwenty(0, 10, stats.Normalized)
	lower, upper := sprt.Bounds()
	assert.InDelta(t, -2.9444389791664403, lower, 1e-15)
	assert.InDelta(t, 2.9444389791664403, upper, 1e-15)
	assert.Equal(t, stats.AcceptH0, sprt.Decide(-2.95))
	assert.Equal(t, stats.Continue, sprt.Decide(0))
	assert.Equal(t, stats.AcceptH1, sprt.Decide(2.95))
	sprt.Alpha, sprt.Beta = .01, .2
	lower, upper = sprt.Bounds()
	assert.InDelta(t, math.Log(.2/.99), lower, 1e-12)
	assert.InDelta(t, math.Log(.8/.01), upper, 1e-12)
}

// TestSPRTValidate checks which parameters of a test are valid.
func TestSPRTValidate(t *testing.T) {
	for _, test := range []struct {
		sprt stats.SPRT
		want string
	}{
		{stats.SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05, Model: stats.Normalized}, ""},
		{stats.SPRT{Elo0: -10, Elo1: 0, Alpha: .05, Beta: .1, Model: stats.Logistic}, ""},
		{stats.SPRT{Elo0: 150, Elo1: 200, Alpha: .05, Beta: .05, Model: stats.Logistic}, ""},
		{stats.SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05, Model: "bayesian"}, `no model "bayesian"`},
		{stats.SPRT{Elo0: 0, Elo1: 0, Alpha: .05, Beta: .05, Model: stats.Normalized}, "the first bound must be less"},
		{stats.SPRT{Elo0: math.NaN(), Elo1: 0, Alpha: .05, Beta: .05, Model: stats.Normalized}, "the first bound must be less"},
		{stats.SPRT{Elo0: 0, Elo1: math.Inf(1), Alpha: .05, Beta: .05, Model: stats.Logistic}, "finite"},
		{stats.SPRT{Elo0: 0, Elo1: 101, Alpha: .05, Beta: .05, Model: stats.Normalized}, "from -100 to 100; use the logistic model"},
		{stats.SPRT{Elo0: 0, Elo1: 10, Alpha: 0, Beta: .05, Model: stats.Normalized}, "alpha 0 and beta 0.05 must be between 0 and 1"},
		{stats.SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: 1, Model: stats.Normalized}, "beta 1 must be between 0 and 1"},
		{stats.SPRT{Elo0: 0, Elo1: 10, Alpha: math.NaN(), Beta: .05, Model: stats.Normalized}, "alpha NaN"},
		{stats.SPRT{Elo0: 0, Elo1: 10, Alpha: .5, Beta: .5, Model: stats.Normalized}, "must sum to less than 1"},
	} {
		if err := test.sprt.Validate(); test.want == "" {
			assert.NoError(t, err, "%+v", test.sprt)
		} else {
			assert.ErrorContains(t, err, test.want, "%+v", test.sprt)
		}
	}
}

// TestLLRTurnsAround checks that exchanging the bots and negating the bounds negates the LLR.
func TestLLRTurnsAround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		model := rapid.SampledFrom([]stats.Model{stats.Normalized, stats.Logistic}).Draw(t, "model")
		elo0 := float64(rapid.IntRange(-30, 20).Draw(t, "elo0"))
		elo1 := elo0 + float64(rapid.IntRange(1, 10).Draw(t, "width"))
		llr := oneInTwenty(elo0, elo1, model).LLR(stats.PairSample(n))
		other := oneInTwenty(-elo1, -elo0, model).LLR(stats.PairSample(reversed(n)))
		// Ten rounds may not suffice for a sample such as 1, 0, 0, 0, 500.
		assert.InDelta(t, 0, llr+other, 1e-6+1e-3*math.Abs(llr))
	})
}

// TestLLRBesidePole checks a sample for which Newton's first step falls beside a pole, and a sample
// that differs by one pair.
func TestLLRBesidePole(t *testing.T) {
	for n, want := range map[[5]int]float64{{9, 26, 53, 150, 1}: 4.8935, {10, 25, 53, 150, 1}: 4.7726} {
		assert.InDelta(t, want, oneInTwenty(0, 10, stats.Logistic).LLR(stats.PairSample(n)), 1e-4, "%v", n)
		assert.InDelta(t, -want, oneInTwenty(-10, 0, stats.Logistic).LLR(stats.PairSample(reversed(n))), 1e-4, "%v", n)
	}
}

// TestLLRSign checks that with symmetric bounds the LLR has the sign of the difference.
func TestLLRSign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		for _, model := range []stats.Model{stats.Normalized, stats.Logistic} {
			llr := oneInTwenty(-10, 10, model).LLR(stats.PairSample(n))
			if score := stats.PairSample(n).Mean().Score.Value; math.Abs(score-.5) > .01 {
				assert.Positive(t, llr*(score-.5), "%s: %v", model, llr)
			}
		}
	})
}

// TestLLRGrows checks that doubling the sample doubles the LLR.
func TestLLRGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		twice := n
		for i := range n {
			n[i]++ // an empty cell would not double
			twice[i] = 2 * n[i]
		}
		for _, model := range []stats.Model{stats.Normalized, stats.Logistic} {
			sprt := oneInTwenty(0, 10, model)
			assert.InDelta(t, 2*sprt.LLR(stats.PairSample(n)), sprt.LLR(stats.PairSample(twice)), 1e-6)
		}
	})
}

// TestLLROfRotations checks that pairs given as rotations have the same LLR as pairs given as
// counts. With rotations of six seats, the test must accept the true hypothesis.
func TestLLROfRotations(t *testing.T) {
	sprt := oneInTwenty(0, 30, stats.Normalized)
	n := [5]int{13, 37, 50, 25, 3}
	var scores []float64
	for i, count := range n {
		for range count {
			scores = append(scores, float64(i)/4)
		}
	}
	assert.InDelta(t, sprt.LLR(stats.PairSample(n)), sprt.LLR(stats.UnitSample(2, scores)), 1e-9)

	draw := rand.New(rand.NewPCG(6, 6))
	for _, test := range []struct {
		lift float64
		want stats.Decision
	}{{0, stats.AcceptH0}, {.25, stats.AcceptH1}} {
		var units []float64
		for range 2000 {
			unit := 0.
			for range 6 {
				points := []float64{draw.Float64() + test.lift, 0, 0, 0, 0, 0}
				for i := range 5 {
					points[1+i] = draw.Float64()
				}
				unit += stats.SeatScore(points, 0) / 6
			}
			units = append(units, unit)
		}
		assert.Equal(t, test.want, sprt.Decide(sprt.LLR(stats.UnitSample(6, units))), "%v", test)
	}
}

// TestSPRTKeepsItsPromise checks that the error rate is at most alpha for equal bots and at most
// beta for bots that differ by Elo1.
func TestSPRTKeepsItsPromise(t *testing.T) {
	const runs, alpha = 200, .05 // alpha and beta of oneInTwenty
	sprt := oneInTwenty(0, 30, stats.Normalized)
	for _, test := range []struct {
		name   string
		shares [5]float64
		wrong  stats.Decision
	}{
		{"equal", [5]float64{.1, .2, .4, .2, .1}, stats.AcceptH1},
		{"30 nElo", better([5]float64{.1, .2, .4, .2, .1}, 30), stats.AcceptH0},
	} {
		draw := rand.New(rand.NewPCG(2024, 30))
		wrong, pairs := 0, 0
		for range runs {
			var n [5]int
			state := stats.Continue
			for state == stats.Continue {
				for range 4 {
					n[pick(draw, test.shares)]++
				}
				state = sprt.Decide(sprt.LLR(stats.PairSample(n)))
			}
			pairs += stats.PairSample(n).Units()
			if state == test.wrong {
				wrong++
			}
		}
		t.Logf("%s: %d of %d wrong, %d pairs on average", test.name, wrong, runs, pairs/runs)
		assert.LessOrEqual(t, wrong, int(alpha*runs), test.name)
	}
}

// better moves a part of each share to the next cell until the distribution has the given strength.
func better(shares [5]float64, nElo float64) [5]float64 {
	for {
		mean, variance := 0., 0.
		for i, p := range shares {
			mean += p * float64(i) / 4
		}
		for i, p := range shares {
			variance += p * (float64(i)/4 - mean) * (float64(i)/4 - mean)
		}
		if (mean-.5)/math.Sqrt(2*variance)*800/math.Ln10 >= nElo {
			return shares
		}
		for i := 3; i >= 0; i-- {
			moved := .001 * shares[i]
			shares[i], shares[i+1] = shares[i]-moved, shares[i+1]+moved
		}
	}
}

// pick returns a random cell, weighted by shares.
func pick(draw *rand.Rand, shares [5]float64) int {
	x := draw.Float64()
	for i, p := range shares {
		if x < p {
			return i
		}
		x -= p
	}
	return 4
}
