package elements

import (
	"strings"

	"gamed/state"
	"gamed/state/eventtext"
)

// question describes the viewer's open decision. If the viewer has none, it describes the decision
// of the next seat. It uses only public facts, and returns "" once the game is over.
func (s *Position) question(viewer state.Seat) string {
	if s.Over {
		return ""
	}
	seat := s.Next()
	if viewer < state.MaxSeats && s.Awaiting.Has(viewer) {
		seat = viewer
	}
	f := s.Stack.Top()
	switch {
	case f.Phase == Start:
		return "keep your hand, or take a mulligan"
	case f.Phase == Sunrise && seat == f.Seat && f.X == 0:
		return "choose the element to create"
	case f.Phase == Main && seat == f.Seat:
		return "play cards and use powers, or pass to attack"
	case f.Phase == Attack && seat == f.Seat && s.attackers(seat) != 0:
		return "attack, or pass to end your turn"
	case f.Phase == Defend && seat == f.Actor && s.blockers(f) != 0:
		return "block " + s.tokenName(f.Source) + ", or let it through"
	case f.Phase == Choice:
		return cards[f.Kind].Name + ": " + s.pickQuestion(f)
	case f.Phase == Ask:
		return cards[f.Kind].Name + ": you may " + mayWords[Rules.Code(f.Kind, f.Slot)[f.PC+1].Verb]
	case needsAim(f):
		return "choose the target of " + cards[f.Kind].Name
	case f.X > 0 && (f.Phase == PlayPhase || f.Phase == TriggerPhase):
		return "pay " + eventtext.NumberInWords(int(f.X)) + " more for " + cards[f.Kind].Name
	case f.Kind != 0:
		return "respond to " + cards[f.Kind].Name + ", or pass"
	}
	return "respond, or pass"
}

// mayWords describes the verbs that may follow a May, for its yes-or-no question.
var mayWords = [nVerbs]string{vDraw: "draw a card", vBury: "put the card under your Future"}

// pickQuestion describes the request of the card of f to pick cards or modes.
func (s *Position) pickQuestion(f *state.Frame) string {
	op := &Rules.Code(f.Kind, f.Slot)[f.PC]
	words, _ := pickWords(f)
	if op.Zone == Modes {
		return "choose " + eventtext.NumberInWords(Rules.Read(s, f, op.Max))
	}
	noun, nouns := "card", "cards"
	if op.Zone == Present {
		noun, nouns = "Being of yours", "Beings of yours"
	}
	which, most := "a "+noun, Rules.Read(s, f, op.Max)
	if most > 1 {
		noun = nouns
		which = eventtext.NumberInWords(most) + " " + nouns
	}
	if Rules.Read(s, f, op.Min) == 0 {
		which = "up to " + eventtext.NumberInWords(most) + " " + noun
	}
	return strings.Replace(words, "%", which, 1)
}
