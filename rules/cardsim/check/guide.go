package check

import (
	"strconv"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A policy returns the index in k.options of the next choice.
type policy[C cardsim.StatsCollection] func(k *checker[C], m *cardsim.Machine[C]) int

// choosePolicy returns the policy of the current game. Guided games alternate between four
// policies. rarest takes the least chosen option. taste keeps one fixed preference for the whole
// game, which reaches places that a mixture does not. drive moves one stat up or down. The last
// policy takes the option with the best headline, which reaches the good endings.
func (k *checker[C]) choosePolicy() policy[C] {
	ways := 4
	switch {
	case k.game.Clone == nil:
		ways = 2 // drive and the headline policy copy games, which is too slow here
	case k.game.Value == nil:
		ways = 3
	}
	switch {
	case !k.guided:
		return anything[C]
	case k.number%ways == 0:
		return rarest[C]
	case k.number%ways == 1:
		return taste[C](k.rand.Uint64())
	case k.number%ways == 2:
		return drive[C](int(k.rand.Uint64()>>33), k.rand.N(2) == 0)
	}
	return attempt(func(tried *cardsim.Machine[C]) (float64, bool) { return float64(tried.Value(0)), true })
}

// choose returns the index of the next choice. A guided game prefers an option that no
// game has chosen.
func (k *checker[C]) choose(m *cardsim.Machine[C]) int {
	switch {
	case k.scripted:
		return k.script[len(k.choices)] - 1
	case k.inTurn >= patience:
		return k.leaveTurn()
	}
	if k.guided {
		for i, o := range k.options {
			if o.Do != cardsim.Pass && k.times(m, o) == 0 {
				return i
			}
		}
	}
	return k.policy(k, m)
}

// leaveTurn returns a random choice other than a free action, if one exists.
func (k *checker[C]) leaveTurn() int {
	best, n := k.rand.N(len(k.options)), 0
	for i, o := range k.options {
		if o.Do == cardsim.Act && k.game.Actions[o.Card-1].Free {
			continue
		}
		if n++; k.rand.N(n) == 0 {
			best = i
		}
	}
	return best
}

func anything[C cardsim.StatsCollection](k *checker[C], _ *cardsim.Machine[C]) int {
	return k.rand.N(len(k.options))
}

// rarest usually takes one of the least chosen options.
func rarest[C cardsim.StatsCollection](k *checker[C], m *cardsim.Machine[C]) int {
	if k.rand.N(4) == 0 {
		return anything(k, m)
	}
	return k.best(m, func(o state.Option) (float64, bool) { return -float64(k.times(m, o)), true })
}

// best returns the index of the option with the highest score, with ties broken at
// random. It returns a random index if score returns false.
func (k *checker[C]) best(m *cardsim.Machine[C], score func(o state.Option) (float64, bool)) int {
	best, most, ties := 0, 0.0, 0
	for i, o := range k.options {
		x, ok := score(o)
		switch {
		case !ok:
			return anything(k, m)
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

// times returns how often an option has been chosen.
func (k *checker[C]) times(m *cardsim.Machine[C], o state.Option) int {
	if count := k.optionOf(m.Player(), o); count != nil {
		return count.Chosen
	}
	if o.Do == cardsim.Dismiss {
		return k.card(m.Player().Hand()[o.Card-1]).Dismissed
	}
	return 0
}

// taste ranks all options of all cards at random and keeps the ranking for a whole
// game.
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

// drive takes the option that leaves one stat highest, or lowest. The index of the stat
// wraps around.
func drive[C cardsim.StatsCollection](which int, up bool) policy[C] {
	return attempt(func(tried *cardsim.Machine[C]) (float64, bool) {
		stats := tried.Player().Stats.Stats()
		if len(stats) == 0 {
			return 0, false
		}
		x, err := strconv.ParseFloat(stats[which%len(stats)].String(), 64)
		if !up {
			x = -x
		}
		return x, err == nil
	})
}

// attempt carries out each option on a copy and takes the one with the highest score. It
// takes a random option if score returns false.
func attempt[C cardsim.StatsCollection](score func(tried *cardsim.Machine[C]) (float64, bool)) policy[C] {
	return func(k *checker[C], m *cardsim.Machine[C]) int {
		if len(k.options) == 1 {
			return 0
		}
		return k.best(m, func(o state.Option) (float64, bool) {
			k.tried.Set(m)
			k.trying = true
			k.tried.Apply(state.Request{Option: o}, nil)
			k.trying = false
			return score(&k.tried)
		})
	}
}
