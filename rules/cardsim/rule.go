package cardsim

import (
	"slices"

	"gamed/state"
)

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

// Run runs all rules, the lowest step first and those of one step in shuffled
// order, and then makes the changes that were asked for meanwhile. Warnings are
// noted on p; any other error stops it and is returned as a Failure. The engine
// calls it at the end of each turn.
func (rc *RuleCollection[C]) Run(p *Player[C]) error {
	if rc.running {
		return Warningf("the rules are running already: a rule cannot run them")
	}
	rc.begin()
	var err error
	for err == nil && rc.at < len(rc.order) {
		err = rc.next(p)
	}
	rc.finish(p)
	return err
}

// begin makes ready for all rules.
func (rc *RuleCollection[C]) begin() {
	rc.running, rc.at, rc.order = true, 0, append(rc.order[:0], rc.rules...)
}

// next runs the next rule. The first of a step shuffles the step.
func (rc *RuleCollection[C]) next(p *Player[C]) error {
	r := rc.order[rc.at]
	if rc.at == 0 || rc.order[rc.at-1].Step != r.Step {
		state.Shuffle(rc.order[rc.at:rc.stepEnd(r.Step)], &p.Rand)
		r = rc.order[rc.at]
	}
	rc.at++
	if p.DebugLevel >= traceLevel {
		p.notes = append(p.notes, note{kind: Ran, by: r.cause()})
	}
	do := r.Do
	if p.game.watch != nil {
		do = func(p *Player[C]) error { return p.watched(r) }
	}
	err := guard(func() error { return do(p) })
	if err == nil {
		p.observe(r.cause())
		return nil
	}
	said := p.heed(r.cause(), err)
	if said.failure != nil {
		return p.failed(r.cause(), said.failure)
	}
	p.observe(r.cause())
	if said.deleteMe {
		_ = rc.Remove(r) // it is queued
	}
	switch {
	case said.stopRules:
		rc.at = len(rc.order)
	case said.stopStep:
		rc.at = rc.stepEnd(r.Step)
	}
	return nil
}

// stepEnd returns where a step that is being run ends.
func (rc *RuleCollection[C]) stepEnd(step int) int {
	end := rc.at
	for end < len(rc.order) && rc.order[end].Step == step {
		end++
	}
	return end
}

// finish makes the changes that rules have asked for.
func (rc *RuleCollection[C]) finish(p *Player[C]) {
	rc.running = false
	for _, c := range rc.queue {
		if c.again {
			p.warnf(cause{kind: "rules"}, "rule %q was to be changed more than once this turn: the last change counts", c.rule.Name)
		}
		if warning := rc.change(c); warning != nil {
			p.warnf(cause{kind: "rules"}, "%v", warning)
		}
	}
	clear(rc.queue)
	rc.queue, rc.order, rc.at = rc.queue[:0], rc.order[:0], 0
}

// Watch returns the same game with somebody who looks on, for checks. watch is called
// before a rule runs; what it returns, unless that is nil, is called after it, with
// whether the rule has changed anything of the player's but what Rand stands at, or
// has returned an error. To find that out takes longer than most rules do.
func (g *Game[C]) Watch(watch func(r *Rule[C]) (after func(changed bool))) *Game[C] {
	watched := *g
	watched.watch = watch
	return &watched
}

// watched runs r for somebody who looks on.
func (p *Player[C]) watched(r *Rule[C]) error {
	after := p.game.watch(r)
	if after == nil {
		return r.Do(p)
	}
	before, changed := p.lasting(), true
	defer func() { after(changed) }() // a rule that panics has done something
	err := r.Do(p)
	changed = err != nil || p.lasting() != before
	return err
}

// lasting is the state of a player but for its chance.
func (p *Player[C]) lasting() string {
	saved := p.Rand
	p.Rand = 0
	state := p.appendState(nil)
	p.Rand = saved
	return string(state)
}
