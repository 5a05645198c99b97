package arena_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/arena"
)

func TestWilson(t *testing.T) {
	for _, test := range []struct {
		wins float64
		n    int
		want arena.Interval
	}{
		{0, 10, arena.Interval{0, .2775}},
		{10, 10, arena.Interval{.7225, 1}},
		{7, 10, arena.Interval{.3968, .8922}},
		{55, 100, arena.Interval{.4524, .6439}},
		{950, 1000, arena.Interval{.9347, .9619}},
	} {
		got := arena.Wilson(test.wins, test.n)
		assert.InDeltaSlice(t, test.want[:], got[:], .00005, "%v of %d", test.wins, test.n)
	}
}
