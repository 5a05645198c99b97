package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"gamed/state"
)

// TestBagsAgainstLoops compares the methods of bags, which process eight piles at a time, with plain
// loops.
func TestBagsAgainstLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int{1, 5, 60}).Draw(t, "most")
		var a, b Bag
		for p := range a.Counts {
			a.Counts[p] = uint8(rapid.IntRange(0, most).Draw(t, "count"))
			b.Counts[p] = uint8(rapid.IntRange(0, most).Draw(t, "count"))
			a.Size += uint16(a.Counts[p])
			b.Size += uint16(b.Counts[p])
		}
		n := rapid.IntRange(0, 127).Draw(t, "n")
		some, few := a.Counts.nonzero(), a.Counts.atMost(n)
		for p := range pile(maxPiles) {
			assert.Equal(t, a.Counts[p] > 0, some.has(p))
			assert.Equal(t, int(a.Counts[p]) <= n, few.has(p))
		}
		assert.Equal(t, some|b.Counts.nonzero()|1<<7, nonzeroIn(&a.Counts, &b.Counts, &Counts{7: 1}))
		sum := b
		for p := range sum.Counts {
			sum.Counts[p] += a.Counts[p]
		}
		sum.Size += a.Size
		c := a
		c.pour(&b)
		assert.Equal(t, sum, b)
		assert.Equal(t, Bag{}, c)
		if a.Size == 0 {
			return
		}
		r := state.Rand(rapid.Uint64().Draw(t, "seed"))
		twin := r
		k := twin.N(int(a.Size))
		p := a.random(&r)
		for q := range p {
			k -= int(a.Counts[q])
		}
		assert.True(t, 0 <= k && k < int(a.Counts[p]), "the card that the number falls on")
		dealt, one := rapid.IntRange(0, int(a.Size)).Draw(t, "dealt"), [2]Bag{a, b}
		all := one
		twin = r
		for range dealt {
			p := one[0].random(&twin)
			one[0].take(p)
			one[1].add(p)
		}
		all[0].deal(&all[1], dealt, &r)
		assert.Equal(t, one, all)
		assert.Equal(t, twin, r)
	})
}
