package ai

import "gamed/state"

// random takes each option with equal probability. It does not allocate.
type random struct{ rand state.Rand }

func newRandom(seed uint64) Bot { return &random{state.NewRand(seed)} }

// Choose draws no random number for a single option. So later choices do not depend on whether an
// arena calls Choose for forced moves.
func (b *random) Choose(a Ask) state.Option {
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	return a.Options[b.rand.N(len(a.Options))]
}
