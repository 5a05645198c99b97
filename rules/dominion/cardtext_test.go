package dominion

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestCardText compares the text of each card with its code. The test reduces text and code to their
// numbers, verbs, cards, types and occasions, which must be equal. It ignores plain bonuses, whose
// text is generated.
func TestCardText(t *testing.T) {
	eachCard(t, func(t *testing.T, _ state.Kind, d *Def) { assert.Equal(t, d.claims(), mentions(d.Text), "%s", d.Text) })
}

// TestCardTextFails checks that wrong texts fail.
func TestCardTextFails(t *testing.T) {
	for _, wrong := range []struct{ card, was, is string }{
		{"Chapel", "4 cards", "3 cards"},
		{"Chapel", "Trash", "Discard"},
		{"Workshop", "$4", "$5"},
		{"Militia", "Each other player discards", "Discard"},
		{"Moneylender", "Copper", "Silver"},
		{"Bandit", "a Gold", "a Silver"},
		{"Throne Room", "twice", "three times"},
		{"Caravan", "At the start of your next turn, d", "D"},
		{"Watchtower", "trash that card or ", ""},
		{"Fool's Gold", "another player gains", "you gain"},
		{"Harbinger", "You may put", "Put"},
		{"Library", "7", "6"},
		{"Remodel", "$2 more", "$2 more, and draw a card"},
	} {
		d := cards[kindOf[wrong.card]]
		text := strings.Replace(d.Text, wrong.was, wrong.is, 1)
		assert.NotEqual(t, text, d.Text, wrong.card)
		assert.NotEqual(t, d.claims(), mentions(text), "%s: %q", wrong.card, text)
	}
}

// occasions lists, by slot, the words that say when the code in that slot runs.
var occasions = []struct {
	slot state.Slot
	says string
}{
	{slotNext, "at the start of your next turn"},
	{slotAttack, "when another player plays an attack"},
	{slotWouldGain, "when you would gain a card"},
	{slotDiscard, "when you discard this outside a clean-up phase"},
	{slotBuy, "when you buy this"},
	{slotAnyBuy, "while this is in play, when you buy a card"},
	{slotGain, "when you gain this"},
	{slotTrash, "when you trash this"},
}

// gainReactions matches the words in a card's text that say to which gains the card reacts.
var gainReactions = regexp.MustCompile(`when (you|another player|any player) gains? (a card with at least two types|a victory card|a [a-z]+)`)

// gainOccasion returns the words that say to which gains the card reacts, or "" if it reacts to none.
func (d *Def) gainOccasion() string {
	whose := ""
	switch own, others := len(d.OnOwnGain) > 0, len(d.OnOthersGain) > 0; {
	case own && others:
		whose = "any player gains"
	case own:
		whose = "you gain"
	case others:
		whose = "another player gains"
	default:
		return ""
	}
	what := "a card"
	switch {
	case d.GainFilter.Flags&severalTypes != 0:
		what = "a card with at least two types"
	case d.GainFilter.Types != 0:
		what = "a " + typeLine(d.GainFilter.Types) + " card"
	case d.GainFilter.Kind != 0:
		what = "a " + cards[d.GainFilter.Kind].Name
	}
	return "when " + whose + " " + what
}

// stems maps the words that texts and code have in common to patterns for their spellings.
var stems = func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for _, stem := range strings.Fields("place draw discard trash gain reveal look play exchange take put return choose worth buy " +
		"copper silver gold estate curse province treasure victory action token left island pass overpay") {
		all[stem] = regexp.MustCompile(`\b` + stem + `(e?s)?\b`)
	}
	for stem, written := range map[string]string{
		"set aside": `\bset (this |them )?aside\b`, "may": `\b(may|any|up to \d)\b`, "each other": `\beach other player\b`, "name": `\bnames? a card\b`,
		"choose": `\b(choose|choice|either)\b`, "affect": `\b(not affect|no effect)\b`, "extra turn": `\bextra turn\b`,
		"draw": `\bdraws?\b|\+\d cards?\b`, "attack": `\bgain an attack\b`, "exactly": `\b(exactly|the same cost)\b`,
		"2": `\btwice\b`, "3": `\bthree times\b`,
	} {
		all[stem] = regexp.MustCompile(written)
	}
	return all
}()

