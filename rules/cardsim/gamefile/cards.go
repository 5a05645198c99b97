package gamefile

import (
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

const maxOptions = 9 // of a card, so that each has a digit key

func (b *builder[C]) addCards(all ordered[cardFormat]) (cards []*cardsim.Card[C]) {
	for _, e := range all {
		cards = append(cards, b.compileCard(e))
	}
	return cards
}

func (b *builder[C]) compileCard(e entry[cardFormat]) *cardsim.Card[C] {
	f := e.value
	c := &cardsim.Card[C]{
		Name: e.name, Urgent: f.Urgent, Weight: f.Weight, Cooldown: f.Cooldown, Expires: f.Expires, Secret: f.Secret,
	}
	c.Title, c.WriteTitle = b.compileLine(f.Title)
	c.Dismiss, c.WriteDismiss = b.compileLine(f.Dismiss)
	if text := b.compileText(f.Text); !text.varies() {
		c.Text = cardsim.Text(text.current(nil))
	} else {
		c.Write = func(p *cardsim.Player[C]) cardsim.Message { return cardsim.Text(text.current(evaluatorFor(p))) }
	}
	if when := b.compileCondition(f.When, inView); when != nil {
		c.When = func(p *cardsim.Player[C]) bool {
			held, err := when.holds(evaluatorFor(p))
			if err != nil && p.Debug() { // the warning would tell players which cards are in the deck
				p.Warn(err)
			}
			return held
		}
	}
	if f.Expired != nil {
		if f.Expires == 0 {
			b.addf(e.location, "expired needs expires, the number of turns after which the card leaves")
		}
		c.Expired = b.compileChoose(*f.Expired)
	}
	switch n := len(f.Options); {
	case n > maxOptions:
		b.addf(e.location, "the card has %d options; the maximum is %d", n, maxOptions)
	case n == 0 && f.Dismiss.text == "":
		b.addf(e.location, "the card needs options or a dismiss")
	}
	texts := []string{"", strings.TrimSpace(f.Dismiss.text)}
	for _, o := range f.Options {
		c.Options = append(c.Options, b.compileOption(o.Text, o.choice, o.effects))
		texts = b.checkDistinct(e.location.withField(e.location.field+".options"), o.Text.text, texts)
	}
	return c
}

// checkDistinct adds an error if the text of a choice is among the texts of other choices. It
// returns the list of the other texts with this text appended. Callers put "" into the list, so
// that an empty text is an error too.
func (b *builder[C]) checkDistinct(at location, text string, others []string) []string {
	text = strings.TrimSpace(text)
	if slices.Contains(others, text) {
		b.addf(at, "two choices read %q, or one has no text; give each its own text", text)
	}
	return append(others, text)
}

// compileOption compiles an option of a card or the choice of an action.
func (b *builder[C]) compileOption(text line, f choice, e effects) cardsim.CardOption[C] {
	o := cardsim.CardOption[C]{Choose: b.compileChoose(e)}
	o.Text, o.Write = b.compileLine(text)
	if !f.Needs.given() {
		if f.Reason.given() {
			b.addf(f.Reason.location, "reason explains a needs; add a needs beside it")
		}
		return o
	}
	needs, reason := b.compileCondition(f.Needs, inView), b.compileText(f.Reason)
	if !f.Reason.given() {
		reason.parts = []part[C]{{literal: b.reasonOf(f.Needs)}}
	}
	o.Enabled = func(p *cardsim.Player[C]) (bool, cardsim.Message) {
		m := evaluatorFor(p)
		held, err := needs.holds(m)
		if err != nil {
			p.Warn(err)
		}
		if held {
			return true, cardsim.Message{}
		}
		return false, cardsim.Text(reason.current(m))
	}
	return o
}

// compileChoose compiles effects into the Choose of an option, or nil if there are no effects.
func (b *builder[C]) compileChoose(e effects) func(p *cardsim.Player[C]) (cardsim.Message, error) {
	compiled := b.compileEffects(e)
	if e.empty() {
		return nil
	}
	return func(p *cardsim.Player[C]) (cardsim.Message, error) {
		return cardsim.Message{}, carryOut(evaluatorFor(p), compiled)
	}
}

// addActions compiles the actions and the debug actions.
func (b *builder[C]) addActions(all ordered[actionFormat]) (usual, debug []*cardsim.Action[C]) {
	usualTexts, debugTexts := []string{""}, []string{""}
	for _, e := range all {
		f := e.value
		if f.Text.text == "" {
			f.Text.text = titleOf(e.name)
		}
		a := &cardsim.Action[C]{Name: e.name, CardOption: b.compileOption(f.Text, f.choice, f.effects), Free: f.Free}
		if when := b.compileCondition(f.When, inView); when != nil {
			a.Hide = func(p *cardsim.Player[C]) bool {
				held, err := when.holds(evaluatorFor(p))
				if err != nil {
					p.Warn(err)
				}
				return !held
			}
		}
		if f.Debug {
			debug, debugTexts = append(debug, a), b.checkDistinct(e.location, f.Text.text, debugTexts)
		} else {
			usual, usualTexts = append(usual, a), b.checkDistinct(e.location, f.Text.text, usualTexts)
		}
	}
	return usual, debug
}

// compilePanel compiles a panel from a text.
func (b *builder[C]) compilePanel(title string, p prose) *cardsim.InfoPanel[C] {
	t := b.compileText(p)
	return &cardsim.InfoPanel[C]{Title: title, Show: func(p *cardsim.Player[C]) []cardsim.Message {
		return splitLines(t.current(evaluatorFor(p)))
	}}
}
