package story

import (
	"slices"

	"github.com/expr-lang/expr/types"

	"gamed/rules/cardsim"
)

// A builder makes the parts of a game out of a file.
type builder[C cardsim.StatsCollection] struct {
	*problems
	vocabulary map[string]*word[C]
	types      types.Map // of the vocabulary
	below      []string  // stats that are not in it yet

	cardNames, ruleNames, endingNames []string // in Go and in the file
	rules                             map[string]*cardsim.Rule[C]
	endings                           map[string]*ending[C]
}

// know adds a word to the vocabulary.
func (b *builder[C]) know(w *word[C]) {
	b.vocabulary[w.name] = w
	b.types[w.name] = w.call
	if w.call == nil {
		b.types[w.name] = kindTypes[w.kind]
	}
}

// statNames lists what can be set.
func (b *builder[C]) statNames() (names []string) {
	for name, w := range b.vocabulary {
		if w.set != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// known reports whether there is what a name means, and says so if not.
func (b *builder[C]) known(r ref, what string, names []string) bool {
	if !slices.Contains(names, r.text) {
		b.addf(r.at, "%s", unknown(what, r.text, names))
		return false
	}
	return true
}

// condition compiles a condition; nil is always.
func (b *builder[C]) condition(c code, when moment) *expression[C] {
	if !c.given() {
		return nil
	}
	return b.compile(c, truth, when)
}

// An ending of the file.
type ending[C cardsim.StatsCollection] struct {
	name string
	text *text[C]
	when *expression[C]
	won  bool
}

func (e *ending[C]) end(m *machine[C]) {
	m.p.End(cardsim.Ending{Name: e.name, Text: cardsim.Message(e.text.write(m)), Won: e.won})
}

// endingsRule is the rule that looks at the endings, after all others.
const (
	endingsRule = "endings"
	lastStep    = 1_000_000
)

// addEndings makes the endings, and a rule that looks at their conditions.
func (b *builder[C]) addEndings(all ordered[endingFormat]) (rule *cardsim.Rule[C]) {
	var looked []*ending[C]
	for _, e := range all {
		one := &ending[C]{name: e.name, text: b.text(e.value.Text), won: e.value.Won, when: b.condition(e.value.When, happening)}
		b.endings[e.name] = one
		if e.value.When.given() {
			looked = append(looked, one)
		}
	}
	if looked == nil {
		return nil
	}
	return &cardsim.Rule[C]{Name: endingsRule, Step: lastStep, Do: func(p *cardsim.Player[C]) error {
		m := machineFor(p)
		for _, e := range looked {
			if p.Ended() == nil && e.when.holds(m) {
				e.end(m)
			}
		}
		return nil
	}}
}

// addRules makes the rules. Those that are off at first are left out of the result.
func (b *builder[C]) addRules(all ordered[ruleFormat]) (start []*cardsim.Rule[C]) {
	for _, e := range all {
		if e.name == endingsRule {
			b.addf(e.at, "a rule cannot have this name: it is that of the rule that looks at the endings")
		}
		when, deeds := b.condition(e.value.When, happening), b.effects(e.value.effects)
		rule := &cardsim.Rule[C]{Name: e.name, Step: e.value.Step}
		rule.Do = func(p *cardsim.Player[C]) error {
			m := machineFor(p)
			if !when.holds(m) {
				return nil
			}
			if e.value.Once {
				_ = p.Rules.Remove(rule) // when all rules have run; it is there
			}
			return do(m, deeds)
		}
		b.rules[e.name] = rule
		if !e.value.Off {
			start = append(start, rule)
		}
	}
	return start
}
