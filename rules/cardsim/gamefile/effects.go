package gamefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

// A compiledEffect carries out one effect of the file. Its errors are warnings.
type compiledEffect[C cardsim.StatsCollection] func(m *evaluator[C]) error

// carryOut carries out all effects and joins their warnings.
func carryOut[C cardsim.StatsCollection](m *evaluator[C], compiled []compiledEffect[C]) error {
	var warnings []error
	for _, d := range compiled {
		if err := d(m); err != nil {
			warnings = append(warnings, err)
		}
	}
	return errors.Join(warnings...)
}

// withLine wraps d so that its warnings name the line of the file. It returns nil if d is nil.
func (b *builder[C]) withLine(at location, d compiledEffect[C]) compiledEffect[C] {
	if d == nil {
		return nil
	}
	line := b.lineOf(at)
	return func(m *evaluator[C]) error {
		if err := d(m); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		return nil
	}
}

// compileEffects compiles effects in the order in which format.go lists them.
func (b *builder[C]) compileEffects(e effects) (compiled []compiledEffect[C]) {
	add := func(d compiledEffect[C]) {
		if d != nil { // nil after an error in the file
			compiled = append(compiled, d)
		}
	}
	for _, s := range e.Set {
		add(b.withLine(s.location, b.compileSet(s)))
	}
	for _, s := range e.Add {
		add(b.withLine(s.location, b.compileAdd(s)))
	}
	always := func(given bool, do func(m *evaluator[C])) {
		if given {
			add(func(m *evaluator[C]) error { do(m); return nil })
		}
	}
	say, later := b.compileText(e.Say), b.compileText(e.Later)
	always(e.Say.given(), func(m *evaluator[C]) { m.p.Tell(cardsim.Text(say.current(m))) })
	always(e.Later.given(), func(m *evaluator[C]) { m.p.Defer(cardsim.Text(later.current(m))) })
	compiled = append(compiled, b.compileMoves(e)...)
	always(e.Refund, func(m *evaluator[C]) { m.p.Refund() })
	always(e.EndTurn, func(m *evaluator[C]) { m.p.EndTurn() })
	b.usedNames["end "+e.End.text] = true
	always(e.End.text != "" && b.checkRef(e.End, "ending", b.endingNames), func(m *evaluator[C]) { b.endings[e.End.text].end(m) })
	for _, o := range e.Then {
		add(b.compileOutcome(o))
	}
	return compiled
}

// compileOutcome compiles effects with a condition.
func (b *builder[C]) compileOutcome(o outcome) compiledEffect[C] {
	when := b.compileCondition(o.When, inEffect)
	if o.Otherwise != nil && !o.When.given() {
		b.addf(o.Otherwise.When.location, "otherwise needs a when beside it")
	}
	compiled, otherwise := b.compileEffects(o.effects), func(*evaluator[C]) error { return nil }
	at := b.position(o.When.location)
	if o.Otherwise != nil {
		otherwise = b.compileOutcome(*o.Otherwise)
	}
	return func(m *evaluator[C]) error {
		held, err := when.holds(m)
		if when != nil {
			m.p.Branch(at, held)
		}
		if o.Otherwise != nil {
			m.p.Branch(at+", otherwise", !held)
		}
		if held {
			return errors.Join(err, carryOut(m, compiled))
		}
		return errors.Join(err, otherwise(m))
	}
}

// settableWord returns the word of the stat that an effect changes.
func (b *builder[C]) settableWord(e entry[expressionSource]) *word[C] {
	w := b.vocabulary[e.name]
	switch {
	case w == nil:
		b.addf(e.location, "%s", unknownName("stat", e.name, b.statNames()))
		return nil
	case w.set == nil:
		b.addf(e.location, "%s is computed and cannot be set; set another stat", e.name)
		return nil
	}
	b.usedNames["set "+e.name] = true
	return w
}

