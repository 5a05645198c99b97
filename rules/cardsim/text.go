package cardsim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// written is what a text of one line reads now: what write says or, without that or
// if it says nothing, the text as it stands. Looking changes nothing: a write that
// panics is shown as that.
func (p *Player[C]) written(write func(*Player[C]) Message, fixed Message) string {
	as := strings.TrimSpace(string(fixed))
	if write == nil {
		return as
	}
	text, saved := "", p.Rand
	p.Rand = p.ownChance()
	err := guard(func() error { text = string(write(p)); return nil })
	p.Rand = saved
	if err != nil {
		return err.Error()
	}
	return cmp.Or(strings.Join(strings.Fields(text), " "), as)
}

// title is what a card is called now.
func (p *Player[C]) title(c *Card[C]) string { return p.written(c.WriteTitle, Message(c.title())) }

// choiceText is what option at of a card reads now, from 0; the one behind the last
// is to dismiss it. No two choices of a card read the same.
func (p *Player[C]) choiceText(c *Card[C], at int) string {
	text := func(i int) string {
		if i == len(c.Options) {
			return p.written(c.WriteDismiss, c.Dismiss)
		}
		return p.written(c.Options[i].Write, c.Options[i].Text)
	}
	if c.WriteDismiss == nil && !slices.ContainsFunc(c.Options, func(o CardOption[C]) bool { return o.Write != nil }) {
		return text(at) // Build has looked for twins
	}
	return distinct(nil, at, text)
}

// actionText is what an action reads now, likewise.
func (p *Player[C]) actionText(all []*Action[C], at int) string {
	text := func(i int) string { return p.written(all[i].Write, all[i].Text) }
	if !slices.ContainsFunc(all, func(a *Action[C]) bool { return a.Write != nil }) {
		return text(at)
	}
	return distinct([]string{passText}, at, text)
}

// distinct returns text number at, from 0. One that is among those before it is told
// apart by its number.
func distinct(before []string, at int, text func(i int) string) (t string) {
	for i := range at + 1 {
		t = text(i)
		for slices.Contains(before, t) {
			t += fmt.Sprintf(" (option %d)", i+1)
		}
		before = append(before, t)
	}
	return t
}
