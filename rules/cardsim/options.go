package cardsim

import (
	"errors"

	"gamed/state"
)

// The words of the options.
const (
	Pass     state.Do = iota + state.FirstDo // when no card can be decided
	Choose                                   // Card is the place in hand and On the option, both from 1
	Dismiss                                  // Card is the place in hand
	Act                                      // Card is the action
	DebugAct                                 // Card is the debug action
	// The debug actions that each game has.
	DebugStep  // Card is 1 to run the next rule, 2 to run all that are left
	DebugLevel // Card is the new level, plus one
	DebugMode  // Card is 1 to run rules one at a time from now on, 2 not to
	DebugTake  // Card and On are the number of the card, from 1: the low byte and the high one
	DebugStat  // Card is the stat, from 1, and On the step
	DebugUndo
)

const passText = "let the time pass"

// options appends what the player may do, the default first: to dismiss a card, if
// there is one that can be; to let the time pass, if no card can be decided.
func (p *Player[C]) options(dst []state.Option) []state.Option {
	p.refresh()
	switch {
	case p.ending != nil:
		return dst
	case p.Rules.running:
		return p.debugOptions(append(dst, state.Option{Do: DebugStep, Card: 1}, state.Option{Do: DebugStep, Card: 2}), p.gatesBefore(len(p.hand))+len(p.game.Actions))
	}
	none := len(dst)
	for i := range p.hand {
		if c := p.hand[i].card; c.Dismiss != "" && (c.Urgent || !p.blocked) {
			dst = append(dst, state.Option{Do: Dismiss, Card: state.Card(i + 1)})
		}
	}
	at := 0
	for i := range p.hand {
		for j := range p.hand[i].card.Options {
			if p.gates[at].open {
				dst = append(dst, state.Option{Do: Choose, Card: state.Card(i + 1), On: state.Card(j + 1)})
			}
			at++
		}
	}
	if len(dst) == none {
		dst = append(dst, state.Option{Do: Pass})
	}
	for i := range p.game.Actions {
		if p.gates[at].open && !p.gates[at].hidden {
			dst = append(dst, state.Option{Do: Act, Card: state.Card(i + 1)})
		}
		at++
	}
	if p.Debug() {
		dst = p.debugOptions(dst, at)
	}
	return dst
}

// gatesBefore returns where the gates of the card at a place of the hand begin, or
// those of the actions for a place behind the last card.
func (p *Player[C]) gatesBefore(place int) (at int) {
	for i := range place {
		at += len(p.hand[i].card.Options)
	}
	return at
}

// apply does what an option says.
func (p *Player[C]) apply(o state.Option) {
	if p.Debug() && o.Do != DebugUndo {
		p.remember()
	}
	switch o.Do {
	case Choose:
		p.choose(int(o.Card)-1, int(o.On)-1)
	case Dismiss:
		at := int(o.Card) - 1
		p.choose(at, len(p.hand[at].card.Options))
	case Act:
		p.act(int(o.Card) - 1)
	case Pass:
		p.pass()
	default:
		p.debug(o)
	}
}

// A gate is whether something may be chosen now, and why not.
type gate struct {
	open, hidden bool
	reason       Message
}

// Reasons of the engine's own.
const (
	urgentFirst  = "an urgent card comes first"
	rulesRunning = "the rules are running"
	gameOver     = "the game is over"
)

// settle ends each choice: it asks what may be chosen next. All that looks at the
// game afterwards goes by the answers, so looking runs nothing of a designer's.
// The gates are those of each option of each card in hand, then of the actions,
// then of the debug actions.
func (p *Player[C]) settle() {
	p.gates, p.stale = p.gates[:0], false
	if p.ending == nil {
		if err := guard(p.ask); err != nil {
			p.fail(p.failed(p.doing, err))
		}
	}
	if p.ending == nil {
		p.rank()
		return
	}
	p.gates = p.gates[:0]
	p.flush()
	if _, is := p.failure.(*Failure); !is {
		p.notes = append(p.notes, note{kind: Over, text: p.ending.Text})
	}
}

// refresh asks again if a test, or whoever else holds the player, has changed the
// hand.
func (p *Player[C]) refresh() {
	if p.stale && p.ending == nil {
		p.settle()
	}
}

// ask asks whatever has an Enabled or a Hide.
func (p *Player[C]) ask() error {
	for i := 0; i < len(p.hand); i++ {
		c := p.hand[i].card
		for j := range c.Options {
			g := gate{open: true}
			if enabled := c.Options[j].Enabled; enabled != nil {
				p.doing = c.option(j)
				p.doing.part = "Enabled"
				g.open, g.reason = enabled(p)
			}
			p.gates = append(p.gates, g)
		}
	}
	p.askAll(p.game.Actions)
	want := p.gatesBefore(len(p.hand)) + len(p.game.Actions)
	if p.Debug() {
		p.askAll(p.game.DebugActions)
		want += len(p.game.DebugActions)
	}
	if len(p.gates) != want {
		return errors.New("an Enabled or a Hide has changed the hand or the debug level: they may only look")
	}
	return nil
}

func (p *Player[C]) askAll(actions []*Action[C]) {
	for _, a := range actions {
		g := gate{open: true}
		if a.Hide != nil {
			p.doing = a.cause("Hide")
			g.hidden = a.Hide(p)
		}
		if a.Enabled != nil && !g.hidden {
			p.doing = a.cause("Enabled")
			g.open, g.reason = a.Enabled(p)
		}
		p.gates = append(p.gates, g)
	}
}

// rank closes what has to wait for an urgent card, and says so when nothing in hand
// can be decided. An urgent card that cannot be decided blocks nothing.
func (p *Player[C]) rank() {
	blocked, able, at := false, false, 0
	for i := range p.hand {
		h := &p.hand[i]
		can := h.card.Dismiss != ""
		for range h.card.Options {
			can = can || p.gates[at].open
			at++
		}
		able = able || can
		blocked = blocked || can && h.card.Urgent
		if h.card.Urgent && !can && !h.warned {
			h.warned = true
			p.warnf(h.card.cause(""), "it is urgent and none of its options can be chosen now, so it blocks nothing")
		}
	}
	stuck := len(p.hand) > 0 && !able
	if stuck && !p.stuck {
		p.warnf(cause{kind: "hand"}, "none of its cards can be decided now: you may let the time pass")
	}
	p.stuck = stuck
	p.blocked = blocked
	actions := at + len(p.game.Actions)
	switch {
	case p.Rules.running:
		p.shut(0, actions, rulesRunning)
	case blocked:
		p.shut(at, actions, urgentFirst)
		for i := range p.hand {
			if to := p.gatesBefore(i + 1); !p.hand[i].card.Urgent {
				p.shut(p.gatesBefore(i), to, urgentFirst)
			}
		}
	}
}

// shut closes the gates from one place up to another.
func (p *Player[C]) shut(from, to int, reason Message) {
	for i := from; i < to; i++ {
		if p.gates[i].open {
			p.gates[i] = gate{reason: reason, hidden: p.gates[i].hidden}
		}
	}
}
