package gamefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/types"

	"gamed/rules/cardsim"
	"gamed/state"
)

// Load reads a game from a data file. name is the file name used in errors. The error is
// an [Errors] that lists all faults.
func Load(name string, data []byte) (*cardsim.Game[*State], error) {
	game := cardsim.Game[*State]{File: &state.File{
		Text: data,
		Read: func(text []byte) (state.Dealer, error) { return Load(name, text) },
	}}
	if err := Into(&game, name, data); err != nil {
		return nil, err
	}
	built, err := game.Build()
	if err != nil {
		return nil, Errors{{File: name, Line: 1, Column: 1, Text: err.Error()}}
	}
	return built, nil
}

// Reload reads the file of a running game again. If the file is wrong or names another
// game, Reload returns the old game with the error. Games in progress keep their version.
// Corrected texts do not change the Version of the game; other changes of keys and values do.
func Reload(old *cardsim.Game[*State], name string, data []byte) (game *cardsim.Game[*State], err error) {
	game, err = Load(name, data)
	if err == nil && game.Name != old.Name {
		err = Errors{{File: name, Line: 1, Column: 1, Field: "game", Text: fmt.Sprintf("the running game has the name %q; restart to rename it", old.Name)}}
	}
	if err != nil {
		return old, err
	}
	return game, nil
}

// Into adds a data file to a game written in Go. Call Into before Build. The file adds cards,
// rules, actions, panels and endings. It also sets the prompt, the headline and the settings that
// Go leaves unset. The stats must be a pointer to a struct. Expressions and effects use its
// exported fields: PublicTrust is public_trust in the file. Cards in Go and in the file may name
// each other. If Into returns an error, the game must not be used.
func Into[C cardsim.StatsCollection](game *cardsim.Game[C], name string, data []byte) error {
	wrong := &problems{file: name}
	root := parse(data, wrong)
	if root == nil {
		return wrong.err()
	}
	f, version := decode(root, wrong)
	b := &builder[C]{
		problems: wrong, vocabulary: make(map[string]*word[C]), types: make(types.Map),
		cardTitles: make(map[string]string), rules: make(map[string]*cardsim.Rule[C]), endings: make(map[string]*ending[C]),
		usedNames: make(map[string]bool),
	}
	b.types[divisor] = types.TypeOf((func(float64) float64)(nil))
	b.collectNames(game, f)
	b.build(game, f)
	if err := wrong.err(); err != nil {
		return err
	}
	b.review(game, f)
	game.Version = int((uint32(game.Version)*31 + version) >> 1)
	return nil
}

// collectNames collects the names that the file may use.
func (b *builder[C]) collectNames(game *cardsim.Game[C], f gameFormat) {
	for _, c := range game.Cards {
		b.cardNames = append(b.cardNames, c.Name)
		b.addTitle(c.Name, c.Title.String(), c.Secret)
	}
	for _, e := range f.Cards {
		b.addTitle(e.name, e.value.Title.text, e.value.Secret)
	}
	for _, r := range game.Rules {
		b.ruleNames = append(b.ruleNames, r.Name)
		b.rules[r.Name] = r
	}
	for _, e := range f.Endings {
		if slices.Contains(game.Endings, e.name) {
			b.addf(e.location, "the game already has an ending %q in Go", e.name)
		}
	}
	b.endingNames = f.Endings.names()
	addNames(b, "card", &b.cardNames, f.Cards)
	addNames(b, "rule", &b.ruleNames, f.Rules)
	for _, w := range gameWords[C](b.cardNames, b.ruleNames) {
		b.addWord(w)
	}
}

// addTitle records the title of a card that is not secret, for the reasons of disabled choices.
func (b *builder[C]) addTitle(name, title string, secret bool) {
	if secret {
		return
	}
	if title == "" || strings.Contains(title, "${") {
		title = strings.ReplaceAll(name, "_", " ")
	}
	b.cardTitles[name] = title
}

// addNames adds the names of a part of the file to names. A name that the Go code already uses is an
// error.
func addNames[C cardsim.StatsCollection, T any](b *builder[C], what string, names *[]string, all ordered[T]) {
	for _, e := range all {
		if slices.Contains(*names, e.name) {
			b.addf(e.location, "the game already has a %s %q in Go", what, e.name)
			continue
		}
		*names = append(*names, e.name)
	}
}

