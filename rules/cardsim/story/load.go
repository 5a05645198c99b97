package story

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/types"

	"gamed/rules/cardsim"
)

// Load reads a game that is all in one data file, name.yaml or the like, which
// stands in the errors. The error is [Errors]: all that is wrong.
func Load(name string, data []byte) (*cardsim.Game[*Story], error) {
	var game cardsim.Game[*Story]
	if err := Into(&game, name, data); err != nil {
		return nil, err
	}
	built, err := game.Build()
	if err != nil {
		return nil, Errors{{File: name, Line: 1, Column: 1, Text: err.Error()}}
	}
	return built, nil
}

// Reload reads a game again that is being played. If the file is wrong, or is
// another game now, it returns the old one with the error. Games in progress keep
// what they were started with. The Version changes if the file plays in another way
// than before; texts can be put right without that.
func Reload(old *cardsim.Game[*Story], name string, data []byte) (game *cardsim.Game[*Story], err error) {
	game, err = Load(name, data)
	if err == nil && game.Name != old.Name {
		err = Errors{{File: name, Line: 1, Column: 1, Field: "game", Text: fmt.Sprintf("the game was called %q when it was started: it keeps that name until the next start", old.Name)}}
	}
	if err != nil {
		return old, err
	}
	return game, nil
}

// Into adds what a data file has to a game that is written in Go, before its
// Build: cards, rules, actions, panels and endings, and what else the file says
// and Go does not. The file's expressions and effects reach the exported fields of
// the stats, a pointer to a struct: PublicTrust is public_trust there. Its cards
// may name those that the game has already, and the other way round. After an error
// the game is of no use.
func Into[C cardsim.StatsCollection](game *cardsim.Game[C], name string, data []byte) error {
	wrong := &problems{file: name}
	root := parse(data, wrong)
	if root == nil {
		return wrong.err()
	}
	f, version := decode(root, wrong)
	b := &builder[C]{
		problems: wrong, vocabulary: make(map[string]*word[C]), types: make(types.Map),
		rules: make(map[string]*cardsim.Rule[C]), endings: make(map[string]*ending[C]),
	}
	b.declare(game, f)
	b.build(game, f)
	if err := wrong.err(); err != nil {
		return err
	}
	game.Version = int((uint32(game.Version)*31 + version) >> 1)
	return nil
}

// declare collects the names that the file may use.
func (b *builder[C]) declare(game *cardsim.Game[C], f gameFormat) {
	for _, c := range game.Cards {
		b.cardNames = append(b.cardNames, c.Name)
	}
	for _, r := range game.Rules {
		b.ruleNames = append(b.ruleNames, r.Name)
		b.rules[r.Name] = r
	}
	for _, e := range f.Endings {
		if slices.Contains(game.Endings, e.name) {
			b.addf(e.at, "the game has an ending %q in Go already", e.name)
		}
	}
	b.endingNames = f.Endings.names()
	declare(b, "card", &b.cardNames, f.Cards)
	declare(b, "rule", &b.ruleNames, f.Rules)
	for _, w := range gameWords[C](b.cardNames, b.ruleNames) {
		b.know(w)
	}
}

func declare[C cardsim.StatsCollection, T any](b *builder[C], what string, names *[]string, all ordered[T]) {
	for _, e := range all {
		if slices.Contains(*names, e.name) {
			b.addf(e.at, "the game has a %s %q in Go already", what, e.name)
			continue
		}
		*names = append(*names, e.name)
	}
}

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
