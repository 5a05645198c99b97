package gamefile

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

// review records the places of the parts in the game, and remarks on parts that are unused,
// unreachable or without effect. The file must have no errors.
func (b *builder[C]) review(game *cardsim.Game[C], f gameFormat) {
	if game.Places == nil {
		game.Places = make(map[string]string)
	}
	b.locate(game, f)
	if _, is := any(b).(*builder[*State]); is && len(game.Cards) == len(f.Cards) { // cards in Go may use names that nothing in the file uses
		b.reviewStats(f)
		b.reviewNames(f)
	}
	for i, e := range f.Cards {
		b.reviewCard(e, f.Cards[:i])
	}
	for _, e := range f.Rules {
		if e.value.effects.empty() {
			b.remarkf(e.location, "the rule has no effects; add some or remove it")
		}
	}
	for _, e := range f.Actions {
		if e.value.Free && e.value.effects.empty() {
			b.remarkf(e.location, "the action is free and has no effects; add some or remove it")
		}
	}
	b.reviewEnd(f)
	slices.SortStableFunc(b.remarks, func(a, b *Error) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	for _, e := range b.remarks {
		if text := e.Error(); !slices.Contains(game.Remarks, text) {
			game.Remarks = append(game.Remarks, text)
		}
	}
}

// locate records the places of the parts.
func (b *builder[C]) locate(game *cardsim.Game[C], f gameFormat) {
	add := func(at location, format string, args ...any) {
		game.Places[fmt.Sprintf(format, args...)] = b.position(at)
	}
	for _, e := range f.Cards {
		add(e.location, "card %q", e.name)
		for i, o := range e.value.Options {
			add(o.Text.location, "card %q, option %d", e.name, i+1)
		}
	}
	for _, e := range f.Rules {
		add(e.location, "rule %q", e.name)
	}
	for _, e := range f.Actions {
		add(e.location, "action %q", e.name)
	}
	for _, e := range f.Endings {
		add(e.location, "ending %q", e.name)
	}
	for _, e := range f.Stats {
		title := cmp.Or(e.value.Title, titleOf(e.name))
		if e.value.Unit != "" {
			title += " (" + e.value.Unit + ")"
		}
		add(e.location, "stat %q", title)
	}
	if f.Headline.given() {
		add(f.Headline.location, "headline")
	}
}

func (b *builder[C]) reviewStats(f gameFormat) {
	for _, e := range f.Stats {
		read, set := b.usedNames["read "+e.name], b.usedNames["set "+e.name]
		switch {
		case !read && !set && !e.value.Formula.given():
			b.remarkf(e.location, "nothing uses this stat; use it in an effect, a condition or a text, or remove it")
		case !read && (!e.value.Formula.given() || e.value.Hidden):
			b.remarkf(e.location, "nothing reads this stat; use it in a condition, a text, an ending or the headline, or remove it")
		case !set && !e.value.Formula.given():
			b.remarkf(e.location, "no effect changes this stat; add an effect, or write the value instead of the name")
		}
	}
}

// reviewNames adds remarks for rules, cards and endings that nothing can reach.
func (b *builder[C]) reviewNames(f gameFormat) {
	for _, e := range f.Rules {
		if e.value.Off && !b.usedNames["start "+e.name] {
			b.remarkf(e.location, "the rule is off and nothing starts it; add start_rule: %s to an effect, or remove off", e.name)
		}
	}
	for _, e := range f.Cards {
		if e.value.Deck != nil && !*e.value.Deck && !b.usedNames["bring "+e.name] {
			b.remarkf(e.location, "the deck lacks this card and nothing brings it; add next, shuffle or give: %s to an effect, or remove deck: false", e.name)
		}
	}
	for _, e := range f.Endings {
		if !e.value.When.given() && !b.usedNames["end "+e.name] {
			b.remarkf(e.location, "nothing reaches this ending; give it a when, or add end: %s to an effect", e.name)
		}
	}
}

func (b *builder[C]) reviewCard(e entry[cardFormat], before ordered[cardFormat]) {
	without := 0
	for _, o := range e.value.Options {
		if o.effects.empty() {
			without++
		}
		b.reviewText(o.Text.prose)
		b.reviewText(o.Say)
	}
	if n := len(e.value.Options); n > 1 && without == n {
		b.remarkf(e.location, "no option of this card has an effect; give at least one an effect")
	}
	for _, other := range before {
		if other.value.Title.text == e.value.Title.text && other.value.Text.text == e.value.Text.text {
			b.remarkf(e.location, "card %q has the same title and text; change one of them", other.name)
		}
	}
	if e.value.When.given() && b.isConstant(e.value.When) {
		b.remarkf(e.value.When.location, "the condition never changes; compare a stat or turn, or remove it")
	}
	b.reviewText(e.value.Title.prose)
	b.reviewText(e.value.Text)
}

// isConstant reports whether a condition uses no word of the vocabulary, and so never changes.
func (b *builder[C]) isConstant(c expressionSource) bool {
	x := b.compile(c, boolKind, inEffect)
	return x != nil && x.program == nil
}

// reviewText adds a remark for a stat in braces without the $, such as {oil}, because players would
// read the braces.
func (b *builder[C]) reviewText(p prose) {
	for rest := p.text; ; {
		before, after, found := strings.Cut(rest, "{")
		if !found {
			return
		}
		name, tail, _ := strings.Cut(after, "}")
		if w := b.vocabulary[strings.TrimSpace(name)]; w != nil && !strings.HasSuffix(before, "$") {
			b.remarkf(p.location, "players read {%s} literally; write ${%[1]s} to show the value", name)
		}
		rest = tail
	}
}

// reviewEnd adds a remark if neither an ending nor a headline distinguishes good players from bad
// ones.
func (b *builder[C]) reviewEnd(f gameFormat) {
	won := slices.ContainsFunc(f.Endings, func(e entry[endingFormat]) bool { return e.value.Won })
	switch {
	case f.Headline.given() || len(f.Endings) == 0:
	case !won:
		b.remarkf(f.Game.location, "every ending is lost; add won: true to one, or a headline that rates the player")
	case f.Seats > 1:
		b.remarkf(f.Game.location, "the game has %d seats and no headline to rank them; add a headline", f.Seats)
	}
	if f.Headline.given() {
		if x := b.compile(f.Headline, numberKind, inView); x != nil && x.program == nil {
			b.remarkf(f.Headline.location, "the headline is the same for all players; use a stat in it")
		}
	}
}

// empty reports whether there is no effect.
func (e effects) empty() bool { return reflect.ValueOf(e).IsZero() }
