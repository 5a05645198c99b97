package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/arena/stats"
)

// counts generates the counts of a nonempty match of pairs.
func counts(t *rapid.T) (n [5]int) {
	copy(n[:], rapid.SliceOfN(rapid.IntRange(0, 500), 5, 5).Draw(t, "counts"))
	n[rapid.IntRange(0, 4).Draw(t, "one more")]++
	return n
}

func reversed(n [5]int) [5]int {
	slices.Reverse(n[:])
	return n
}

// TestMean compares results with figures from fastchess and fishtest.
func TestMean(t *testing.T) {
	for _, test := range []struct {
		sample            stats.Sample
		elo, eloMargin    float64
		normal, itsMargin float64
		los               float64
	}{
		{stats.PairSample([5]int{34, 54, 31 + 32, 64, 75}), 55.58, 27.65, 57.94, 28.28, 1},
		{stats.PairSample([5]int{332, 433, 457 + 41, 333, 334}), -8.64, 10.33, -9.17, 10.96, .0505},
		{stats.GameSample(76, 89, 123), -15.69, 30.46, -20.76, 40.13, .1553},
	} {
		m := test.sample.Mean()
		assert.InDelta(t, test.elo, m.Elo.Value, .005)
		assert.InDelta(t, test.eloMargin, m.Elo.Margin(), .005)
		assert.InDelta(t, test.normal, m.NormalizedElo.Value, .005)
		assert.InDelta(t, test.itsMargin, m.NormalizedElo.Margin(), .005)
		assert.InDelta(t, test.los, m.LOS, .00005)
	}
	m := stats.PairSample([5]int{13, 37, 50, 25, 3}).Mean()
	assert.InDelta(t, -63.97, m.NormalizedElo.Value, .005)
	assert.InDelta(t, -43.658, m.Elo.Value, .0005)
}

// TestMeanOfLittle checks that the estimates are neutral if there are no games, and if all pairs are
// even.
func TestMeanOfLittle(t *testing.T) {
	for _, none := range []stats.Mean{stats.PairSample([5]int{}).Mean(), stats.GameSample(0, 0, 0).Mean()} {
		open := stats.Estimate{Interval: stats.Interval{math.Inf(-1), math.Inf(1)}}
		assert.Equal(t, stats.Mean{stats.Estimate{.5, stats.Interval{0, 1}}, open, open, .5}, none)
	}
	even := stats.PairSample([5]int{0, 0, 7, 0, 0}).Mean()
	assert.Zero(t, even.Elo.Value)
	assert.Zero(t, even.NormalizedElo.Value)
	assert.Greater(t, even.Elo.Margin(), 100.)
	assert.InDelta(t, .5, even.LOS, 1e-12)
}

// TestMeanIsHonest checks the figures of few units, of equal units, and of lopsided matches. The
// usual formulas would be far too certain of the winner or of its normalized Elo.
func TestMeanIsHonest(t *testing.T) {
	open := math.Inf(1)
	for _, test := range []struct {
		name        string
		sample      stats.Sample
		elo         float64
		low, high   float64 // scores
		normal      float64
		least, most float64 // normalized Elo
		los         float64
	}{
		// With n equal units the limit is .025 to the power of 1/n.
		{"one pair won", stats.PairSample([5]int{4: 1}), 191, .025, 1, 246, -747.4, open, .8022},
		{"ten games lost", stats.GameSample(0, 10, 0), -529, 0, .3085, -1099, -open, -144, .0036},
		{"ten games won", stats.GameSample(10, 0, 0), 529, .6915, 1, 1099, 144, open, .9964},
		{"three rotations won", stats.UnitSample(3, []float64{1, 1, 1}), 338, .2924, 1, 347, -91.5, open, .9294},
		{"3,000 pairs won", stats.PairSample([5]int{4: 3000}), 1511, .99877, 1, 13456, 3498, open, 1},
		// Otherwise the limit p solves the equation of the likelihood ratio: 2(7 ln(.7/p) + 3
		// ln(.3/(1-p))) = 1.96²(1 + 2.5/10).
		{"seven of ten games", stats.GameSample(7, 3, 0), 147, .3587, .9307, 152, -102, 589, .8744},
		{"two games of twenty", stats.PairSample([5]int{0: 9, 4: 1}), -382, .0036, .4109, -328, -2028, -44.5, .0076},
		{"six games of a thousand lost", stats.PairSample([5]int{2: 6, 4: 494}), 888, .9879, .9977, 2229, 1419, 3547, 1},
	} {
		m := test.sample.Mean()
		assert.InDelta(t, test.elo, m.Elo.Value, .5, test.name)
		assert.InDelta(t, test.low, m.Score.Interval[0], .0005, test.name)
		assert.InDelta(t, test.high, m.Score.Interval[1], .0005, test.name)
		assert.InDelta(t, test.normal, m.NormalizedElo.Value, .5, test.name)
		assertEnd(t, test.least, m.NormalizedElo.Interval[0], test.name)
		assertEnd(t, test.most, m.NormalizedElo.Interval[1], test.name)
		assert.InDelta(t, test.los, m.LOS, .0001, test.name)
		assert.Equal(t, stats.Interval{stats.Elo(m.Score.Interval[0]), stats.Elo(m.Score.Interval[1])}, m.Elo.Interval, test.name)
	}
}

