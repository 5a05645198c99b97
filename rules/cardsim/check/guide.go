package check

import (
	"strconv"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A policy returns the place in k.options of what is chosen.
type policy[C cardsim.StatsCollection] func(k *checker[C], m *cardsim.Machine[C]) int

// choosePolicy returns how the game at hand is played. Guided games take turns with
// three ways: what has been chosen least; one taste for the whole game, which leads
// to places where no mixture of choices does; one stat driven up or down.
func (k *checker[C]) choosePolicy() policy[C] {
	ways := 3
	if k.game.Clone == nil {
		ways = 2 // copies would take too long
	}
	switch {
	case !k.guided:
		return anything[C]
	case k.number%ways == 0:
		return rarest[C]
	case k.number%ways == 1:
		return taste[C](k.rand.Uint64())
	}
	return drive[C](int(k.rand.Uint64()>>33), k.rand.N(2) == 0)
}

// choose returns the place of what is chosen now. A guided game takes whatever no
// game has chosen before.
func (k *checker[C]) choose(m *cardsim.Machine[C]) int {
	if k.guided {
		for i, o := range k.options {
			if o.Do != cardsim.Pass && k.times(m, o) == 0 {
				return i
			}
		}
	}
	return k.policy(k, m)
}

func anything[C cardsim.StatsCollection](k *checker[C], _ *cardsim.Machine[C]) int {
	return k.rand.N(len(k.options))
}

// rarest takes an option that has been chosen least, and now and then another one.
func rarest[C cardsim.StatsCollection](k *checker[C], m *cardsim.Machine[C]) int {
	if k.rand.N(4) == 0 {
		return anything(k, m)
	}
	best, least, ties := 0, 0, 0
	for i, o := range k.options {
		switch n := k.times(m, o); {
		case ties == 0 || n < least:
			best, least, ties = i, n, 1
		case n == least:
			if ties++; k.rand.N(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// times returns how often an option has been chosen so far.
func (k *checker[C]) times(m *cardsim.Machine[C], o state.Option) int {
	switch o.Do {
	case cardsim.Choose:
		return k.card(m.Player().Hand()[o.Card-1]).options[o.On-1].chosen
	case cardsim.Dismiss:
		return k.card(m.Player().Hand()[o.Card-1]).dismissed
	case cardsim.Act:
		return k.actions[o.Card-1].chosen
	}
	return 0
}

// taste likes each option of each card more or less, for a whole game.
func taste[C cardsim.StatsCollection](of uint64) policy[C] {
	return func(k *checker[C], m *cardsim.Machine[C]) int {
		best, most := 0, uint64(0)
		for i, o := range k.options {
			r := state.Rand(of)
			r.Mix(uint64(o.Do)<<16 | uint64(o.On))
			if o.Do == cardsim.Choose || o.Do == cardsim.Dismiss {
				for _, b := range []byte(m.Player().Hand()[o.Card-1].Name) {
					r.Mix(uint64(b) + 1)
				}
			} else {
				r.Mix(uint64(o.Card))
			}
			if like := r.Uint64(); like >= most {
				best, most = i, like
			}
		}
		return best
	}
}

// drive takes what leaves one stat highest, or lowest, at once. which counts the
// stats, and comes round again after the last.
func drive[C cardsim.StatsCollection](which int, up bool) policy[C] {
	return func(k *checker[C], m *cardsim.Machine[C]) int {
		if len(k.options) == 1 {
			return 0
		}
		best, most, ties := 0, 0.0, 0
		for i, o := range k.options {
			k.tried.Set(m)
			k.tried.Apply(state.Request{Option: o}, nil)
			stats := k.tried.Player().Stats.Stats()
			if len(stats) == 0 {
				return anything(k, m)
			}
			x, err := strconv.ParseFloat(stats[which%len(stats)].String(), 64)
			if err != nil {
				return anything(k, m)
			}
			if !up {
				x = -x
			}
			switch {
			case ties == 0 || x > most:
				best, most, ties = i, x, 1
			case x == most:
				if ties++; k.rand.N(ties) == 0 {
					best = i
				}
			}
		}
		return best
	}
}
