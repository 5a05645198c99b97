package cardsim

import (
	"errors"

	"gamed/state"
)

// The kinds of options: the values of Do.
const (
	Pass     state.Do = iota + state.FirstDo // if no card can be decided
	Choose                                   // Card is the index in hand and Target the option, both from 1
	Dismiss                                  // Card is the index in hand
	Act                                      // Card is the action, from 1
	DebugAct                                 // Card is the debug action, from 1
	// The built-in debug actions.
	DebugStep  // Card is 1 for the next rule, 2 for all remaining rules
	DebugLevel // Card is the new level plus 1
	DebugMode  // Card is 1 to run rules one at a time, 2 to run them together
	DebugTake  // Card is the low byte of the card's number, from 1, and Target the high byte
	DebugStat  // Card is the index of the stat in settables, Target the index of the value in choices, both from 1
	DebugUndo
)

const passText = "let time pass"

// appendOptions appends the player's options, the default first. The default is to dismiss a card if
// one can be dismissed, and to pass if no card can be decided. Otherwise it is the first possible
// option of a card. While rules run one at a time, the default is to run the next rule.
func (p *Player[C]) appendOptions(dst []state.Option) []state.Option {
	p.refresh()
	switch {
	case p.ending != nil:
		return dst
	case p.Rules.running:
		return p.appendDebugOptions(append(dst, state.Option{Do: DebugStep, Card: 1}, state.Option{Do: DebugStep, Card: 2}))
	}
	none := len(dst)
	for i := range p.hand {
		if c := p.hand[i].card; c.Dismiss.text != "" && (c.Urgent || !p.urgentPending) {
			dst = append(dst, state.Option{Do: Dismiss, Card: state.Card(i + 1)})
		}
	}
	dst = p.appendPossible(dst, Choose)
	if len(dst) == none {
		dst = append(dst, state.Option{Do: Pass})
	}
	return p.appendDebugOptions(p.appendPossible(dst, Act))
}

// appendPossible appends the possible options of a kind.
func (p *Player[C]) appendPossible(dst []state.Option, do state.Do) []state.Option {
	for i := range p.choiceStates {
		if g := &p.choiceStates[i]; g.option.Do == do && g.possible && !g.hidden {
			dst = append(dst, g.option)
		}
	}
	return dst
}

// apply carries out an option.
func (p *Player[C]) apply(o state.Option) {
	if p.Debug() && o.Do != DebugUndo {
		p.saveForUndo()
	}
	switch o.Do {
	case Choose:
		p.choose(int(o.Card)-1, int(o.Target)-1)
	case Dismiss:
		at := int(o.Card) - 1
		p.choose(at, len(p.hand[at].card.Options))
	case Act:
		p.chooseAction(int(o.Card) - 1)
	case Pass:
		p.pass()
	default:
		p.applyDebug(o)
	}
}

// A choiceState records whether a choice is possible now and, if not, the reason.
type choiceState struct {
	option           state.Option
	urgent           bool // of an urgent card
	possible, hidden bool
	reason           Message
}

// The reasons with which the library disables a choice.
const (
	urgentFirst  = "decide the urgent card first"
	rulesRunning = "the rules are running"
	gameOver     = "the game is over"
)

// updateOptions determines the next options at the end of each choice. Views use the recorded states
// of choices, so showing a game does not run a designer's conditions. The states belong to the options
// of each card in hand, then to the actions, then to the debug actions.
func (p *Player[C]) updateOptions() {
	p.choiceStates, p.optionsStale = p.choiceStates[:0], false
	if p.ending == nil {
		if err := guard(p.makeChoiceStates); err != nil {
			p.fail(p.newFailure(p.condition, err))
		}
	}
	if p.ending == nil {
		p.closeChoices()
		return
	}
	p.choiceStates = p.choiceStates[:0]
	p.flushNotes()
	if _, is := p.failure.(*Failure); !is {
		p.notes = append(p.notes, note{kind: Over, text: p.ending.Text.text})
	}
}

// refresh calls updateOptions again if a caller has changed the hand.
func (p *Player[C]) refresh() {
	if p.optionsStale && p.ending == nil {
		p.updateOptions()
	}
}

// makeChoiceStates calls each Enabled and Hide and adds a state for each choice.
func (p *Player[C]) makeChoiceStates() error {
	for i := 0; i < len(p.hand); i++ {
		c := p.hand[i].card
		for j := range c.Options {
			to := state.Option{Do: Choose, Card: state.Card(i + 1), Target: state.Card(j + 1)}
			g := choiceState{option: to, urgent: c.Urgent, possible: true}
			if enabled := c.Options[j].Enabled; enabled != nil {
				p.condition = c.cause("Enabled")
				p.condition.option = j + 1
				g.possible, g.reason = enabled(p)
			}
			p.choiceStates = append(p.choiceStates, g)
		}
	}
	p.addActionStates(Act, p.game.Actions)
	want := len(p.game.Actions)
	for _, h := range p.hand {
		want += len(h.card.Options)
	}
	if p.Debug() {
		p.addActionStates(DebugAct, p.game.DebugActions)
		want += len(p.game.DebugActions)
	}
	if len(p.choiceStates) != want {
		return errors.New("an Enabled or Hide function changed the hand or the debug level; these functions must not change anything")
	}
	return nil
}

func (p *Player[C]) addActionStates(do state.Do, actions []*Action[C]) {
	for i, a := range actions {
		g := choiceState{option: state.Option{Do: do, Card: state.Card(i + 1)}, possible: true}
		if a.Hide != nil {
			p.condition = a.cause("Hide")
			g.hidden = a.Hide(p)
		}
		if a.Enabled != nil && !g.hidden {
			p.condition = a.cause("Enabled")
			g.possible, g.reason = a.Enabled(p)
		}
		p.choiceStates = append(p.choiceStates, g)
	}
}

// closeChoices disables the choices that an urgent card blocks. While rules run, it disables all
// choices except debug actions. It warns if no card in hand can be decided. An urgent card that
// cannot be decided blocks nothing and causes a warning.
func (p *Player[C]) closeChoices() {
	able, at := false, 0
	p.urgentPending = false
	for i := range p.hand {
		h := &p.hand[i]
		can := h.card.Dismiss.text != ""
		for range h.card.Options {
			can = can || p.choiceStates[at].possible
			at++
		}
		able = able || can
		p.urgentPending = p.urgentPending || can && h.card.Urgent
		if h.card.Urgent && !can && !h.warnedUrgent {
			h.warnedUrgent = true
			p.warnf(h.card.cause(""), "none of its options is available, so this urgent card blocks nothing")
		}
	}
	stuck := len(p.hand) > 0 && !able
	if stuck && !p.warnedStuck {
		p.warnf(cause{kind: "hand"}, "no card can be decided now: let time pass")
	}
	p.warnedStuck = stuck
	for i := range p.choiceStates {
		g := &p.choiceStates[i]
		switch {
		case !g.possible || g.option.Do == DebugAct:
		case p.Rules.running:
			g.possible, g.reason = false, Text(rulesRunning)
		case p.urgentPending && !g.urgent:
			g.possible, g.reason = false, Text(urgentFirst)
		}
	}
}
