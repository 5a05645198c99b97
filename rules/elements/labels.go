package elements

import (
	"strings"

	"gamed/state"
)

// plainLabels are the labels without parameters.
var plainLabels = [...]string{
	state.Done: "done", state.No: "no", state.Yes: "yes", state.Resign: "resign", Pass: "pass", Keep: "keep", Mulligan: "mulligan",
}

func label(s *Position, seat state.Seat, o state.Option) state.Label {
	if o.Do != state.Take && int(o.Do) < len(plainLabels) {
		l := state.Label{Do: plainLabels[o.Do], Text: plainLabels[o.Do]}
		if f := s.Stack.Top(); o.Do == Pass && f.Phase == Defend && seat == f.Actor {
			l.Text = "no block"
		}
		return l
	}
	switch o.Do {
	case state.Take:
		return s.labelPick(o)
	case Create:
		return state.Label{Do: "create", Text: createTexts[o.Card]}
	case Pay:
		return state.Label{Do: "pay", Text: payTexts[o.Card]}
	case Play:
		name := cards[o.Card].Name
		return s.labelAim(state.Label{Do: "play", Text: "play " + name, Card: name}, o)
	case Use:
		name := cards[s.Tokens[o.Card].Kind].Name
		return s.labelAim(state.Label{Do: "use", Text: "use " + s.tokenName(o.Card), Card: name, By: s.ref(o.Card)}, o)
	case AttackBy:
		l := state.Label{Do: "attack", Card: s.Tokens[o.Card].def().Name, By: s.ref(o.Card), Target: s.ref(o.Target)}
		l.Text = "attack " + state.Seat(o.Target-seatRefs).Name() + " with " + s.tokenName(o.Card)
		return l
	case BlockBy:
		return state.Label{Do: "block", Text: "block with " + s.tokenName(o.Card), Card: s.Tokens[o.Card].def().Name, By: s.ref(o.Card)}
	}
	name := cards[s.Stack.Top().Kind].Name
	return s.labelAim(state.Label{Do: "aim", Text: "aim " + name, Card: name}, o)
}

// createTexts and payTexts describe the options of each element.
var createTexts, payTexts = elementTexts("create "), elementTexts("pay ")

func elementTexts(verb string) (texts [nElements]string) {
	for e, name := range elementNames {
		texts[e] = verb + name
	}
	return texts
}

// labelPick describes the option to pick a token, a card or a mode.
func (s *Position) labelPick(o state.Option) state.Label {
	f := s.Stack.Top()
	words, _ := pickWords(f)
	switch Rules.Code(f.Kind, f.Slot)[f.PC].Zone {
	case Modes:
		return state.Label{Do: "take", Text: powersOf[f.Kind][f.Slot].Modes[o.Card]}
	case Present:
		text := strings.Replace(words, "%", s.tokenName(o.Card), 1)
		return state.Label{Do: "take", Text: text, Card: s.Tokens[o.Card].def().Name, Target: s.ref(o.Card)}
	}
	name := cards[o.Card].Name
	return state.Label{Do: "take", Text: strings.Replace(words, "%", name, 1), Card: name}
}

// pickWords returns the words for what the code of f does to a picked card, with % in place of the
// card's name. It also returns the name of the zone from which the seat picks.
func pickWords(f *state.Frame) (words, zone string) {
	code := Rules.Code(f.Kind, f.Slot)[f.PC:]
	return verbWords[code[1].Verb], zoneNames[code[0].Zone]
}

// verbWords describes the verbs used in a Pick, with % in place of the card's name.
var verbWords = [nVerbs]string{vChoose: "choose", vName: "name %", vDiscard: "discard %", vBury: "put % under your Future", vDestroy: "destroy %"}

// labelAim adds the targets of o to l.
func (s *Position) labelAim(l state.Label, o state.Option) state.Label {
	if o.Target == 0 {
		return l
	}
	l.Target = s.ref(o.Target)
	aim := s.aimName(o.Target)
	switch {
	case o.SecondTarget == 0:
		l.Text += " on " + aim
	case isSeat(o.Target):
		l.SecondTarget = cards[o.SecondTarget].Name
		l.Text += " on " + l.SecondTarget + " in the Past of " + aim
	default:
		l.SecondTarget = s.ref(o.SecondTarget)
		l.Text += " on " + aim + " and " + s.aimName(o.SecondTarget)
	}
	return l
}

func (s *Position) aimName(c state.Card) string {
	switch {
	case isSeat(c):
		return state.Seat(c - seatRefs).Name()
	case isFrame(c):
		f := &s.Stack.Frames[c-frameRefs]
		return "the " + phases[f.Phase].Name + " of " + cards[f.Kind].Name + " " + s.ref(c)
	}
	return s.tokenName(c)
}

func (s *Position) tokenName(c state.Card) string { return s.Tokens[c].def().Name + " " + s.ref(c) }
