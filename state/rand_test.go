package state_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "gamed/state"
)

// TestRandSequence checks the numbers of the generator, because old logs depend on them. The
// first five numbers are published test values of splitmix64 for this seed.
func TestRandSequence(t *testing.T) {
	r := Rand(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
		7804594928223864054, 10895525637215051397, 5078158048327840177, 8075865375900838704, 15101793978218222876,
	} {
		require.Equal(t, want, r.Uint64(), "number %d", i)
	}
}

// TestShuffleOrder checks the order that a shuffle produces, because old logs depend on it.
func TestShuffleOrder(t *testing.T) {
	xs := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	r := Rand(1)
	Shuffle(xs, &r)
	assert.Equal(t, []int{9, 0, 1, 4, 8, 2, 3, 7, 6, 5}, xs)
}

// unevenness returns how far the counts deviate from a uniform distribution, in standard deviations of
// the chi-squared statistic.
func unevenness(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	even, sum := float64(total)/float64(len(counts)), 0.0
	for _, n := range counts {
		sum += (float64(n) - even) * (float64(n) - even) / even
	}
	free := float64(len(counts) - 1)
	return (sum - free) / math.Sqrt(2*free)
}

func TestRandNIsEven(t *testing.T) {
	for _, n := range []int{2, 3, 6, 7, 30, 100} {
		counts := make([]int, n)
		r := Rand(n)
		for range 10_000 * n {
			counts[r.N(n)]++
		}
		assert.InDelta(t, 0, unevenness(counts), 4, "N(%d): %v", n, counts)
	}
}

func TestShuffleIsEven(t *testing.T) {
	counts := map[string]int{}
	r := Rand(3)
	for range 24 * 5000 {
		xs := [4]int{1, 2, 3, 4}
		Shuffle(xs[:], &r)
		counts[fmt.Sprint(xs)]++
	}
	require.Len(t, counts, 24)
	var all []int
	for _, n := range counts {
		all = append(all, n)
	}
	assert.InDelta(t, 0, unevenness(all), 4, "%v", counts)
}

func TestRandNRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rand(rapid.Uint64().Draw(t, "seed"))
		n := rapid.IntRange(1, 1<<32-1).Draw(t, "n")
		got := r.N(n)
		assert.True(t, got >= 0 && got < n, "N(%d) is %d", n, got)
	})
	r := Rand(1)
	assert.Panics(t, func() { r.N(0) })
	assert.Panics(t, func() { r.N(-1) })
}

// TestMix checks that equal generators stay equal after equal salts and differ after different
// salts.
func TestMix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Rand(rapid.Uint64().Draw(t, "seed"))
		salt, other := rapid.Uint64().Draw(t, "salt"), rapid.Uint64().Draw(t, "other")
		b, c := a, a
		a.Mix(salt)
		b.Mix(salt)
		c.Mix(other)
		assert.Equal(t, a, b)
		assert.Equal(t, salt == other, a == c)
	})
}

func TestRandBefore(t *testing.T) {
	numbers := NewRand(1)
	for range 1000 {
		want := numbers.Uint64()
		r := RandBefore(want)
		assert.Equal(t, want, r.Uint64())
	}
}