func assertEnd(t *testing.T, want, got float64, name string) {
	t.Helper()
	if math.IsInf(want, 0) {
		assert.Equal(t, want, got, name)
	} else {
		assert.InDelta(t, want, got, .5, name)
	}
}

// TestMeanIsAntisymmetric checks that one bot gains as much as the other loses, and that LOS and the
// intervals agree on which bot is stronger.
func TestMeanIsAntisymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		a, b := stats.PairSample(n).Mean(), stats.PairSample(reversed(n)).Mean()
		for _, e := range [][2]stats.Estimate{{a.Elo, b.Elo}, {a.NormalizedElo, b.NormalizedElo}} {
			assert.InDelta(t, 0, e[0].Value+e[1].Value, 1e-6)
			for end, x := range e[0].Interval {
				if y := e[1].Interval[1-end]; !math.IsInf(x, 0) || x != -y {
					assert.InDelta(t, 0, x+y, 1e-5*(1+math.Abs(x)))
				}
			}
			assert.LessOrEqual(t, e[0].Interval[0], e[0].Value)
			assert.GreaterOrEqual(t, e[0].Interval[1], e[0].Value)
		}
		assert.InDelta(t, 1, a.LOS+b.LOS, 1e-9)
		if math.Abs(a.LOS-.5) < .4749 || math.Abs(a.LOS-.5) > .4751 {
			sure := a.LOS < .025 || a.LOS > .975
			for _, in := range []stats.Interval{a.Elo.Interval, a.NormalizedElo.Interval} {
				assert.Equal(t, sure, in[0] > 0 || in[1] < 0, "%v", in)
			}
		}
	})
}

// TestMeanOfMore checks that multiplying the units by k keeps the estimate and divides the
// margin by √k.
func TestMeanOfMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		n[0], n[4] = 700+n[0]/20, 700+n[4]/20
		k := rapid.IntRange(2, 9).Draw(t, "k")
		more := n
		for i := range more {
			more[i] *= k
		}
		a, b := stats.PairSample(n).Mean(), stats.PairSample(more).Mean()
		assert.InDelta(t, a.NormalizedElo.Value, b.NormalizedElo.Value, 1e-6)
		assert.InDelta(t, a.NormalizedElo.Margin(), b.NormalizedElo.Margin()*math.Sqrt(float64(k)), 1e-6)
		assert.InDelta(t, a.Score.Margin(), b.Score.Margin()*math.Sqrt(float64(k)), 1e-9)
	})
}

// TestElo checks the conversion of scores to Elo and back.
func TestElo(t *testing.T) {
	assert.InDelta(t, 190.85, stats.Elo(.75), .005)
	assert.InDelta(t, .75, stats.ExpectedScore(190.85), .00005)
	assert.Equal(t, math.Inf(-1), stats.Elo(0))
	assert.Equal(t, math.Inf(1), stats.Elo(1))
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-1199, 1199).Draw(t, "elo")
		assert.InDelta(t, elo, stats.Elo(stats.ExpectedScore(elo)), 1e-6)
		assert.InDelta(t, 1, stats.ExpectedScore(elo)+stats.ExpectedScore(-elo), 1e-12)
	})
}