// A builder compiles the parts of a file.
type builder[C cardsim.StatsCollection] struct {
	*problems
	vocabulary map[string]*word[C]
	types      types.Map // types of the vocabulary
	laterStats []string  // stats not yet declared

	cardNames, ruleNames []string          // in Go and in the file
	endingNames          []string          // in the file
	cardTitles           map[string]string // the titles, by name, of the cards that are not secret
	rules                map[string]*cardsim.Rule[C]
	endings              map[string]*ending[C]

	// usedNames records how effects and expressions use names, for review: "read oil", "start night".
	usedNames  map[string]bool
	headline   *expression[C] // the headline, or nil
	targetStat string         // the stat that an effect changes; the expression of the effect does not count as a use
}

// addWord adds a word to the vocabulary.
func (b *builder[C]) addWord(w *word[C]) {
	b.vocabulary[w.name] = w
	b.types[w.name] = w.callType
	if w.callType == nil {
		b.types[w.name] = kindTypes[w.kind]
	}
}

// statNames lists the words that can be set.
func (b *builder[C]) statNames() (names []string) {
	for name, w := range b.vocabulary {
		if w.set != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// checkRef reports whether a name is one of names, and adds an error if not.
func (b *builder[C]) checkRef(r ref, what string, names []string) bool {
	if !slices.Contains(names, r.text) {
		b.addf(r.location, "%s", unknownName(what, r.text, names))
		return false
	}
	return true
}

// compileCondition compiles a condition. If the file gives no condition, it returns nil, which
// counts as a true condition. It also returns nil after an error.
func (b *builder[C]) compileCondition(c expressionSource, when moment) *expression[C] {
	if !c.given() {
		return nil
	}
	return b.compile(c, boolKind, when)
}

// An ending is a compiled ending of the file.
type ending[C cardsim.StatsCollection] struct {
	name string
	text *text[C]
	when *expression[C]
	won  bool
}

func (e *ending[C]) end(m *evaluator[C]) {
	m.p.End(cardsim.Ending{Name: e.name, Text: cardsim.Text(e.text.current(m)), Won: e.won})
}

// endingsRule is the name of the rule that checks the endings. The step of this rule, lastStep, is
// higher than the step of any other rule in a file.
const (
	endingsRule = "endings"
	lastStep    = 1_000_000
)

// addEndings compiles the endings. It returns the rule that checks the conditions of the endings and
// the divisors of the headline, or nil if there is nothing to check.
func (b *builder[C]) addEndings(all ordered[endingFormat]) (rule *cardsim.Rule[C]) {
	var looked []*ending[C]
	for _, e := range all {
		one := &ending[C]{name: e.name, text: b.compileText(e.value.Text), won: e.value.Won, when: b.compileCondition(e.value.When, inEffect)}
		b.endings[e.name] = one
		if e.value.When.given() {
			looked = append(looked, one)
		}
	}
	rating := b.headline
	if rating != nil && !rating.mayDivideByZero {
		rating = nil
	}
	if looked == nil && rating == nil {
		return nil
	}
	return &cardsim.Rule[C]{Name: endingsRule, Step: lastStep, Internal: true, Do: func(p *cardsim.Player[C]) error {
		m := evaluatorFor(p)
		var warnings []error
		for _, e := range looked {
			if p.Ended() != nil {
				break
			}
			held, err := e.when.holds(m)
			if held {
				e.end(m)
			}
			warnings = append(warnings, err)
		}
		if rating != nil { // the Value of a game cannot return a warning, so this rule does
			rating.evaluate(m)
			warnings = append(warnings, rating.zeroWarning(m))
		}
		return errors.Join(warnings...)
	}}
}

// addRules compiles the rules and returns the rules that are on at the start.
func (b *builder[C]) addRules(all ordered[ruleFormat]) (start []*cardsim.Rule[C]) {
	for _, e := range all {
		if e.name == endingsRule {
			b.addf(e.location, "this name is reserved for the rule that checks the endings")
		}
		when, compiled := b.compileCondition(e.value.When, inEffect), b.compileEffects(e.value.effects)
		rule := &cardsim.Rule[C]{Name: e.name, Title: cardsim.Text(e.value.Title), Step: e.value.Step}
		rule.Do = func(p *cardsim.Player[C]) error {
			m := evaluatorFor(p)
			held, err := when.holds(m)
			if !held {
				return err
			}
			if e.value.Once {
				_ = p.Rules.Remove(rule) // takes effect after all rules have run, and returns no warning before
			}
			return errors.Join(err, carryOut(m, compiled))
		}
		b.rules[e.name] = rule
		if !e.value.Off {
			start = append(start, rule)
		}
	}
	return start
}
