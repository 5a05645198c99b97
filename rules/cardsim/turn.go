package cardsim

import "slices"

// maxChoices limits the choices of a turn. Without it, options that refund their action
// and return their card could repeat forever.
const maxChoices = 1000

// choose runs an option of a card in hand. An index after the last option dismisses the card.
func (p *Player[C]) choose(at, option int) {
	h := p.hand[at]
	c, title := h.card, p.title(h.card)
	p.beginChoice(note{kind: Chose, title: title, option: p.choiceText(c, option)}, 1)
	var first, then error
	if option < len(c.Options) {
		first, then = p.carryOut(&c.Options[option], c.Then)
	}
	p.removeFromHand(h.id)
	if i := p.game.cardAt(c); i >= 0 {
		p.timesDecided[i]++
	}
	p.coolDown(c)
	p.handleErrors(c.optionCause(option, title), first, then)
	p.afterChoice()
}

// coolDown puts a card with a cooldown back into the deck, where draws skip it until the cooldown
// ends.
func (p *Player[C]) coolDown(c *Card[C]) {
	if c.Cooldown > 0 {
		p.Deck.insertByWeight(&p.Rand, p.Deck.newDeckCard(c, p.Turn+c.Cooldown))
	}
}

func (p *Player[C]) chooseAction(at int) {
	a, cost := p.game.Actions[at], 1
	if a.Free {
		cost = 0
	}
	text := p.actionText(p.game.Actions, at)
	p.beginChoice(note{kind: Chose, text: text}, cost)
	p.runAction(a, text)
}

// runAction runs an action after beginChoice has charged its cost. A debug action costs nothing, so
// its caller does not call beginChoice. Players see the action's text as the cause of changed
// stats.
func (p *Player[C]) runAction(a *Action[C], text string) {
	first, second := p.carryOut(&a.CardOption, a.then())
	by := a.cause("")
	by.title = text
	p.handleErrors(by, first, second)
	p.afterChoice()
}

// pass ends the turn without a choice.
func (p *Player[C]) pass() {
	p.beginChoice(note{kind: Chose, text: passText}, p.ActionsLeft)
	p.afterChoice()
}

// beginChoice prepares a choice that costs the given number of actions.
func (p *Player[C]) beginChoice(chosen note, cost int) {
	if p.turnChoices == 0 {
		p.changes = p.changes[:0]
	}
	p.turnChoices++
	p.ActionsLeft -= cost
	p.startNotes(chosen)
}

// startNotes replaces the notes of the last request. With a log it also reads the stats, so that
// recordChanges can find the changes.
func (p *Player[C]) startNotes(chosen note) {
	p.notes = append(p.notes[:0], chosen)
	p.lastReadings = p.lastReadings[:0]
	if p.traceChanges {
		var err error
		p.lastReadings, err = p.appendReadings(p.lastReadings)
		p.traceChanges = err == nil
	}
}

// carryOut runs an option and its Then, and returns the errors of both.
func (p *Player[C]) carryOut(o *CardOption[C], then func(*Player[C], *CardOption[C]) error) (first, second error) {
	first = p.runDesignerFunc(p.watchedChoose(o))
	if then != nil {
		second = guard(func() error { return then(p, o) })
	}
	return first, second
}

// runDesignerFunc runs a designer's function and shows its message.
func (p *Player[C]) runDesignerFunc(do func(*Player[C]) (Message, error)) error {
	if do == nil {
		return nil
	}
	var said Message
	err := guard(func() (err error) {
		said, err = do(p)
		return err
	})
	if said.text != "" {
		p.Tell(said)
	}
	return err
}

// handleErrors handles errors of the given cause that do not come from a rule. It shows warnings and
// ends the game for other errors. DeleteMe, StopStep and StopRules, which only rules may return, cause a
// warning. Then handleErrors records changed stats.
func (p *Player[C]) handleErrors(by cause, errs ...error) {
	for _, err := range errs {
		if err == nil {
			continue
		}
		switch said := p.noteWarnings(by, err); {
		case said.failure != nil:
			p.fail(p.newFailure(by, said.failure))
		case said.deleteMe || said.stopStep || said.stopRules:
			p.warnf(by, "%v: only a rule can return this", err)
		}
	}
	if p.failure == nil {
		p.recordChanges(by)
	}
}

