package buyrules

import (
	"cmp"
	"slices"

	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/state"
)

// Rules is a parsed file of buy rules. It is stateless, so one value may play any number of
// games concurrently.
type Rules struct {
	rules []rule
	// order maps the kind of each Action to its rank. The bot plays the Action with the lowest rank
	// first.
	order      [256]uint8
	namedCards []state.Kind
}

// A rule is a line of the file. The bot buys the card if the card is available and all conditions
// hold.
type rule struct {
	card       state.Card // kind of the card
	conditions []condition
}

// A condition compares two operands. Parse multiplies both sides by the divisors, so comparisons
// are exact.
type condition struct {
	left, right operand
	op          operator
}

// An operand is a measure times a factor, or just the factor if measure is 0.
type operand struct {
	measure state.Measure
	factor  int
}

// An operator tells whether a comparison holds in three cases: the left side is less than, equal
// to, or greater than the right side.
type operator [3]bool

var operators = map[string]operator{
	"<":  {true, false, false},
	"<=": {true, true, false},
	">":  {false, false, true},
	">=": {false, true, true},
	"=":  {false, true, false},
}

// New returns a bot that plays by r. The seed is unused, because the rules leave nothing to chance.
func (r *Rules) New(uint64) ai.Bot { return r }

// Cards returns the kinds that r names, ascending.
func (r *Rules) Cards() []state.Kind { return r.namedCards }

// Choose returns the choice of the rules in any decision of Dominion.
func (r *Rules) Choose(a ai.Ask) state.Option {
	switch a.Options[len(a.Options)-1].Do {
	case dominion.BuyCard:
		return r.buy(a)
	case dominion.PlayCard:
		return r.play(a)
	case dominion.Show:
		return react(a)
	case state.Take:
		return r.pick(a)
	case state.Yes:
		return answer(a)
	}
	// In all other decisions, the bot takes the default. The default plays all Treasures, puts a
	// Stash on top, begins the turn with the first effect, or passes if nothing else is possible.
	return a.Options[0]
}

// buy buys the card of the first rule that holds and whose card is available. Otherwise it passes.
func (r *Rules) buy(a ai.Ask) state.Option {
	for i := range r.rules {
		rule := &r.rules[i]
		if offers(a.Options, rule.card) && rule.holds(a) {
			return state.Option{Do: dominion.BuyCard, Card: rule.card}
		}
	}
	return a.Options[0]
}

func offers(options []state.Option, card state.Card) bool {
	for i := range options {
		if options[i].Card == card {
			return true
		}
	}
	return false
}

func (r *rule) holds(a ai.Ask) bool {
	return !slices.ContainsFunc(r.conditions, func(c condition) bool { return !c.holds(a) })
}

func (c *condition) holds(a ai.Ask) bool {
	return c.op[1+cmp.Compare(c.left.value(a), c.right.value(a))]
}

func (o operand) value(a ai.Ask) int {
	if o.measure == 0 {
		return o.factor
	}
	return a.Measure(o.measure) * o.factor
}

// play plays the first harmless Action in the order. If there is none, it plays all Treasures, or
// passes if the hand has no Treasures.
func (r *Rules) play(a ai.Ask) state.Option {
	best := a.Options[0] // option to pass
	for _, o := range a.Options[1:] {
		switch {
		case o.Do == dominion.PlayAll && best.Card == 0:
			return o // the options list Actions before PlayAll
		case o.Do == dominion.PlayAll:
			return best
		case harmless(a, state.Kind(o.Card)) && (best.Card == 0 || r.order[o.Card] < r.order[best.Card]):
			best = o
		}
	}
	return best
}
