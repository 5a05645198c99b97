package cardsim

import (
	"slices"

	"gamed/state"
)

// A Rule is a function that runs once each turn. Lower steps run first; rules of one
// step run in random order. Do returns nil, a [Warning], [DeleteMe], [StopStep],
// [StopRules], or several of these joined. Any other error ends the game.
type Rule[C StatsCollection] struct {
	Name  string
	Title Message // for players; the default is the Name in words
	Step  int
	Do    func(p *Player[C]) error
	// Internal is set for a rule that a loader adds. Reports and notes omit it.
	Internal bool
}

// A RuleCollection holds the rules of a game and runs them. Rules are identified by
// pointer, so a rule that is added during the game may have the name of another.
type RuleCollection[C StatsCollection] struct {
	rules []*Rule[C] // sorted by step, then by the order of addition

	running bool
	order   []*Rule[C]      // the rules of this turn
	done    int             // how many rules of order have run
	pending []ruleChange[C] // requested while rules run
}

// A ruleChange adds or removes a rule.
type ruleChange[C StatsCollection] struct {
	rule     *Rule[C]
	add      bool
	replaces bool // replaces an earlier change of the rule
}

// Add adds a rule. A choice adds the rule at once. While rules run, the addition waits
// until all have run, so the new rule first runs next turn. Adding a rule twice has no
// effect and causes a warning.
func (rc *RuleCollection[C]) Add(r *Rule[C]) error { return rc.request(r, true) }

// Remove removes a rule: at once if a choice calls Remove, and after all rules have run if a rule
// calls it. A removed rule still runs this turn if it has not run yet. If a rule is added or
// removed several times while rules run, the last change counts, with a warning.
func (rc *RuleCollection[C]) Remove(r *Rule[C]) error { return rc.request(r, false) }

// All lists the rules by step.
func (rc *RuleCollection[C]) All() []*Rule[C] { return slices.Clone(rc.rules) }

// Find returns the first rule with the given name, or nil.
func (rc *RuleCollection[C]) Find(name string) *Rule[C] {
	for _, r := range rc.rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func (rc *RuleCollection[C]) request(r *Rule[C], add bool) error {
	switch {
	case r == nil:
		return Warningf("the rule to add or remove is nil")
	case r.Do == nil:
		return Warningf("rule %q has no Do", r.title())
	case !rc.running:
		return rc.applyChange(ruleChange[C]{rule: r, add: add})
	}
	c := ruleChange[C]{rule: r, add: add}
	before := len(rc.pending)
	rc.pending = slices.DeleteFunc(rc.pending, func(q ruleChange[C]) bool { return q.rule == r })
	c.replaces = len(rc.pending) < before
	rc.pending = append(rc.pending, c)
	return nil
}

// applyChange carries out a change. A change that replaced an earlier one may have nothing left to
// do, for example if a rule was removed and added again. In this case applyChange returns no warning.
func (rc *RuleCollection[C]) applyChange(c ruleChange[C]) error {
	at := slices.Index(rc.rules, c.rule)
	switch {
	case c.add == (at >= 0) && c.replaces:
	case c.add && at >= 0:
		return Warningf("rule %q was already added", c.rule.title())
	case !c.add && at < 0:
		return Warningf("rule %q cannot be removed: it was not added", c.rule.title())
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

// Run runs all rules by step, then carries out the changes that the rules requested. Warnings become
// notes of p, and DeleteMe, StopStep and StopRules take effect. Any other error stops the run and is
// returned as a Failure. If the rules are already running, Run returns a warning. The library calls
// Run at the end of each turn.
func (rc *RuleCollection[C]) Run(p *Player[C]) error {
	if rc.running {
		return Warningf("the rules are already running")
	}
	rc.beginRun()
	var err error
	for err == nil && rc.done < len(rc.order) {
		err = rc.runNext(p)
	}
	rc.finishRun(p)
	return err
}

// beginRun prepares a run of all rules.
func (rc *RuleCollection[C]) beginRun() {
	rc.running, rc.done, rc.order = true, 0, append(rc.order[:0], rc.rules...)
}

// runNext runs the next rule. When a step begins, runNext shuffles the rules of the step.
func (rc *RuleCollection[C]) runNext(p *Player[C]) error {
	r := rc.order[rc.done]
	if rc.done == 0 || rc.order[rc.done-1].Step != r.Step {
		state.Shuffle(rc.order[rc.done:rc.stepEnd(r.Step)], &p.Rand)
		r = rc.order[rc.done]
	}
	rc.done++
	if p.DebugLevel >= traceLevel && !r.Internal {
		p.notes = append(p.notes, note{kind: Ran, by: r.cause()})
	}
	do := r.Do
	if w := p.game.watch; w != nil {
		do = func(p *Player[C]) error { return p.runWatched(w.Rule(r), r.Do) }
	}
	err := guard(func() error { return do(p) })
	if err == nil {
		p.recordChanges(r.cause())
		return nil
	}
	said := p.noteWarnings(r.cause(), err)
	if said.failure != nil {
		return p.newFailure(r.cause(), said.failure)
	}
	p.recordChanges(r.cause())
	if said.deleteMe {
		_ = rc.Remove(r) // while rules run, Remove only queues the change and returns nil
	}
	switch {
	case said.stopRules:
		rc.done = len(rc.order)
	case said.stopStep:
		rc.done = rc.stepEnd(r.Step)
	}
	return nil
}

// stepEnd returns the index after the last rule of the step.
func (rc *RuleCollection[C]) stepEnd(step int) int {
	end := rc.done
	for end < len(rc.order) && rc.order[end].Step == step {
		end++
	}
	return end
}

// finishRun carries out the changes that rules requested.
func (rc *RuleCollection[C]) finishRun(p *Player[C]) {
	rc.running = false
	for _, c := range rc.pending {
		if c.replaces {
			p.warnf(cause{kind: "rules"}, "rule %q was changed more than once this turn; the last change counts", c.rule.title())
		}
		if warning := rc.applyChange(c); warning != nil {
			p.warnf(cause{kind: "rules"}, "%v", warning)
		}
	}
	clear(rc.pending)
	rc.pending, rc.order, rc.done = rc.pending[:0], rc.order[:0], 0
}
