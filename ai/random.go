package ai

import "gamed/state"

// random takes each option with equal probability. It does not allocate.
type random struct{ rand state.Rand }

func newRandom(seed uint64) Bot { return &random{state.NewRand(seed)} }

func (b *random) Choose(a Ask) state.Option { return a.Options[b.rand.N(len(a.Options))] }
