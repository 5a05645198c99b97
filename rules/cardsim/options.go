package cardsim

import "gamed/state"

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
		p.dismiss(int(o.Card) - 1)
	case Act:
		p.act(int(o.Card) - 1)
	case Pass:
		p.pass()
	default:
		p.debug(o)
	}
}