var numbers = regexp.MustCompile(`\d+`)

// mentions reduces a card text to the words to compare.
func mentions(text string) []string {
	text = strings.ToLower(text)
	found := map[string]bool{}
	for _, o := range occasions {
		if strings.Contains(text, o.says) {
			found[o.says] = true
			text = strings.ReplaceAll(text, o.says, "")
		}
	}
	if says := gainReactions.FindString(text); says != "" {
		found[says] = true
		text = strings.ReplaceAll(text, says, "")
	}
	text = strings.ReplaceAll(text, "in play", "") // "play" is not a verb here
	for stem, written := range stems {
		if written.MatchString(text) {
			found[stem] = true
		}
	}
	for _, n := range numbers.FindAllString(text, -1) {
		found[n] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// claims reduces a card's code to the words to compare.
func (d *Def) claims() []string {
	found := map[string]bool{}
	claim := func(words ...string) {
		for _, w := range words {
			if w != "" {
				found[strings.ToLower(w)] = true
			}
		}
	}
	for _, o := range occasions {
		if len(d.codes()[o.slot]) > 0 {
			claim(o.says)
		}
	}
	claim(d.gainOccasion())
	for slot := range nSlots {
		if slot >= slotDiscard && len(d.codes()[slot]) > 0 {
			claim("may", revealWord(d, slot))
		}
		if slot == slotPlay2011 {
			continue // the text describes the other printing
		}
		code := d.codes()[slot]
		for pc, op := range code {
			if end := pc + int(op.Skip); op.Verb == mayVerb && code[end].Verb == elseVerb {
				claim("choose")
				continue
			}
			if op.Verb == eachVerb && uses(code, vPassAll) {
				continue // the text says "each player"
			}
			claim(verbClaims[op.Verb]...)
			claim(amounts(op)...)
		}
	}
	claim(specialClaims[d.Special]...)
	if d.Per > 0 {
		claim("1", strconv.Itoa(int(d.Per)), "worth", d.PerOf)
	}
	return slices.Sorted(maps.Keys(found))
}

// revealWord returns "reveal" if a reaction reveals its card. A reaction that moves the card away or
// plays it does not reveal it.
func revealWord(d *Def, slot state.Slot) string {
	if v := d.codes()[slot][0].Verb; v == vWait || v == vTrashThis || v == vPlayThis {
		return ""
	}
	return "reveal"
}

// amounts returns the numbers and names that the text must mention for an op. Texts write 1 as "a"
// except for coins.
func amounts(op state.Op) (words []string) {
	number := func(n state.Num) {
		base, literal := n.Split()
		switch {
		case base == OverThree:
			literal = 3
		case base == state.AllOfThem, base == EmptyPiles:
			return
		case base == FoolsGold:
			words = append(words, "1", "4", "worth")
			return
		case base == TreasuresOut:
			words = append(words, "1", "treasure")
			return
		case base == state.X, base == CoinTokens:
			literal = 1 // $1 for each
		}
		plus := op.Verb == vCoins || op.Verb == vActions || op.Verb == vBuys
		if literal > 1 || literal == 1 && plus {
			words = append(words, strconv.Itoa(literal))
		}
	}
	switch op.Verb {
	case pickVerb:
		number(op.Max)
		if op.Min == 0 && op.Zone != Revealed { // another effect moves the revealed cards that are not picked
			words = append(words, "may")
		}
		if op.Zone == Discarded {
			words = append(words, "look", "discard")
		}
	case vGain, vGainA, vGainCopy, vGainInstead, vExchange:
		if op.Min != 0 {
			words = append(words, cards[op.Min].Name)
		}
	case setVerb:
		if base, literal := op.N.Split(); base == 0 {
			words = append(words, strconv.Itoa(literal))
		} else {
			words = append(words, "1")
		}
	case vIfChosen: // N is the mode
	case vCards:
		if base, _ := op.N.Split(); base == 0 {
			number(op.N)
		}
	default:
		number(op.N)
	}
	number(op.Filter.Cost)
	if _, more := op.Filter.Cost.Split(); more == 1 {
		words = append(words, "1")
	}
	switch {
	case op.Zone == Modes: // Types is the number of modes
	case op.Filter.Kind != 0:
		words = append(words, cards[op.Filter.Kind].Name)
	case op.Filter.Types != 0:
		words = append(words, typeLine(op.Filter.Types))
	}
	if op.Filter.Flags&noVictory != 0 {
		words = append(words, "victory")
	}
	if op.Filter.Flags&exactly != 0 {
		words = append(words, "exactly")
	}
	if op.Filter.Flags&noCopper != 0 {
		words = append(words, "copper")
	}
	if op.Filter.Flags&playersChoice != 0 {
		words = append(words, "choose")
	}
	return words
}

// verbClaims lists the stems that the text of a card must have for each verb of its code.
var verbClaims = map[state.Verb][]string{
	mayVerb: {"may"}, eachVerb: {"each other"},
	vCards: {"draw"}, vDrawTo: {"draw"}, vDrawOne: {"draw"},
	vDiscard: {"discard"}, vDiscardAll: {"discard"}, vDiscardTop: {"discard", "action"},
	vTrash: {"trash"}, vTrashGained: {"trash"}, vTrashThis: {"trash"},
	vOnDeck: {"put"}, vGainedOnDeck: {"put"}, vGain: {"gain"}, vGainA: {"gain"}, vGainInstead: {"gain"},
	vPlay: {"play"}, vPlayTop: {"play"}, vPlayRevealed: {"play", "discard"}, vReveal: {"reveal"}, vRevealHand: {"reveal"}, vDig: {"reveal", "treasure"},
	vLook: {"look"}, vSetAside: {"set aside"}, vMerchant: {"silver", "play", "1"}, vBridge: {"1", "0"}, vFool: {"play"}, vBan: {"name", "buy"},
	vLeft: {"left"}, vOntoHaven: {"set aside"}, vFromHaven: {"take"}, vOntoIsland: {"put", "island"}, vIslandItself: {"put", "island"},
	vOntoNative: {"put"}, vFromNative: {"take"}, vToken: {"take", "token"}, vPossess: {"extra turn", "left", "take", "gain", "trash", "set aside"}, vProtect: {"affect"},
	vWait: {"set aside"}, vTakeBack: {"return"}, vExchange: {"exchange"}, vIfFive: {"5"},
	vActions: {"action"}, vBuys: {"buy"}, vTrashTop: {"trash"}, vTrashMatching: {"trash"}, vTrashInPlay: {"trash"}, vGainCopy: {"gain"}, vPlayThis: {"play"},
	vTurnUp: {"reveal"}, vTakeMatching: {"take"}, vRevealedBack: {"put"}, vShow: {"reveal"}, vChoose: {"choose"}, vName: {"name"}, vIfPlayed: {"action"},
	vOverpay: {"overpay"}, vIfPaid: {"1"}, vPassAll: {"pass", "left"}, vIntoDeck: {"put"},
}

var specialClaims = map[properties][]string{
	cheaperInBuy: {"2", "0", "action", "treasure", "buy"}, notByCopper: {"buy", "copper"}, protects: {"affect", "play"}, placed: {"place"},
	lastPlayed: {"worth"}, cheapens: {"1", "0"},
}

// setVerb is the first op of a Times. elseVerb separates the two branches of an Either.
var (
	setVerb  = state.Times(1)[0].Verb
	elseVerb = state.Either(nil, nil)[1].Verb
)
