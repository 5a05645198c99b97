package check

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A cardCount counts the events of a card.
type cardCount struct {
	CardReport
	hasCondition bool // whether the card has a condition
	trueTurns    int  // turns in which the condition was true, until the card was seen
	checkedTurns int  // turns in which the condition was checked
	dismissals   int  // in all games, whereas Dismissed counts random games
	seenInDeck   bool // seen in a deck
	canExpire    bool // whether the card can expire
	expired      bool // whether it has expired in any game
	lastGame     int  // the number of the last game with the card in hand
	options      []*optionCount
	example      *Example // a game with the card in hand
}

// An optionCount counts the events of an option or an action.
type optionCount struct {
	OptionReport
	hasCondition bool
	reason       string // why the choice was disabled
	timesRun     int    // how often the effects were carried out, until they changed anything
	changed      bool   // the effects changed anything in any game
}

func newOptionCount[C cardsim.StatsCollection](o *cardsim.CardOption[C]) *optionCount {
	return &optionCount{OptionReport: OptionReport{Text: o.Text.String()}, hasCondition: o.Enabled != nil}
}

func (o *optionCount) unreached() bool { return o.Chosen == 0 }

// seen counts the random and guided games with the card in hand.
func (c *cardCount) seen() int { return c.Games + c.Guided }

func newCardCount[C cardsim.StatsCollection](c *cardsim.Card[C]) *cardCount {
	count := &cardCount{CardReport: CardReport{Name: c.Name, Secret: c.Secret}, hasCondition: c.When != nil, canExpire: c.Expires > 0, lastGame: -1}
	for i := range c.Options {
		count.options = append(count.options, newOptionCount(&c.Options[i]))
	}
	return count
}

// cardCountOf returns the count of a card. The hand contains only cards of the game.
func (k *checker[C]) cardCountOf(c *cardsim.Card[C]) *cardCount { return k.cardsByName[c.Name] }

// optionCountOf returns the count of the option or action o. It returns nil for other
// choices.
func (k *checker[C]) optionCountOf(p *cardsim.Player[C], o state.Option) *optionCount {
	switch o.Do {
	case cardsim.Choose:
		return k.cardCountOf(p.Hand()[o.Card-1]).options[o.Target-1]
	case cardsim.Act:
		return k.actions[o.Card-1]
	}
	return nil
}

// countHand counts each card in hand once per game.
func (k *checker[C]) countHand(p *cardsim.Player[C]) {
	for _, c := range p.Hand() {
		count := k.cardCountOf(c)
		if count.lastGame == k.gameNumber {
			continue
		}
		count.lastGame = k.gameNumber
		if k.guided {
			count.Guided++
		} else {
			count.Games++
		}
		if count.example == nil || len(k.choices) < len(count.example.Choices) {
			count.example = k.example()
		}
	}
}

// testConditions evaluates the conditions of cards that have not been in hand in any game.
func (k *checker[C]) testConditions(p *cardsim.Player[C]) {
	for _, c := range k.game.Cards {
		count := k.cardsByName[c.Name]
		if count.seen() > 0 {
			continue
		}
		count.seenInDeck = count.seenInDeck || p.Deck.Has(c.Name)
		if c.When == nil {
			continue
		}
		count.checkedTurns++
		inspect(p, func() {
			if c.When(p) {
				count.trueTurns++
			}
		})
	}
}

// inspect calls a function of the designer that only inspects the game, and then restores the game's
// random source. If the function panics, inspect returns the value of the panic, and the game goes
// on.
func inspect[C cardsim.StatsCollection](p *cardsim.Player[C], call func()) (failure any) {
	before := p.Rand
	defer func() {
		failure = recover()
		p.Rand = before
	}()
	call()
	return nil
}

// countOffered counts the choices that are shown and the choices that are possible. It adds a finding
// if the player can do nothing for many turns.
func (k *checker[C]) countOffered(p *cardsim.Player[C]) {
	hand := p.Hand()
	for _, c := range hand {
		for _, o := range k.cardCountOf(c).options {
			o.Shown++
		}
	}
	idle := true
	for _, o := range k.options {
		if count := k.optionCountOf(p, o); count != nil {
			count.Possible++
		}
		idle = idle && o.Do == cardsim.Pass
	}
	for i, a := range k.game.Actions {
		if a.Hide == nil || !a.Hide(p) {
			k.actions[i].Shown++
			k.recordReason(p, &a.CardOption, k.actions[i])
		}
	}
	for _, c := range hand {
		for i := range c.Options {
			k.recordReason(p, &c.Options[i], k.cardCountOf(c).options[i])
		}
	}
	if !idle {
		k.idleTurns = 0
		return
	}
	if k.idleTurns++; k.idleTurns >= softLockTurns && !k.stuck {
		k.stuck = true
		k.addFinding(SoftLock, fmt.Sprintf("for %d turns the player could only let time pass; add a card that always suits, or an action", softLockTurns))
	}
}

// recordReason records why an option that was never possible is disabled.
func (k *checker[C]) recordReason(p *cardsim.Player[C], o *cardsim.CardOption[C], count *optionCount) {
	if count.Possible > 0 || o.Enabled == nil || count.reason != "" {
		return
	}
	inspect(p, func() {
		if ok, reason := o.Enabled(p); !ok {
			count.reason = reason.String()
		}
	})
}

func (k *checker[C]) countChoice(p *cardsim.Player[C], o state.Option) {
	random := 1
	if k.guided {
		random = 0
	}
	if count := k.optionCountOf(p, o); count != nil {
		count.Chosen++
		count.RandomChosen += random
	}
	switch o.Do {
	case cardsim.Choose:
		k.cardCountOf(p.Hand()[o.Card-1]).Decided += random
	case cardsim.Dismiss:
		count := k.cardCountOf(p.Hand()[o.Card-1])
		count.dismissals++
		count.Dismissed += random
	}
}

func (k *checker[C]) result() Report {
	r := &k.report
	for _, c := range k.cards {
		for _, o := range c.options {
			c.Options = append(c.Options, o.OptionReport)
		}
		r.Cards = append(r.Cards, c.CardReport)
	}
	for i, a := range k.game.Actions {
		r.Actions = append(r.Actions, ActionReport{Name: a.Name, OptionReport: k.actions[i].OptionReport})
	}
	for _, e := range k.endings {
		r.Endings = append(r.Endings, *e)
	}
	r.Stats = k.stats.reports()
	r.Lengths = lengthsOf(k.lengths)
	slices.SortStableFunc(k.warnings, byCount)
	slices.SortStableFunc(k.findings, byCount)
	found := k.loaderFindings()
	for _, f := range append(k.findings, k.frequentWarnings()...) {
		k.shorten(f)
		found = append(found, f)
	}
	found = append(found, k.unreachedFindings()...)
	for _, f := range append(found, k.idleFindings()...) {
		r.Findings = append(r.Findings, k.withLog(f))
	}
	return *r
}

// withLog returns a finding with the log of its example game.
func (k *checker[C]) withLog(f *Finding) Finding {
	if f.Example != nil {
		f.Log, _ = Repeat(k.game, uint64(f.Seed), f.Choices) // an error of Repeat is the finding itself
	}
	return *f
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
