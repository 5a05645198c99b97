package elements

import (
	"fmt"
	"strings"

	"gamed/state"
)

// phrases returns the phrases that the text of a card must contain for the step, in lower case.
func (st step) phrases() []string {
	if st.Picked && st.Verb != vBury && st.Verb != vDiscardNamed {
		return nil // the phrases of the Pick describe it
	}
	n, each := amountWords(st.N)
	boost := func() string {
		health, _ := amountWords(st.Min)
		return fmt.Sprintf("gets +%s/+%s", n, health)
	}
	var says string
	switch st.Verb {
	case mayVerb:
		says = "you may"
	case ifVerb:
		says = "if you do"
	case eachVerb:
		says = "each other player"
	case pickVerb:
		switch n, _ := amountWords(st.Max); st.Zone {
		case Modes:
			return []string{"choose " + n}
		case Names:
			return []string{"name a card"}
		}
		return []string{st.pickPhrase()}
	case vIfNone:
		says = "if you don't"
		if st.othersDo() {
			says = "if they don't"
		}
	case vDiscardNamed:
		says = "discards each copy of it"
	case vIfChosen:
		return nil
	case vDraw:
		says = fmt.Sprintf("draw %s", plural(n, "card"))
	case vDamage:
		says = n + " damage to"
	case vDamageEach:
		says = n + " damage to " + [...]string{Anyones: "each being", Yours: "each being of yours", Others: "each being of other players"}[st.Filter.Whose]
	case vHeal:
		if st.Aim&APlayer != 0 {
			return []string{"heal " + n + " damage of", n + " life"}
		}
		says = "heal " + n + " damage of"
	case vWake:
		says = "wake"
	case vSleep:
		says = "to sleep"
	case vBoost:
		says = boost()
	case vBoostUntilSunset:
		says = boost() + " until sunset"
	case vDestroy:
		says = "destroy"
	case vReturn:
		return []string{"return", "to its owner's hand"}
	case vRecall:
		says = "into your hand"
	case vRevive:
		says = "into play"
	case vCopy:
		says = "create a copy of"
	case vMake:
		says = "create " + plural(n, strings.ToLower(cards[st.Min].Name)+" token")
	case vElement:
		says = "create a " + elementNames[st.N] + " element"
	case vSteal:
		return []string{"take control of", "until sunset"}
	case vCancel:
		says = "cancel"
	case vLook:
		says = "look at the top card of your future"
		if st.N != 1 {
			says = "look at the top " + n + " cards of your future"
		}
	case vShield:
		says = "untouchable until sunset"
	case vSkip:
		says = "skips the next " + phases[st.N].Name + " phase"
	case vWin:
		says = "win the game"
	case vBury:
		says = "under your future"
	case vLose:
		says = "lose " + n + " life"
		if st.othersDo() {
			says = "loses " + n + " life"
		}
	case vGain:
		says = "gain " + n + " life"
	case vSpend:
		says = "spend " + plural(n, "active element") + " of"
	case vFight:
		says = "fights"
	default:
		if st.Verb < state.FirstVerb {
			return nil // the op only counts or loops
		}
		says = fmt.Sprintf("a phrase for verb %d", st.Verb)
	}
	if each != "" {
		return []string{says, each}
	}
	return []string{says}
}

// pickPhrase returns the phrase for a Pick of cards, such as "discard 1 card".
func (st step) pickPhrase() string {
	body := st.Do[st.opIndex()+1].Verb
	verb := map[state.Verb]string{vDiscard: "discard", vBury: "put", vDestroy: "destroy"}[body]
	if st.othersDo() {
		verb += "s"
	}
	n, _ := amountWords(st.Max)
	if st.Min == 0 {
		n = "up to " + n
	}
	noun := "card"
	switch {
	case st.Zone == Present && st.Filter == beings(Yours):
		noun = "being of yours"
	case st.Zone == Present:
		noun = "a phrase for that filter"
	case body == vBury:
		noun = "card of your hand"
	}
	return fmt.Sprintf("%s %s %s", verb, n, noun)
}

// opIndex returns the index of the op in the code of its power.
func (st step) opIndex() int {
	for pc := range st.Do {
		if &st.Do[pc] == st.Op {
			return pc
		}
	}
	return -1
}

// othersDo reports whether the op is in an EachOther.
func (st step) othersDo() bool {
	at := st.opIndex()
	for pc := range st.Do[:at] {
		if op := &st.Do[pc]; op.Verb == eachVerb && at <= pc+int(op.Skip) {
			return true
		}
	}
	return false
}

// amountWords returns the words for an amount. For a named quantity, the words are "1" and a phrase
// such as "for each item you have".
func amountWords(n state.Num) (number, each string) {
	base, literal := n.Split()
	switch base {
	case 0:
		return fmt.Sprint(literal), ""
	case MyItems:
		each = "for each item you have"
	case MyBeings:
		each = "for each being you have"
	case MyPast:
		each = "for each card in your past"
	default:
		each = "a phrase for that quantity"
	}
	if literal != 0 {
		each = "a phrase for a quantity and a number"
	}
	return "1", each
}

func plural(n, noun string) string {
	if n != "1" {
		noun += "s"
	}
	return n + " " + noun
}
