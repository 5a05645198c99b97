package statetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testAllocations checks that a playout allocates nothing.
func (k Kit[S]) testAllocations(t *testing.T) {
	options := make([]state.Option, 0, 1<<12)
	for _, setup := range k.Setups {
		g := k.game(t, setup)
		var s S
		r := state.Rand(1)
		allocated := testing.AllocsPerRun(20, func() {
			s = g.dealt
			c := k.Rules.Core(&s)
			c.Rand = state.Rand(r.Uint64())
			for !c.Over {
				seat := c.Next()
				options = k.Rules.Options(&s, seat, options[:0])
				k.Rules.Apply(&s, seat, options[r.N(len(options))], nil)
			}
		})
		require.Zero(t, allocated, "allocations in a playout of %+v", setup)
	}
}
