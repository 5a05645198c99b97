package cardsim

import (
	"fmt"
	"slices"

	"gamed/state"
)

// Debug mode offers built-in actions and the debug actions of the designer. Debug actions of both
// kinds cost no action of the turn, and urgent cards do not block them.

const (
	maxLevel = 9
	// maxUndo is the maximum number of choices that can be undone.
	maxUndo = 20
)

// A statStep is a debug action that changes a number. With "= 0", "times 10" and "+1" a player can
// enter any number digit by digit.
type statStep struct {
	text  string
	apply func(x float64) float64
}

var statSteps = [...]statStep{
	{"-10", func(x float64) float64 { return x - 10 }},
	{"-1", func(x float64) float64 { return x - 1 }},
	{"+1", func(x float64) float64 { return x + 1 }},
	{"+10", func(x float64) float64 { return x + 10 }},
	{"times 10", func(x float64) float64 { return x * 10 }},
	{"divided by 10", func(x float64) float64 { return x / 10 }},
	{"= 0", func(float64) float64 { return 0 }},
}

func (p *Player[C]) appendDebugOptions(dst []state.Option) []state.Option {
	if !p.Debug() {
		return dst
	}
	if p.DebugLevel < maxLevel {
		dst = append(dst, state.Option{Do: DebugLevel, Card: state.Card(p.DebugLevel + 2)})
	}
	if p.DebugLevel > 1 {
		dst = append(dst, state.Option{Do: DebugLevel, Card: state.Card(min(p.DebugLevel, maxLevel))})
	}
	dst = append(dst, state.Option{Do: DebugLevel, Card: 1})
	mode := state.Option{Do: DebugMode, Card: 1}
	if p.stepMode {
		mode.Card = 2
	}
	dst = append(dst, mode)
	if len(p.undoPositions) > 0 {
		dst = append(dst, state.Option{Do: DebugUndo})
	}
	dst = p.appendPossible(dst, DebugAct)
	for i, s := range p.settables() {
		for j := range s.choices() {
			dst = append(dst, state.Option{Do: DebugStat, Card: state.Card(i + 1), Target: state.Card(j + 1)})
		}
	}
	for i := range p.game.Cards {
		if n := i + 1; len(p.hand) < maxHand {
			dst = append(dst, state.Option{Do: DebugTake, Card: state.Card(n & 0xFF), Target: state.Card(n >> 8)})
		}
	}
	return dst
}

// cardOf returns the card that a DebugTake option adds to the hand.
func (p *Player[C]) cardOf(o state.Option) *Card[C] {
	return p.game.Cards[int(o.Card)+int(o.Target)<<8-1]
}

// applyDebug carries out a debug action.
func (p *Player[C]) applyDebug(o state.Option) {
	if o.Do == DebugUndo {
		p.undo()
		return
	}
	p.startNotes(note{kind: Chose, text: p.debugText(o)})
	switch o.Do {
	case DebugAct:
		p.runAction(p.game.DebugActions[o.Card-1], p.actionText(p.game.DebugActions, int(o.Card)-1))
		return
	case DebugStep:
		p.stepRules(o.Card == 2)
	case DebugLevel:
		p.DebugLevel = int(o.Card) - 1
		if !p.Debug() {
			p.stepMode, p.undoPositions = false, nil
			if p.Rules.running {
				p.stepRules(true)
			}
		}
	case DebugMode:
		p.stepMode = o.Card == 1
	case DebugTake:
		p.addToHand(p.cardOf(o))
	case DebugStat:
		s := p.settables()[o.Card-1]
		s.set(s.choices()[o.Target-1].value)
		p.recordChanges(cause{kind: "debug"})
	}
	p.updateOptions()
}

func (p *Player[C]) debugText(o state.Option) string {
	switch o.Do {
	case DebugAct:
		return "debug: " + p.actionText(p.game.DebugActions, int(o.Card)-1)
	case DebugStep:
		if o.Card == 2 {
			return "debug: run all remaining rules"
		}
		return "debug: run the next rule"
	case DebugLevel:
		if o.Card == 1 {
			return "debug: leave debug mode"
		}
		return fmt.Sprintf("debug: go to level %d", o.Card-1)
	case DebugMode:
		if o.Card == 1 {
			return "debug: run rules one at a time"
		}
		return "debug: run rules together"
	case DebugTake:
		return "debug: take the card " + p.cardOf(o).Name
	case DebugUndo:
		return "debug: undo the last choice"
	}
	all := p.settables()
	n := all[o.Card-1]
	text := fmt.Sprintf("debug: %s %s", n.name, n.choices()[o.Target-1].text)
	if slices.ContainsFunc(all[:o.Card-1], func(m settable) bool { return m.name == n.name }) {
		text += fmt.Sprintf(" (stat %d)", o.Card)
	}
	return text
}

// stepRules runs the next rule, or all remaining rules. After the last rule the turn ends. If a rule
// has ended the game, stepRules also runs the remaining rules, as Run does.
func (p *Player[C]) stepRules(all bool) {
	rules := &p.Rules
	var err error
	for err == nil && rules.done < len(rules.order) {
		err = rules.runNext(p)
		if !all && p.ending == nil {
			break
		}
	}
	if err != nil || rules.done == len(rules.order) {
		rules.finishRun(p)
		p.endTurn(err)
	}
}

// saveForUndo saves the player so that the next choice can be undone.
func (p *Player[C]) saveForUndo() {
	if p.game.copier == nil {
		return
	}
	now, err := attempt(p.clone)
	if err != nil {
		return // if Clone fails, this choice cannot be undone
	}
	now.undoPositions = nil
	p.undoPositions = append(slices.Clone(p.undoPositions[max(0, len(p.undoPositions)-maxUndo+1):]), now)
}

// undo takes back the last choice.
func (p *Player[C]) undo() {
	last := len(p.undoPositions) - 1
	past, tracing := p.undoPositions[:last], p.traceChanges
	said := p.debugText(state.Option{Do: DebugUndo})
	*p = *p.undoPositions[last].clone()
	p.undoPositions, p.traceChanges = past, tracing
	p.startNotes(note{kind: Chose, text: said})
}
