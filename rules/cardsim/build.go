package cardsim

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gamed/state"
)

// Build checks the game and returns a copy that is ready to play. The error lists all faults, one
// per line.
func (g *Game[C]) Build() (*Game[C], error) {
	b := *g
	b.HandLimit, b.ActionsPerTurn, b.Seats = cmp.Or(b.HandLimit, 1), cmp.Or(b.ActionsPerTurn, 1), cmp.Or(b.Seats, 1)
	b.MaxTurns = cmp.Or(b.MaxTurns, maxTurns)
	f := faults{game: b.Name}
	if b.Name == "" || strings.Trim(b.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		f.add("Name must be one word of the characters a-z, 0-9 and -")
	}
	f.checkLimit("Seats", b.Seats, 1, state.MaxSeats)
	b.checkCards(&f)
	b.checkRules(&f)
	b.checkActions(&f, "Actions", b.Actions)
	b.checkActions(&f, "DebugActions", b.DebugActions)
	b.checkPanels(&f)
	f.checkLimit("HandLimit", b.HandLimit, 1, maxHand)
	f.checkLimit("ActionsPerTurn", b.ActionsPerTurn, 1, maxActions)
	f.checkLimit("MaxTurns", b.MaxTurns, 1, 1_000_000)
	b.tryNew(&f)
	if f.found != nil {
		return nil, errors.Join(f.found...)
	}
	return &b, nil
}

// faults collects the faults of a game, so that Build reports all of them at once.
type faults struct {
	game  string
	found []error
}

func (f *faults) add(format string, args ...any) {
	f.found = append(f.found, fmt.Errorf("game %q: %w", f.game, fmt.Errorf(format, args...)))
}

func (f *faults) checkLimit(what string, n, from, to int) {
	if n < from || n > to {
		f.add("%s is %d; it must be from %d to %d", what, n, from, to)
	}
}

// checkCards indexes the cards and checks Cards and Deck.
func (b *Game[C]) checkCards(f *faults) {
	b.index = make(map[string]int, len(b.Cards))
	f.checkLimit("the number of Cards", len(b.Cards), 1, maxCards)
	for i, c := range b.Cards {
		if c == nil {
			f.add("card %d of Cards is nil", i+1)
			continue
		}
		if c.Name == "" {
			f.add("card %d of Cards, titled %q, has no Name", i+1, c.Title)
		} else if _, is := b.index[c.Name]; is {
			f.add("two cards have the name %q; rename one of them", c.Name)
		}
		b.index[c.Name] = i
		where := fmt.Sprintf("card %q: ", c.Name)
		if strings.Contains(c.title(), "\n") {
			f.add("%sTitle %q must be one line", where, c.Title)
		}
		if len(c.Options) == 0 && c.Dismiss.text == "" {
			f.add("%sno Options and no Dismiss; add at least one option", where)
		}
		f.checkLimit(where+"the number of Options", len(c.Options), 0, maxOptions)
		f.checkLimit(where+"Weight", c.Weight, 0, maxWeight)
		f.checkLimit(where+"Cooldown", c.Cooldown, 0, 1_000_000)
		f.checkLimit(where+"Expires", c.Expires, 0, 1_000_000)
		if c.Expired != nil && c.Expires == 0 {
			f.add("%sExpired never runs because Expires is 0; set Expires or remove Expired", where)
		}
		texts := []string{}
		for j := range c.Options {
			texts = f.checkText(fmt.Sprintf("%soption %d", where, j+1), c.Options[j].Text, texts)
		}
		if c.Dismiss.text != "" {
			f.checkText(where+"Dismiss", c.Dismiss, texts)
		}
	}
	for i, name := range b.Deck {
		if _, is := b.index[name]; !is {
			f.add("entry %d of Deck: no card has the name %q", i+1, name)
		}
	}
	if b.Deck != nil {
		f.checkLimit("the number of names in Deck", len(b.Deck), 1, maxCards)
	}
}