func (b *builder[C]) compileSet(e entry[expressionSource]) compiledEffect[C] {
	w := b.settableWord(e)
	if w == nil {
		return nil
	}
	b.targetStat = e.name
	defer func() { b.targetStat = "" }()
	if w.kind == textKind {
		if text := e.value.text; w.texts != nil && !strings.Contains(text, "${") && !slices.Contains(*w.texts, text) {
			*w.texts = append(*w.texts, text)
		}
		t := b.compileText(prose(e.value))
		return func(m *evaluator[C]) error { return w.set(m, t.current(m)) }
	}
	x := b.compile(e.value, w.kind, inEffect)
	if x == nil {
		return nil
	}
	return func(m *evaluator[C]) error {
		value := x.evaluate(m)
		return effectWarning(m, x, w.set(m, value))
	}
}

// effectWarning returns the warning of an effect that sets a stat to the value of x. The warning is
// err, or it is about a division by 0 that left a finite result. It returns nil if the warning
// would tell players a fact that they must not know.
func effectWarning[C cardsim.StatsCollection](m *evaluator[C], x *expression[C], err error) error {
	if err == nil {
		return x.zeroWarning(m)
	}
	if x.usesHiddenFacts(m) {
		m.p.Remark(x.position, err.Error())
		return nil
	}
	return err
}

func (b *builder[C]) compileAdd(e entry[expressionSource]) compiledEffect[C] {
	w := b.settableWord(e)
	if w == nil {
		return nil
	}
	if w.kind != numberKind {
		b.addf(e.location, "%s is %s and can only be set, not added to", e.name, w.kind)
		return nil
	}
	b.targetStat = e.name
	defer func() { b.targetStat = "" }()
	x := b.compile(e.value, numberKind, inEffect)
	if x == nil {
		return nil
	}
	return func(m *evaluator[C]) error {
		by := x.evaluate(m).(float64)
		w.load(m)
		return effectWarning(m, x, w.set(m, m.env[w.name].(float64)+by))
	}
}

// maxDeck is the maximum size of the deck after an effect adds a card.
const maxDeck = 1000

// compileMoves compiles the effects that start and stop rules and that move cards.
func (b *builder[C]) compileMoves(e effects) (compiled []compiledEffect[C]) {
	each := func(all refs, verb, what string, names []string, do func(m *evaluator[C], name string) error) {
		for _, r := range all {
			if b.checkRef(r, what, names) {
				b.usedNames[verb+" "+r.text] = true
				compiled = append(compiled, b.withLine(r.location, func(m *evaluator[C]) error { return do(m, r.text) }))
			}
		}
	}
	each(e.Start, "start", "rule", b.ruleNames, func(m *evaluator[C], rule string) error {
		if m.runs(rule) {
			return nil
		}
		return m.p.Rules.Add(b.rules[rule])
	})
	each(e.Stop, "stop", "rule", b.ruleNames, func(m *evaluator[C], rule string) error {
		if !m.runs(rule) {
			return nil
		}
		return m.p.Rules.Remove(b.rules[rule])
	})
	each(e.Drop, "drop", "card", b.cardNames, func(m *evaluator[C], card string) error {
		is := func(c *cardsim.Card[C]) bool { return c.Name == card }
		m.p.Deck.Strip(is)
		m.p.StripHand(is)
		return nil
	})
	each(e.Give, "bring", "card", b.cardNames, func(m *evaluator[C], card string) error { return m.p.Give(card) })
	insert := func(put func(p *cardsim.Player[C], card string) error) func(m *evaluator[C], card string) error {
		return func(m *evaluator[C], card string) error {
			if m.p.Deck.Len() >= maxDeck {
				return cardsim.Warningf("the deck has %d cards; the card was not added", maxDeck)
			}
			return put(m.p, card)
		}
	}
	each(e.Shuffle, "bring", "card", b.cardNames, insert((*cardsim.Player[C]).ShuffleIn))
	next := slices.Clone(e.Next)
	slices.Reverse(next) // the last card put on the deck is the first one drawn
	insertNext := insert((*cardsim.Player[C]).Next)
	each(next, "bring", "card", b.cardNames, func(m *evaluator[C], card string) error {
		if m.p.Deck.Has(card) {
			return m.p.Next(card) // moves the card, so the deck does not grow
		}
		return insertNext(m, card)
	})
	return compiled
}
