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
// game, it returns the old game with the error. Games in progress keep their version.
// The Version changes if the file plays differently; corrected texts do not change it.
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

// Into adds a data file to a game written in Go, before its Build: cards, rules,
// actions, panels and endings, and the settings that Go leaves unset. The stats must be
// a pointer to a struct. Expressions and effects use its exported fields: PublicTrust is
// public_trust in the file. Cards in Go and in the file may name each other. If Into
// returns an error, the game must not be used.
func Into[C cardsim.StatsCollection](game *cardsim.Game[C], name string, data []byte) error {
	wrong := &problems{file: name}
	root := parse(data, wrong)
	if root == nil {
		return wrong.err()
	}
	f, version := decode(root, wrong)
	b := &builder[C]{
		problems: wrong, vocabulary: make(map[string]*word[C]), types: make(types.Map),
		cards: make(map[string]string), rules: make(map[string]*cardsim.Rule[C]), endings: make(map[string]*ending[C]),
		used: make(map[string]bool),
	}
	b.types[divisor] = types.TypeOf((func(float64) float64)(nil))
	b.declare(game, f)
	b.build(game, f)
	if err := wrong.err(); err != nil {
		return err
	}
	b.review(game, f)
	game.Version = int((uint32(game.Version)*31 + version) >> 1)
	return nil
}

// declare collects the names that the file may use.
func (b *builder[C]) declare(game *cardsim.Game[C], f gameFormat) {
	for _, c := range game.Cards {
		b.cardNames = append(b.cardNames, c.Name)
		b.publish(c.Name, c.Title.String(), c.Secret)
	}
	for _, e := range f.Cards {
		b.publish(e.name, e.value.Title.text, e.value.Secret)
	}
	for _, r := range game.Rules {
		b.ruleNames = append(b.ruleNames, r.Name)
		b.rules[r.Name] = r
	}
	for _, e := range f.Endings {
		if slices.Contains(game.Endings, e.name) {
			b.addf(e.at, "the game already has an ending %q in Go", e.name)
		}
	}
	b.endingNames = f.Endings.names()
	declare(b, "card", &b.cardNames, f.Cards)
	declare(b, "rule", &b.ruleNames, f.Rules)
	for _, w := range gameWords[C](b.cardNames, b.ruleNames) {
		b.know(w)
	}
}

// publish records the title of a card that is not secret.
func (b *builder[C]) publish(name, title string, secret bool) {
	if secret {
		return
	}
	if title == "" || strings.Contains(title, "${") {
		title = strings.ReplaceAll(name, "_", " ")
	}
	b.cards[name] = title
}

func declare[C cardsim.StatsCollection, T any](b *builder[C], what string, names *[]string, all ordered[T]) {
	for _, e := range all {
		if slices.Contains(*names, e.name) {
			b.addf(e.at, "the game already has a %s %q in Go", what, e.name)
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
	below      []string  // stats not yet declared

	cardNames, ruleNames, endingNames []string          // in Go and in the file
	cards                             map[string]string // the titles of the cards that are not secret
	rules                             map[string]*cardsim.Rule[C]
	endings                           map[string]*ending[C]

	// used holds the uses of names in effects and expressions, for review.
	used   map[string]bool
	rating *expression[C] // the headline, or nil
	target string         // the stat that an effect changes; the expression of the effect does not count as a use
}

// know adds a word to the vocabulary.
func (b *builder[C]) know(w *word[C]) {
	b.vocabulary[w.name] = w
	b.types[w.name] = w.call
	if w.call == nil {
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

// known reports whether a name exists, and adds an error if not.
func (b *builder[C]) known(r ref, what string, names []string) bool {
	if !slices.Contains(names, r.text) {
		b.addf(r.at, "%s", unknown(what, r.text, names))
		return false
	}
	return true
}

// condition compiles a condition; nil means always.
func (b *builder[C]) condition(c code, when moment) *expression[C] {
	if !c.given() {
		return nil
	}
	return b.compile(c, truth, when)
}

// An ending is an ending of the file.
type ending[C cardsim.StatsCollection] struct {
	name string
	text *text[C]
	when *expression[C]
	won  bool
}

func (e *ending[C]) end(m *machine[C]) {
	m.p.End(cardsim.Ending{Name: e.name, Text: cardsim.Text(e.text.write(m)), Won: e.won})
}

// endingsRule is the rule that checks the endings after all other rules.
const (
	endingsRule = "endings"
	lastStep    = 1_000_000
)

// addEndings compiles the endings and returns the rule that checks their conditions and
// the divisors of the headline.
func (b *builder[C]) addEndings(all ordered[endingFormat]) (rule *cardsim.Rule[C]) {
	var looked []*ending[C]
	for _, e := range all {
		one := &ending[C]{name: e.name, text: b.text(e.value.Text), won: e.value.Won, when: b.condition(e.value.When, happening)}
		b.endings[e.name] = one
		if e.value.When.given() {
			looked = append(looked, one)
		}
	}
	rating := b.rating
	if rating != nil && !rating.divides {
		rating = nil
	}
	if looked == nil && rating == nil {
		return nil
	}
	return &cardsim.Rule[C]{Name: endingsRule, Step: lastStep, Internal: true, Do: func(p *cardsim.Player[C]) error {
		m := machineFor(p)
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
		if rating != nil { // a Value cannot warn
			rating.run(m)
			warnings = append(warnings, rating.fault(m))
		}
		return errors.Join(warnings...)
	}}
}

// addRules compiles the rules and returns the rules that are on at the start.
func (b *builder[C]) addRules(all ordered[ruleFormat]) (start []*cardsim.Rule[C]) {
	for _, e := range all {
		if e.name == endingsRule {
			b.addf(e.at, "this name is reserved for the rule that checks the endings")
		}
		when, deeds := b.condition(e.value.When, happening), b.effects(e.value.effects)
		rule := &cardsim.Rule[C]{Name: e.name, Title: cardsim.Text(e.value.Title), Step: e.value.Step}
		rule.Do = func(p *cardsim.Player[C]) error {
			m := machineFor(p)
			held, err := when.holds(m)
			if !held {
				return err
			}
			if e.value.Once {
				_ = p.Rules.Remove(rule) // after all rules have run; it cannot warn
			}
			return errors.Join(err, do(m, deeds))
		}
		b.rules[e.name] = rule
		if !e.value.Off {
			start = append(start, rule)
		}
	}
	return start
}
