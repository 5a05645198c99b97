package cardsim

import "gamed/state"

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
	var said report
	said.read(err)
	for _, w := range said.warnings {
		p.warn(r.cause(), w)
	}
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
