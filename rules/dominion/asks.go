package dominion

import (
	"strconv"
	"strings"

	"gamed/state"
	"gamed/state/eventtext"
)

// question describes the open decision, using only public facts. It returns "" if no seat is asked.
func (s *Position) question() string {
	if s.Over {
		return ""
	}
	switch f := s.Stack.Top(); f.Phase {
	case StartPhase:
		return "choose what takes effect next"
	case ActionPhase:
		return "play an Action, or Treasures"
	case TreasurePhase:
		return "play Treasures"
	case BuyPhase:
		return "buy a card"
	case ShufflePhase:
		return "place a Stash among the shuffled cards"
	case ReactPhase:
		return reactQuestion(f)
	case ChoicePhase:
		return cards[f.Kind].Name + ": " + s.pickQuestion(f)
	case AskPhase:
		return cards[f.Kind].Name + ": " + yesNoQuestion(f)
	}
	return ""
}

func reactQuestion(f *state.Frame) string {
	name := cards[f.Kind].Name
	switch f.Slot {
	case slotAttack:
		return "react to the Attack " + name
	case slotWouldGain:
		return "react before gaining " + name
	case slotDiscard:
		return "react to the discard of " + name
	}
	return "react to the gain of " + name + " by " + f.Actor.Name()
}

// yesNoQuestion describes the yes-or-no question of the card of f.
func yesNoQuestion(f *state.Frame) string {
	if words := cards[f.Kind].Answers; words != nil {
		return words[0] + ", or " + words[1]
	}
	return "yes or no"
}

// pickQuestion describes the request of the card of f to pick cards, modes or a number.
func (s *Position) pickQuestion(f *state.Frame) string {
	op := &codesOf[f.Kind][f.Slot][f.PC]
	least, most := Rules.Read(s, f, op.Min), Rules.Read(s, f, op.Max)
	which := s.pickNoun(f, op)
	words, _ := pickWords(f)
	switch {
	case op.Zone == Modes:
		return "choose " + eventtext.NumberInWords(most)
	case op.Zone == Amounts:
		return "you may overpay"
	case op.Zone == Places:
		return "choose a place in the deck"
	case most == allOfThem && op.Ordered:
		which = "the " + which + "s"
	case most == allOfThem:
		which = "any number of " + which + "s"
	case least == 0 && most == 1:
		return "you may " + strings.Replace(words, "%", withArticle(which), 1)
	case least == 0:
		which = "up to " + eventtext.NumberInWords(most) + " " + which + "s"
	case most == 1:
		which = withArticle(which)
	default:
		which = eventtext.NumberInWords(most) + " " + which + "s"
	}
	question := strings.Replace(words, "%", which, 1)
	if op.Ordered {
		question += " in any order"
	}
	if f.X > 0 {
		question += " (" + eventtext.NumberInWords(int(f.X)) + " so far)"
	}
	return question
}

// allOfThem is the number that Rules.Read returns for state.AllOfThem.
const allOfThem = 127

// pickNoun returns the words for one of the cards that a pick asks for, such as "card costing up to $4".
func (s *Position) pickNoun(f *state.Frame, op *state.Op) string {
	which := "card"
	switch {
	case op.Filter.Kind != 0:
		which = cards[op.Filter.Kind].Name
	case op.Filter.Types == Victory:
		which = "Victory card"
	case op.Filter.Types != 0:
		which = typeLine(op.Filter.Types)
	}
	if op.Filter.Flags&noCopper != 0 {
		which += " other than Copper"
	}
	if op.Filter.Cost != 0 {
		which += " costing "
		if op.Filter.Flags&exactly == 0 {
			which += "up to "
		}
		which += "$" + strconv.Itoa(Rules.Read(s, f, op.Filter.Cost))
	}
	return which
}

func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "AEIOU") {
		return "an " + noun
	}
	return "a " + noun
}
