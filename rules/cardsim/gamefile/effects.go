package gamefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

// A deed is one compiled effect. Its errors are warnings.
type deed[C cardsim.StatsCollection] func(m *machine[C]) error

// do runs all deeds and joins their warnings.
func do[C cardsim.StatsCollection](m *machine[C], deeds []deed[C]) error {
	var warnings []error
	for _, d := range deeds {
		if err := d(m); err != nil {
			warnings = append(warnings, err)
		}
	}
	return errors.Join(warnings...)
}

// placed returns d with the line of the file in its warnings. Nil stays nil.
func (b *builder[C]) placed(at location, d deed[C]) deed[C] {
	if d == nil {
		return nil
	}
	line := b.lineOf(at)
	return func(m *machine[C]) error {
		if err := d(m); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		return nil
	}
}

// effects compiles effects in the order of the format.
func (b *builder[C]) effects(e effects) (deeds []deed[C]) {
	add := func(d deed[C]) {
		if d != nil { // else an error was reported
			deeds = append(deeds, d)
		}
	}
	for _, s := range e.Set {
		add(b.placed(s.at, b.set(s)))
	}
	for _, s := range e.Add {
		add(b.placed(s.at, b.add(s)))
	}
	always := func(given bool, do func(m *machine[C])) {
		if given {
			add(func(m *machine[C]) error { do(m); return nil })
		}
	}
	say, later := b.text(e.Say), b.text(e.Later)
	always(e.Say.given(), func(m *machine[C]) { m.p.Tell(cardsim.Text(say.write(m))) })
	always(e.Later.given(), func(m *machine[C]) { m.p.Defer(cardsim.Text(later.write(m))) })
	deeds = append(deeds, b.moves(e)...)
	always(e.Refund, func(m *machine[C]) { m.p.Refund() })
	always(e.EndTurn, func(m *machine[C]) { m.p.EndTurn() })
	b.used["end "+e.End.text] = true
	always(e.End.text != "" && b.known(e.End, "ending", b.endingNames), func(m *machine[C]) { b.endings[e.End.text].end(m) })
	for _, o := range e.Then {
		add(b.outcome(o))
	}
	return deeds
}

// outcome compiles effects with a condition.
func (b *builder[C]) outcome(o outcome) deed[C] {
	when := b.condition(o.When, happening)
	if o.Otherwise != nil && !o.When.given() {
		b.addf(o.Otherwise.When.at, "otherwise needs a when beside it")
	}
	deeds, otherwise := b.effects(o.effects), func(*machine[C]) error { return nil }
	at := b.position(o.When.at)
	if o.Otherwise != nil {
		otherwise = b.outcome(*o.Otherwise)
	}
	return func(m *machine[C]) error {
		held, err := when.holds(m)
		if when != nil {
			m.p.Branch(at, held)
		}
		if o.Otherwise != nil {
			m.p.Branch(at+", otherwise", !held)
		}
		if held {
			return errors.Join(err, do(m, deeds))
		}
		return errors.Join(err, otherwise(m))
	}
}

// stat returns the word of the stat that an effect changes.
func (b *builder[C]) stat(e entry[code]) *word[C] {
	w := b.vocabulary[e.name]
	switch {
	case w == nil:
		b.addf(e.at, "%s", unknown("stat", e.name, b.statNames()))
		return nil
	case w.set == nil:
		b.addf(e.at, "%s cannot be set; it is a formula", e.name)
		return nil
	}
	b.used["set "+e.name] = true
	return w
}

func (b *builder[C]) set(e entry[code]) deed[C] {
	w := b.stat(e)
	if w == nil {
		return nil
	}
	b.target = e.name
	defer func() { b.target = "" }()
	if w.kind == words {
		if text := e.value.text; w.texts != nil && !strings.Contains(text, "${") && !slices.Contains(*w.texts, text) {
			*w.texts = append(*w.texts, text)
		}
		t := b.text(prose(e.value))
		return func(m *machine[C]) error { return w.set(m, t.write(m)) }
	}
	x := b.compile(e.value, w.kind, happening)
	if x == nil {
		return nil
	}
	return func(m *machine[C]) error {
		value := x.run(m)
		return changed(m, x, w.set(m, value))
	}
}

// changed returns the warning of an effect that changed a stat: err, or one about a division by 0 that left a
// finite result. It returns nil if the warning would tell players a fact that they must not know.
func changed[C cardsim.StatsCollection](m *machine[C], x *expression[C], err error) error {
	if err == nil {
		return x.fault(m)
	}
	if x.private(m) {
		m.p.Remark(x.position, err.Error())
		return nil
	}
	return err
}

func (b *builder[C]) add(e entry[code]) deed[C] {
	w := b.stat(e)
	if w == nil {
		return nil
	}
	if w.kind != number {
		b.addf(e.at, "%s is %s and can only be set, not added to", e.name, w.kind)
		return nil
	}
	b.target = e.name
	defer func() { b.target = "" }()
	x := b.compile(e.value, number, happening)
	if x == nil {
		return nil
	}
	return func(m *machine[C]) error {
		by := x.run(m).(float64)
		w.load(m)
		return changed(m, x, w.set(m, m.env[w.name].(float64)+by))
	}
}

// maxDeck is the maximum size of the deck after an effect adds a card.
const maxDeck = 1000

// moves compiles the effects that start and stop rules and that move cards.
func (b *builder[C]) moves(e effects) (deeds []deed[C]) {
	each := func(all refs, verb, what string, names []string, do func(m *machine[C], name string) error) {
		for _, r := range all {
			if b.known(r, what, names) {
				b.used[verb+" "+r.text] = true
				deeds = append(deeds, b.placed(r.at, func(m *machine[C]) error { return do(m, r.text) }))
			}
		}
	}
	each(e.Start, "start", "rule", b.ruleNames, func(m *machine[C], rule string) error {
		if m.runs(rule) {
			return nil
		}
		return m.p.Rules.Add(b.rules[rule])
	})
	each(e.Stop, "stop", "rule", b.ruleNames, func(m *machine[C], rule string) error {
		if !m.runs(rule) {
			return nil
		}
		return m.p.Rules.Remove(b.rules[rule])
	})
	each(e.Drop, "drop", "card", b.cardNames, func(m *machine[C], card string) error {
		is := func(c *cardsim.Card[C]) bool { return c.Name == card }
		m.p.Deck.Strip(is)
		m.p.StripHand(is)
		return nil
	})
	each(e.Give, "bring", "card", b.cardNames, func(m *machine[C], card string) error { return m.p.Give(card) })
	insert := func(put func(p *cardsim.Player[C], card string) error) func(m *machine[C], card string) error {
		return func(m *machine[C], card string) error {
			if m.p.Deck.Len() >= maxDeck {
				return cardsim.Warningf("the deck has %d cards; the card was not added", maxDeck)
			}
			return put(m.p, card)
		}
	}
	each(e.Shuffle, "bring", "card", b.cardNames, insert((*cardsim.Player[C]).ShuffleIn))
	next := slices.Clone(e.Next)
	slices.Reverse(next) // the last card put on the deck is the first one drawn
	each(next, "bring", "card", b.cardNames, insert((*cardsim.Player[C]).Next))
	return deeds
}
