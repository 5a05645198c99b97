package dominion

import (
	"strconv"
	"strings"

	"gamed/state"
)

func label(s *Position, seat state.Seat, o state.Option) state.Label {
	f := s.Stack.Top()
	name := ""
	switch {
	case o.Do == state.Take:
		return s.labelPick(f, o.Card)
	case o.Do != PlaceAt && int(o.Card) < len(cards):
		name = cards[o.Card].Name
	}
	switch o.Do {
	case state.Done:
		return state.Label{Do: "done", Text: "done"}
	case state.No, state.Yes:
		return s.labelAnswer(f, o.Do)
	case state.Resign:
		return state.Label{Do: "resign", Text: "resign"}
	case Begin:
		return state.Label{Do: "begin", Text: "begin with " + name, Card: name, Target: "next_turn"}
	case PlayCard:
		return state.Label{Do: "play", Text: "play " + name, Card: name, Target: zoneNames[Hand]}
	case PlayAll:
		return state.Label{Do: "play_all", Text: "play all Treasures"}
	case BuyCard:
		return state.Label{Do: "buy", Text: "buy " + name, Card: name, Target: zoneNames[Supply]}
	case Show:
		l := state.Label{Do: "reveal", Text: "reveal " + name, Card: name, Target: zoneNames[Hand]}
		if f.Slot == slotDiscard {
			l.Target = zoneNames[Discarded]
		}
		return l
	case PlaceAt:
		if o.Card == 0 {
			return state.Label{Do: "place", Text: "put Stash on top"}
		}
		return state.Label{Do: "place", Text: "put Stash under " + strconv.Itoa(int(o.Card)) + " other cards"}
	}
	switch f.Phase {
	case ActionPhase:
		return state.Label{Do: "pass", Text: "end the action phase"}
	case TreasurePhase:
		return state.Label{Do: "pass", Text: "end the treasure phase"}
	case BuyPhase:
		return state.Label{Do: "pass", Text: "end the turn"}
	}
	return state.Label{Do: "pass", Text: "pass"}
}

// labelPick describes the option to pick c, which is a pile or a number.
func (s *Position) labelPick(f *state.Frame, c state.Card) state.Label {
	words, zone := pickWords(f)
	l := state.Label{Do: "take", Target: zone}
	name := ""
	switch codesOf[f.Kind][f.Slot][f.PC].Zone {
	case Modes:
		name = cards[f.Kind].Answers[c]
	case Amounts:
		name = "$" + strconv.Itoa(int(c))
	case Places:
		name = placeInDeck(int(c))
	default:
		name = cards[s.Kinds[c]].Name
		l.Card = name
	}
	l.Text = strings.Replace(words, "%", name, 1)
	return l
}

// placeInDeck returns the words for the place under n cards of a deck.
func placeInDeck(n int) string {
	switch n {
	case 0:
		return "on top of the deck"
	case 1:
		return "under 1 card of the deck"
	}
	return "under " + strconv.Itoa(n) + " cards of the deck"
}

// pickWords returns the words for what the code of f does to a picked card, with % in place of the
// card's name. It also returns the name of the zone from which the seat picks.
func pickWords(f *state.Frame) (words, zone string) {
	return fateWords[fateOf(f)], zoneNames[codesOf[f.Kind][f.Slot][f.PC].Zone]
}

var fateWords = [...]string{
	0: "take %", Discarding: "discard %", Trashing: "trash %", ToppingDeck: "put % on the deck", Gaining: "gain %",
	Playing: "play %", Naming: "name %", Keeping: "set % aside", PuttingOnIsland: "put % onto the mat",
	Choosing: "choose %", Guessing: "name %", Overpaying: "overpay %", Handing: "pass %", Inserting: "put % into the deck", Placing: "put it %",
}

func (s *Position) labelAnswer(f *state.Frame, do state.Do) state.Label {
	l, i := state.Label{Do: "yes", Text: "yes"}, 0
	if do == state.No {
		l, i = state.Label{Do: "no", Text: "no"}, 1
	}
	if words := cards[f.Kind].Answers; words != nil {
		l.Text = words[i]
	}
	return l
}