// afterChoice ends the turn if no action is left, and determines the next options.
func (p *Player[C]) afterChoice() {
	if p.turnChoices >= maxChoices && p.ActionsLeft > 0 {
		p.warnf(cause{kind: "turn"}, "ended after %d choices", p.turnChoices)
		p.ActionsLeft = 0
	}
	switch {
	case p.ending != nil || p.Rules.running:
	case p.ActionsLeft > 0:
		p.keepWarnings()
	case p.stepMode && len(p.Rules.rules) > 0:
		p.Rules.beginRun()
	default:
		p.endTurn(p.Rules.Run(p))
	}
	p.updateOptions()
}

// keepWarnings saves the warnings of a choice for the end of the turn.
func (p *Player[C]) keepWarnings() {
	for _, n := range p.notes {
		if n.kind == Warned {
			p.keptWarnings = append(p.keptWarnings, n)
		}
	}
}

// endTurn ends the turn after the rules have run, and starts the next one unless the game is over.
// err is the error that stopped the rules, or nil.
func (p *Player[C]) endTurn(err error) {
	if err != nil {
		p.fail(err.(*Failure)) // Run returns no other error here
	}
	if p.ending != nil {
		return
	}
	p.Turn++
	p.panels = slices.DeleteFunc(p.panels, func(t timedPanel[C]) bool { return t.until >= 0 && t.until < p.Turn })
	p.notes = append(p.notes, note{kind: Began, turn: p.Turn})
	p.expireCards()
	if p.ending == nil && p.Turn > p.game.MaxTurns {
		p.End(Ending{Name: EndTime, Text: Messagef("Time is up after %d turns.", p.game.MaxTurns)})
	}
	if p.ending == nil {
		p.startTurn()
	}
	p.flushNotes()
}

// flushNotes shows deferred messages, then the warnings and failures of the whole turn.
func (p *Player[C]) flushNotes() {
	faults := p.keptWarnings
	p.notes = slices.DeleteFunc(p.notes, func(n note) bool {
		if n.isShownLast() {
			faults = append(faults, n)
		}
		return n.isShownLast()
	})
	for _, m := range p.deferred {
		p.Tell(m)
	}
	p.notes = append(p.notes, faults...)
	clear(faults)
	p.deferred, p.keptWarnings = p.deferred[:0], faults[:0]
}

// expireCards removes the cards whose time in hand is over.
func (p *Player[C]) expireCards() {
	for i := 0; i < len(p.hand) && p.ending == nil; {
		h := p.hand[i]
		if h.card.Expires == 0 || p.Turn-h.turnDrawn < h.card.Expires {
			i++
			continue
		}
		by := h.card.cause("Expired")
		by.title = p.title(h.card)
		p.notes = append(p.notes, note{kind: Gone, title: by.title})
		if w := p.game.watch; w != nil {
			w.Expired(h.card)
		}
		err := p.runDesignerFunc(h.card.Expired)
		p.removeFromHand(h.id)
		p.coolDown(h.card)
		p.handleErrors(by, err)
		i = 0 // Expired may have changed the hand
	}
}

// startTurn grants the actions of a turn and fills the hand.
func (p *Player[C]) startTurn() {
	p.ActionsLeft, p.turnChoices = max(p.ActionsPerTurn, 1), 0
	limit := min(p.HandLimit, maxHand)
	err := guard(func() error {
		for len(p.hand) < limit {
			c := p.Deck.draw(p)
			if c == nil {
				break
			}
			p.addToHand(c)
		}
		return nil
	})
	switch {
	case err != nil:
		p.fail(p.newFailure(p.condition, err))
	case len(p.hand) == 0 && p.Deck.Len() == 0:
		p.endOfHistory()
	case len(p.hand) >= limit:
		p.warnedShort = false
	case !p.warnedShort:
		p.warnedShort = true
		p.warnf(cause{kind: "deck"}, "no other card suits now: the hand holds %d of %d", len(p.hand), limit)
	}
}
