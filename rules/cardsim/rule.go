package cardsim

import "slices"

// A Rule is a function that runs once a turn, in the step that its number says.
// Lower steps run first; the rules of one step run in an order that is drawn anew
// each turn. Do returns nil, a Warning, one of the special errors, or an error that
// ends the game.
type Rule[C StatsCollection] struct {
	Name string
	Step int
	Do   func(p *Player[C]) error
}

// A RuleCollection holds the rules of a game and runs them. A rule is known by
// its pointer: two rules may have one name.
type RuleCollection[C StatsCollection] struct {
	rules []*Rule[C] // by step, and in it as they were added

	running bool
	order   []*Rule[C]  // the rules of this turn; those from at on have not run
	at      int         // place in order
	queue   []change[C] // asked for while rules run
}

// A change is a rule to be added or taken out.
type change[C StatsCollection] struct {
	rule  *Rule[C]
	add   bool
	again bool // another change of the same rule was asked for before
}

// Add adds a rule. While rules run it waits until all have run, so the rule runs
// next turn for the first time; from an option of a card it is in at once. Adding
// a rule that is there already changes nothing and is answered with a warning,
// which may be returned.
func (rc *RuleCollection[C]) Add(r *Rule[C]) error { return rc.ask(r, true) }

// Remove takes a rule out, at once or when all rules have run, as Add does. A rule
// that is to go still runs if its turn has not come. When several changes of one
// rule are asked for in one turn the last one counts, with a warning.
func (rc *RuleCollection[C]) Remove(r *Rule[C]) error { return rc.ask(r, false) }

// All lists the rules by step.
func (rc *RuleCollection[C]) All() []*Rule[C] { return slices.Clone(rc.rules) }

// Find returns the first rule of that name, or nil.
func (rc *RuleCollection[C]) Find(name string) *Rule[C] {
	for _, r := range rc.rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func (rc *RuleCollection[C]) ask(r *Rule[C], add bool) error {
	switch {
	case r == nil:
		return Warningf("there is no rule to be added or removed: it is nil")
	case r.Do == nil:
		return Warningf("rule %q does nothing: set its Do", r.Name)
	case !rc.running:
		return rc.change(change[C]{rule: r, add: add})
	}
	c := change[C]{rule: r, add: add}
	before := len(rc.queue)
	rc.queue = slices.DeleteFunc(rc.queue, func(q change[C]) bool { return q.rule == r })
	c.again = len(rc.queue) < before
	rc.queue = append(rc.queue, c)
	return nil
}

// change does what was asked for. The last of several is no mistake if the rule is
// then as it was.
func (rc *RuleCollection[C]) change(c change[C]) error {
	at := slices.Index(rc.rules, c.rule)
	switch {
	case c.add == (at >= 0) && c.again:
	case c.add && at >= 0:
		return Warningf("rule %q is there already", c.rule.Name)
	case !c.add && at < 0:
		return Warningf("rule %q is not there to be removed", c.rule.Name)
	case c.add:
		next := slices.IndexFunc(rc.rules, func(r *Rule[C]) bool { return r.Step > c.rule.Step })
		if next < 0 {
			next = len(rc.rules)
		}
		rc.rules = slices.Insert(rc.rules, next, c.rule)
	default:
		rc.rules = slices.Delete(rc.rules, at, at+1)
	}
	return nil
}
