package check

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

// A ruleCount records whether a rule has an effect.
type ruleCount struct {
	name    string
	ran     bool
	changed bool // whether the rule changed anything in any game
}

// ruleCountOf returns the count of a rule, and adds one if the rule is new.
func (k *checker[C]) ruleCountOf(name string) *ruleCount {
	for _, have := range k.rules {
		if have.name == name {
			return have
		}
	}
	k.rules = append(k.rules, &ruleCount{name: name})
	return k.rules[len(k.rules)-1]
}

// watchRule is the function Rule of the checker's Watcher. It records that a rule runs and, until the
// rule has changed something, whether it changes anything.
func (k *checker[C]) watchRule(r *cardsim.Rule[C]) func(changed bool) {
	if r.Internal {
		return nil
	}
	count := k.ruleCountOf(r.Name)
	count.ran = true
	if count.changed {
		return nil
	}
	return func(changed bool) { count.changed = changed }
}

// watchOption is the function Option of the checker's Watcher. It records whether an option changes
// anything, as watchRule does.
func (k *checker[C]) watchOption(o *cardsim.CardOption[C]) func(changed bool) {
	count := k.optionCounts[o]
	if count == nil || count.changed { // debug actions have no count
		return nil
	}
	count.timesRun++
	return func(changed bool) { count.changed = changed }
}

func (k *checker[C]) watchExpired(c *cardsim.Card[C]) { k.cardCountOf(c).expired = true }

// A branchCount counts the values of a condition inside effects.
type branchCount struct{ tests, trueTests int }

func (k *checker[C]) watchBranch(at string, held bool) {
	count := k.branches[at]
	if count == nil {
		count = new(branchCount)
		k.branches[at] = count
	}
	count.tests++
	if held {
		count.trueTests++
	}
}

// An option or action has a finding after enoughChoices choices without a change. A condition inside
// effects has a finding if it was tested enoughBranches times and was never true. A card has a
// finding if it was in hand in enoughHands games, can expire and never expired. The numbers are large
// because a condition may depend on a small chance.
const (
	enoughChoices  = 20
	enoughBranches = 300
	enoughHands    = 50
)

// idleFindings returns a finding for each rule, option or action that changed nothing and each condition
// that was never true. Cards that can expire but never did, and stats that never changed or were not a
// number, have findings too.
func (k *checker[C]) idleFindings() (all []*Finding) {
	find := func(at, format string, args ...any) {
		all = append(all, &Finding{Kind: Idle, Place: at, Text: fmt.Sprintf(format, args...), Count: 1})
	}
	games := k.report.Games + k.report.Guided
	for _, r := range k.rules {
		at := k.game.Places[fmt.Sprintf("rule %q", r.name)]
		switch {
		case r.changed || k.remarked(at):
		case !r.ran:
			find(at, "rule %q never ran in %d games; a rule before it stops the others, or nothing starts it", r.name, games)
		default:
			find(at, "rule %q never changed anything in %d games; check its condition and effects, or remove it", r.name, games)
		}
	}
	for _, c := range k.cards {
		for i, o := range c.options {
			if o.timesRun >= enoughChoices && !o.changed {
				find(k.placeOf("card %q, option %d", c.Name, i+1), "option %d of card %q (%s) never changed anything in %d choices; correct its effects or remove them",
					i+1, c.Name, o.Text, o.timesRun)
			}
		}
		if c.canExpire && !c.expired && c.seen() >= enoughHands {
			find(k.placeOf("card %q", c.Name), "card %q never expired in %d games; remove expires, or give the player another choice than the card", c.Name, c.seen())
		}
	}
	for i, a := range k.game.Actions {
		if o := k.actions[i]; o.timesRun >= enoughChoices && !o.changed {
			find(k.placeOf("action %q", a.Name), "action %q (%s) never changed anything in %d choices; correct its effects or remove them", a.Name, o.Text, o.timesRun)
		}
	}
	var places []string
	for at, b := range k.branches {
		if b.trueTests == 0 && b.tests >= enoughBranches && !k.remarked(at) {
			places = append(places, at)
		}
	}
	slices.Sort(places)
	for _, at := range places {
		find(at, "the condition for these effects was never true in %d tries; correct it, or remove the effects", k.branches[at].tests)
	}
	for _, s := range k.stats.all {
		if s.NotFinite > 0 {
			find(k.placeOf("stat %q", s.Name), "stat %q was not a number %d times, for example after division by 0; use max(1, …) as the divisor", s.Name, s.NotFinite)
		}
		if at := k.placeOf("stat %q", s.Name); at != "" && !s.varies && s.finiteTurns > 0 && !k.remarked(at) {
			find(at, "stat %q was %s in all turns; check its limits and the effects that change it", s.Name, s.firstText)
		}
	}
	return all
}

// placeOf returns the place of a part in the game file, or "".
func (k *checker[C]) placeOf(format string, args ...any) string {
	return k.game.Places[fmt.Sprintf(format, args...)]
}

// placeInText returns the place in the game file of the part that a text names at its beginning, or
// "".
func (k *checker[C]) placeInText(text string) (at string) {
	longest := 0
	for part, place := range k.game.Places {
		if len(part) > longest && strings.HasPrefix(text, part) {
			longest, at = len(part), place
		}
	}
	return at
}

// loaderFindings returns the mistakes that the loader of the file found.
func (k *checker[C]) loaderFindings() (all []*Finding) {
	for _, text := range k.game.Remarks {
		at, rest, _ := strings.Cut(text, ": ")
		all = append(all, &Finding{Kind: Mistake, Place: at, Text: rest, Count: 1})
	}
	return all
}

// remarked reports whether the loader found a mistake at a place in the game file.
func (k *checker[C]) remarked(at string) bool {
	return at != "" && slices.ContainsFunc(k.game.Remarks, func(text string) bool { return strings.HasPrefix(text, at+": ") })
}

// frequentWarnings returns the warnings that players see too often, and adds the other warnings to the
// Warnings of the report. A warning about a result that is not a number always counts as frequent.
func (k *checker[C]) frequentWarnings() (all []*Finding) {
	const often = 20 // a warning is frequent if it appears in at least one of 20 turns
	for _, f := range k.warnings {
		if slices.ContainsFunc(k.findings, func(m *Finding) bool { return m.Kind == Mistake && strings.HasSuffix(f.Text, m.Text) }) {
			continue // watchRemark has added it as a mistake
		}
		if f.Count*often >= k.turns || strings.Contains(f.Text, "is not a number") {
			f.Text += fmt.Sprintf("; players see this warning in %s of turns, so remove its cause", percentage(f.Count, k.turns))
			all = append(all, f)
		} else {
			k.report.Warnings = append(k.report.Warnings, k.withLog(f))
		}
	}
	return all
}
