package story

import (
	"slices"

	"github.com/expr-lang/expr/vm"

	"gamed/rules/cardsim"
)

// A machine computes expressions for a game in progress. It belongs to one
// goroutine and holds nothing of the game that outlasts a choice.
type machine[C cardsim.StatsCollection] struct {
	p     *cardsim.Player[C] // nil while a formula is computed
	stats C
	vm    vm.VM
	env   map[string]any
}

// machineFor returns a machine for p. A Story keeps one.
func machineFor[C cardsim.StatsCollection](p *cardsim.Player[C]) *machine[C] {
	if s, is := any(p.Stats).(*Story); is {
		m := any(s.machine()).(*machine[C])
		m.p = p
		return m
	}
	return &machine[C]{p: p, stats: p.Stats, env: make(map[string]any)}
}

// chance reports true percent times out of a hundred.
func (m *machine[C]) chance(percent float64) bool {
	const hundred = 1e8 // a millionth of a percent counts
	return float64(m.p.Rand.N(hundred)) < percent*(hundred/100)
}

// maxDice is how many different numbers there can be between the ends of dice.
const maxDice = 1_000_000

// dice returns low or a number above it in steps of 1, up to high.
func (m *machine[C]) dice(low, high float64) float64 {
	if !(high > low) { // also what is no number
		return low
	}
	return low + float64(m.p.Rand.N(int(min(high-low, maxDice-1))+1))
}

func (m *machine[C]) played(card string) float64 { return float64(m.p.Played(card)) }
func (m *machine[C]) inDeck(card string) bool    { return m.p.Deck.Has(card) }
func (m *machine[C]) runs(rule string) bool      { return m.p.Rules.Find(rule) != nil }

func (m *machine[C]) inHand(card string) bool {
	return slices.ContainsFunc(m.p.Hand(), func(c *cardsim.Card[C]) bool { return c.Name == card })
}
