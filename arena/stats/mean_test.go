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

// TestMean compares results with figures from fastchess.
func TestMean(t *testing.T) {
	for _, test := range []struct {
		pairs              [5]int
		elo, eloMargin     float64
		normal, itsMargin  float64
		los                float64
		precision, percent float64
	}{
		{[5]int{34, 54, 31 + 32, 64, 75}, 55.58, 27.65, 57.94, 28.28, 1, .005, .00005},
		{[5]int{332, 433, 457 + 41, 333, 334}, -8.64, 10.33, -9.17, 10.96, .0505, .005, .00005},
	} {
		m := stats.Pairs(test.pairs).Mean()
		assert.InDelta(t, test.elo, m.Elo().Value, test.precision, "%v", test.pairs)
		assert.InDelta(t, test.eloMargin, m.Elo().Margin(), test.precision, "%v", test.pairs)
		assert.InDelta(t, test.normal, m.NormalizedElo().Value, test.precision, "%v", test.pairs)
		assert.InDelta(t, test.itsMargin, m.NormalizedElo().Margin(), test.precision, "%v", test.pairs)
		assert.InDelta(t, test.los, m.LOS(), test.percent, "%v", test.pairs)
	}
	m := stats.Pairs([5]int{13, 37, 50, 25, 3}).Mean()
	assert.InDelta(t, -63.97, m.NormalizedElo().Value, .005)
	assert.InDelta(t, -43.658, m.Elo().Value, .0005)
	assert.Equal(t, 256, m.Games)
}

// TestMeanOfLittle checks that the estimates are neutral if there are no games, and if all pairs are
// even.
func TestMeanOfLittle(t *testing.T) {
	for _, none := range []stats.Mean{stats.Pairs([5]int{}).Mean(), stats.Games(0, 0, 0).Mean()} {
		assert.Zero(t, none.Elo().Value)
		assert.InDelta(t, 1199.8, none.Elo().Margin(), .05)
		assert.Zero(t, none.NormalizedElo().Value)
		assert.InDelta(t, .5, none.LOS(), 1e-12)
	}
	even := stats.Pairs([5]int{0, 0, 7, 0, 0}).Mean()
	assert.Zero(t, even.Elo().Value)
	assert.Zero(t, even.NormalizedElo().Value)
	assert.Greater(t, even.Elo().Margin(), 100.)
	assert.InDelta(t, .5, even.LOS(), 1e-12)
}

// TestMeanIsHonest checks the figures of few units and of equal units, which formerly were certain of
// the winner. The Wilson intervals of the score are those of its table.
func TestMeanIsHonest(t *testing.T) {
	for _, test := range []struct {
		name      string
		sample    stats.Sample
		elo       float64
		low, high float64 // scores
		los       float64
	}{
		{"one pair won", stats.Pairs([5]int{4: 1}), stats.Elo(2.5 / 3), .2065, 1, .8413},
		{"ten games lost", stats.Games(0, 10, 0), stats.Elo(.5 / 11), 0, .2775, .0008},
		{"ten games won", stats.Games(10, 0, 0), stats.Elo(10.5 / 11), .7225, 1, .9992},
		{"seven of ten games", stats.Games(7, 3, 0), stats.Elo(7.5 / 11), .3968, .8922, .8970},
		{"two pairs of ten", stats.Pairs([5]int{0: 9, 4: 1}), stats.Elo(2.5 / 21), .0179, .4042, .0057},
		{"three rotations won", stats.Rotations(3, []float64{1, 1, 1}), stats.Elo(9.5 / 10), .4385, 1, .9584},
		{"3,000 pairs won", stats.Pairs([5]int{4: 3000}), stats.Elo(6000.5 / 6001), .99872, 1, 1},
	} {
		m := test.sample.Mean()
		elo := m.Elo()
		assert.InDelta(t, test.elo, elo.Value, 1e-9, test.name)
		assert.InDelta(t, stats.Elo(test.low), elo.Interval[0], 2, test.name)
		assert.InDelta(t, stats.Elo(test.high), elo.Interval[1], 2, test.name)
		assert.InDelta(t, test.los, m.LOS(), .0001, test.name)
		certain := m.LOS() < .025 || m.LOS() > .975
		assert.Equal(t, certain, elo.Interval[0] > 0 || elo.Interval[1] < 0, test.name)
		normal := m.NormalizedElo()
		assert.Equal(t, certain, normal.Interval[0] > 0 || normal.Interval[1] < 0, test.name)
		assert.LessOrEqual(t, normal.Interval[0], normal.Value, test.name)
		assert.GreaterOrEqual(t, normal.Interval[1], normal.Value, test.name)
	}
}

// TestMeanIsAntisymmetric checks that one bot gains as much as the other loses.
func TestMeanIsAntisymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		a, b := stats.Pairs(n).Mean(), stats.Pairs(reversed(n)).Mean()
		for _, e := range [][2]stats.Estimate{{a.Elo(), b.Elo()}, {a.NormalizedElo(), b.NormalizedElo()}} {
			assert.InDelta(t, 0, e[0].Value+e[1].Value, 1e-6)
			assert.InDelta(t, 0, e[0].Interval[0]+e[1].Interval[1], 1e-6)
			assert.InDelta(t, e[0].Margin(), e[1].Margin(), 1e-6)
		}
		assert.InDelta(t, 1, a.LOS()+b.LOS(), 1e-9)
	})
}

// TestMeanOfMore checks that multiplying the units by k keeps the estimate and divides the
// margin by √k.
func TestMeanOfMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := counts(t)
		n[0], n[4] = n[0]+20, n[4]+20
		k := rapid.IntRange(2, 9).Draw(t, "k")
		more := n
		for i := range more {
			more[i] *= k
		}
		a, b := stats.Pairs(n).Mean(), stats.Pairs(more).Mean()
		assert.InDelta(t, a.NormalizedElo().Value, b.NormalizedElo().Value, 1e-6)
		assert.InDelta(t, a.NormalizedElo().Margin(), b.NormalizedElo().Margin()*math.Sqrt(float64(k)), 1e-6)
		assert.InDelta(t, a.StdErr, b.StdErr*math.Sqrt(float64(k)), 1e-9)
	})
}

func TestElo(t *testing.T) {
	assert.InDelta(t, 190.85, stats.Elo(.75), .005)
	assert.InDelta(t, .75, stats.Expected(190.85), .00005)
	assert.Equal(t, stats.Elo(.999), stats.Elo(1))
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-1199, 1199).Draw(t, "elo")
		assert.InDelta(t, elo, stats.Elo(stats.Expected(elo)), 1e-6)
		assert.InDelta(t, 1, stats.Expected(elo)+stats.Expected(-elo), 1e-12)
	})
}
