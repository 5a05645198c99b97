package check

import (
	"fmt"

	"gamed/rules/cardsim"
)

// A ruleCount is what has been seen of a rule.
type ruleCount struct {
	name    string
	ran     bool
	changed bool // anything, in any game
}

// rule returns what is counted of a rule.
func (k *checker[C]) rule(r *cardsim.Rule[C]) *ruleCount {
	for _, have := range k.rules {
		if have.name == r.Name {
			return have
		}
	}
	k.rules = append(k.rules, &ruleCount{name: r.Name})
	return k.rules[len(k.rules)-1]
}

// ruleRuns looks whether a rule does anything, until it has done so once.
func (k *checker[C]) ruleRuns(r *cardsim.Rule[C]) func(changed bool) {
	count := k.rule(r)
	count.ran = true
	if count.changed {
		return nil
	}
	return func(changed bool) { count.changed = changed }
}

// why says what is wrong with a rule that has changed nothing.
func (r *ruleCount) why(games int) string {
	if !r.ran {
		return fmt.Sprintf("rule %q never ran in %d games", r.name, games)
	}
	return fmt.Sprintf("rule %q never changed anything in %d games", r.name, games)
}