// checkText checks that the text of a choice is one line, is not empty and differs from the texts
// of other choices. It returns the list of the other texts with this text appended.
func (f *faults) checkText(where string, m Message, others []string) []string {
	text := strings.TrimSpace(m.text)
	switch {
	case text == "":
		f.add("%s has no Text", where)
	case strings.Contains(text, "\n"):
		f.add("%s: the text %q must be one line", where, text)
	case slices.Contains(others, text):
		f.add("%s: another choice beside it also reads %q; change one of them", where, text)
	}
	return append(others, text)
}

func (b *Game[C]) checkRules(f *faults) {
	for i, r := range b.Rules {
		switch {
		case r == nil:
			f.add("rule %d of Rules is nil", i+1)
		case r.Do == nil:
			f.add("rule %q has no Do", r.Name)
		case r.Name == "":
			f.add("rule %d of Rules has no Name", i+1)
		case slices.Contains(b.Rules[:i], r):
			f.add("rule %q is listed twice in Rules; remove one entry", r.Name)
		case slices.ContainsFunc(b.Rules[:i], func(o *Rule[C]) bool { return o != nil && o.Name == r.Name }):
			f.add("two rules have the name %q; rename one of them", r.Name)
		}
	}
}

func (b *Game[C]) checkActions(f *faults, field string, all []*Action[C]) {
	f.checkLimit("the number of "+field, len(all), 0, maxActions)
	texts, names := []string{passText}, []string{}
	for i, a := range all {
		if a == nil {
			f.add("action %d of %s is nil", i+1, field)
			continue
		}
		if a.Name == "" {
			f.add("action %d of %s has no Name", i+1, field)
		} else if slices.Contains(names, a.Name) {
			f.add("two actions of %s have the name %q; rename one of them", field, a.Name)
		}
		names = append(names, a.Name)
		texts = f.checkText(fmt.Sprintf("action %q of %s", a.Name, field), a.Text, texts)
	}
}

func (b *Game[C]) checkPanels(f *faults) {
	all := slices.Clone(b.Panels)
	if b.Prompt != nil {
		all = append(all, b.Prompt)
	}
	for _, panel := range all {
		switch {
		case panel == nil:
			f.add("a panel of Panels is nil")
		case panel.Show == nil:
			f.add("panel %q has no Show", panel.Title)
		}
	}
}

// tryNew creates the stats of one game, to check that they can be read and copied. It also checks the
// names in Preview.
func (b *Game[C]) tryNew(f *faults) {
	if b.New == nil {
		f.add("New is not set; set it to a function that returns the stats at the start")
		return
	}
	err := guard(func() error {
		b.copier, b.warnings = newCopier(b.Clone)
		r := state.Rand(1)
		stats := b.New(&r)
		names := []string{}
		for _, s := range stats.Stats() {
			_ = s.String()
			if s.Visible() {
				names = append(names, s.StatName())
			}
		}
		for _, name := range b.Preview {
			if !slices.Contains(names, name) {
				f.add("Preview: no visible stat has the name %q; there are: %s", name, strings.Join(names, ", "))
			}
		}
		b.warnings = errors.Join(b.warnings, CheckStats(stats))
		if b.copier != nil {
			b.tryCopy(f, stats)
		}
		return nil
	})
	if err != nil {
		f.add("New, Stats or Clone failed: %w", err)
	}
}

func (b *Game[C]) tryCopy(f *faults, stats C) {
	var none C
	twin := b.copier.copy(none, stats)
	v, w := reflect.ValueOf(stats), reflect.ValueOf(twin)
	if v.Kind() == reflect.Pointer && v.Pointer() == w.Pointer() && v.Type().Elem().Size() > 0 {
		f.add("Clone must return a copy, not its argument")
	}
	if before, after := appendValue(nil, stats), appendValue(nil, twin); string(after) != string(before) {
		f.add("Clone does not copy everything: %s became %s", before, after)
	}
}
