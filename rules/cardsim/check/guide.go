package check

import (
	"strconv"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A policy returns the index of the next choice in the options of the checker k.
type policy[C cardsim.StatsCollection] func(k *checker[C], m *cardsim.Machine[C]) int

// choosePolicy returns the policy of the current game. Random games choose at random. Guided games
// alternate between up to four policies. chooseRarest takes the least chosen option. tastePolicy
// keeps one fixed preference for the whole game, which reaches positions that mixed choices miss.
// statPolicy moves one stat up or down. The fourth policy takes the option with the highest
// headline, which reaches the good endings.
func (k *checker[C]) choosePolicy() policy[C] {
	ways := 4
	switch {
	case k.game.Clone == nil:
		ways = 2 // the other policies copy games, which is too slow without a Clone
	case k.game.Value == nil:
		ways = 3
	}
	switch {
	case !k.guided:
		return chooseRandom[C]
	case k.gameNumber%ways == 0:
		return chooseRarest[C]
	case k.gameNumber%ways == 1:
		return tastePolicy[C](k.rand.Uint64())
	case k.gameNumber%ways == 2:
		return statPolicy[C](int(k.rand.Uint64()>>33), k.rand.N(2) == 0)
	}
	return tryPolicy(func(tried *cardsim.Machine[C]) (float64, bool) { return float64(tried.Value(0)), true })
}

// choose returns the index of the next choice. A guided game prefers an option that no
// game has chosen.
func (k *checker[C]) choose(m *cardsim.Machine[C]) int {
	switch {
	case k.scripted:
		return k.scriptedChoices[len(k.choices)] - 1
	case k.turnChoices >= patientChoices:
		return k.leaveTurn()
	}
	if k.guided {
		for i, o := range k.options {
			if o.Do != cardsim.Pass && k.timesChosen(m, o) == 0 {
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

// chooseRandom takes a random option.
func chooseRandom[C cardsim.StatsCollection](k *checker[C], _ *cardsim.Machine[C]) int {
	return k.rand.N(len(k.options))
}

// chooseRarest takes one of the least chosen options, but one time in four a random one.
func chooseRarest[C cardsim.StatsCollection](k *checker[C], m *cardsim.Machine[C]) int {
	if k.rand.N(4) == 0 {
		return chooseRandom(k, m)
	}
	return k.bestOption(m, func(o state.Option) (float64, bool) { return -float64(k.timesChosen(m, o)), true })
}

// bestOption returns the index of the option with the highest score, with ties broken at random. If
// score returns false for an option, bestOption returns a random index.
func (k *checker[C]) bestOption(m *cardsim.Machine[C], score func(o state.Option) (float64, bool)) int {
	best, most, ties := 0, 0.0, 0
	for i, o := range k.options {
		x, ok := score(o)
		switch {
		case !ok:
			return chooseRandom(k, m)
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

// timesChosen returns how often an option has been chosen in all games.
func (k *checker[C]) timesChosen(m *cardsim.Machine[C], o state.Option) int {
	if count := k.optionCountOf(m.Player(), o); count != nil {
		return count.Chosen
	}
	if o.Do == cardsim.Dismiss {
		return k.cardCountOf(m.Player().Hand()[o.Card-1]).dismissals
	}
	return 0
}

// tastePolicy ranks all options of all cards at random and keeps the ranking for a whole game. The
// ranking depends only on the seed and the names of the cards.
func tastePolicy[C cardsim.StatsCollection](seed uint64) policy[C] {
	return func(k *checker[C], m *cardsim.Machine[C]) int {
		best, most := 0, uint64(0)
		for i, o := range k.options {
			r := state.Rand(seed)
			r.Mix(uint64(o.Do)<<16 | uint64(o.Target))
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

// statPolicy takes the option after which one stat is highest, or lowest if up is false. An index
// beyond the last stat wraps around.
func statPolicy[C cardsim.StatsCollection](which int, up bool) policy[C] {
	return tryPolicy(func(tried *cardsim.Machine[C]) (float64, bool) {
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

// tryPolicy carries out each option on a copy and takes the option with the highest score. If score
// returns false for an option, tryPolicy takes a random option.
func tryPolicy[C cardsim.StatsCollection](score func(tried *cardsim.Machine[C]) (float64, bool)) policy[C] {
	return func(k *checker[C], m *cardsim.Machine[C]) int {
		if len(k.options) == 1 {
			return 0
		}
		return k.bestOption(m, func(o state.Option) (float64, bool) {
			k.trialGame.Set(m)
			k.inTrial = true
			k.trialGame.Apply(state.Request{Option: o}, nil)
			k.inTrial = false
			return score(&k.trialGame)
		})
	}
}
