package ai

import "gamed/state"

// random takes each option with equal probability. It does not allocate.
type random struct{ rand state.Rand }

func newRandom(seed uint64) Bot { return &random{state.NewRand(seed)} }

// Choose draws no number for a single option, so it does not matter whether an arena calls Choose
// for a forced move.
func (b *random) Choose(a Ask) state.Option {
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	return a.Options[b.rand.N(len(a.Options))]
}
