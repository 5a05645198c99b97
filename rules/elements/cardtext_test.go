package elements

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestCardText compares the text of each card with its row. Each cost, flag, aim and step of the row has
// a phrase that must occur in the text. All other words of the text must be in littleWords. So the test
// fails if the text omits a fact or adds one.
func TestCardText(t *testing.T) {
	eachCard(t, func(t *testing.T, d *Def) {
		missing, left := compareText(d)
		assert.Empty(t, missing, "the text lacks a phrase of the code: %q", d.Text)
		assert.Empty(t, left, "the text has a word that the code lacks: %q", d.Text)
	})
}

// TestCardTextFails checks that wrong texts fail.
func TestCardTextFails(t *testing.T) {
	for _, wrong := range []struct{ card, was, is string }{
		{"Spark", "2 damage", "3 damage"},
		{"Spark", " or a player", ""},
		{"Ember Adept", "Sleep: ", ""},
		{"Mist Heron", "1 blue", "1 red"},
		{"War Shout", " until sunset", ""},
		{"War Shout", "sleeping ", ""},
		{"Old Oak", "Cannot attack. ", ""},
		{"Noon Herald", "you may ", ""},
		{"Noon Herald", "draw 1 card", "draw 1 card and gain 1 life"},
		{"Deep Rain", "Being you have", "Item you have"},
		{"Stag Captain", "+1 attack", "+2 attack"},
		{"Hungry Pit", "If you do, d", "D"},
	} {
		d := cards[kindOf[wrong.card]]
		text := strings.Replace(d.Text, wrong.was, wrong.is, 1)
		assert.NotEqual(t, text, d.Text)
		d.Text = text
		missing, left := compareText(&d)
		assert.NotEmpty(t, append(missing, left...), "%s: %q", wrong.card, text)
	}
}

// compareText returns the phrases that are missing from the text of d, and the words of the text that
// are in no phrase and not in littleWords.
func compareText(d *Def) (missing, left []string) {
	text := strings.ToLower(d.Text)
	all := phrases(d)
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	for _, p := range all {
		at := regexp.MustCompile(`(^|[^a-z0-9+/-])` + regexp.QuoteMeta(p) + `($|[^a-z0-9+/-])`).FindStringIndex(text)
		if at == nil {
			missing = append(missing, p)
			continue
		}
		text = text[:at[0]] + " | " + text[at[1]:]
	}
	for _, w := range regexp.MustCompile(`[a-z0-9+/-]+`).FindAllString(text, -1) {
		if !slices.Contains(littleWords, w) {
			left = append(left, w)
		}
	}
	return missing, left
}

var littleWords = strings.Fields("a and deal for give is it of or put the then who")

// phrases returns the phrases that the text of d must contain, in lower case.
func phrases(d *Def) (all []string) {
	for _, flag := range [...]struct {
		on   bool
		says string
	}{
		{d.Swift, "enters awake"},
		{d.Warded, "others may not aim at it"},
		{d.Elusive, "cannot be blocked"},
		{d.Piercing, "damage beyond a blocker's health goes to the player"},
		{d.Steady, "wakes at your sunset"},
		{d.Rooted, "cannot attack"},
		{d.Banner != 0, fmt.Sprintf("your other beings get %+d attack", d.Banner)},
		{d.Cheapens == Being, "your beings cost 1 any less"},
		{d.Cheapens == Item, "your items cost 1 any less"},
		{d.Cheapens == Spell, "your spells cost 1 any less"},
	} {
		if flag.on {
			all = append(all, flag.says)
		}
	}
	for slot := range nSlots {
		if p := d.powers()[slot]; len(p.Do) > 0 {
			if slot == slotReacts {
				all = append(all, reactionPhrases(d)...)
				continue
			}
			if when := whenSlot(slot, p); when != "" {
				all = append(all, when)
			}
			all = append(all, targetPhrases(p)...)
		}
	}
	for _, st := range steps(d) {
		all = append(all, st.phrases()...)
	}
	return all
}

// reactionPhrases returns the phrase for the cause of a card's reaction. It adds "that player" if
// the player that caused the reaction is its target.
func reactionPhrases(d *Def) []string {
	who := [...]string{Anyones: "a player", Yours: "you", Others: "another player"}[d.ReactsTo.Whose]
	what := map[uint8]string{0: "card", Being: "being", Item: "item", Spell: "spell", Being | Item: "token"}[d.ReactsTo.Types]
	when := map[uint8]string{
		Plays: "when " + who + " plays " + article(what), Draws: "when " + who + " draws a card",
		Enters: "when " + article(what) + " of " + who + " enters",
	}[d.ReactsTo.Action]
	if d.Reacts.Aim&APlayer != 0 {
		return []string{when, "that player"}
	}
	return []string{when}
}

// whenSlot returns the phrase that says when a power triggers. For an activated power, it returns
// the cost.
func whenSlot(slot state.Slot, p *Power) string {
	if slot != slotUse {
		return [nSlots]string{
			slotSunrise: "at your sunrise", slotSunset: "at your sunset", slotArrives: "when played",
			slotDies: "when it dies", slotDamaged: "when it is damaged", slotHealed: "when it is healed", slotWakes: "when it wakes",
		}[slot]
	}
	var costs []string
	if p.Cost.total() > 0 {
		costs = append(costs, p.Cost.String())
	}
	if p.Sleep {
		costs = append(costs, "sleep")
	}
	if p.Sacrifice {
		costs = append(costs, "sacrifice")
	}
	return strings.Join(costs, ", ") + ":"
}

// targetPhrases returns the phrases for a power's targets, such as "a being of yours".
func targetPhrases(p *Power) (all []string) {
	which := ""
	for _, c := range [...]struct {
		bit  Aim
		says string
	}{{IsAwake, "awake "}, {IsAsleep, "sleeping "}, {IsHurt, "hurt "}, {IsAttacking, "attacking "}} {
		if p.Aim&c.bit != 0 {
			which += c.says
		}
	}
	switch p.Aim & (ABeing | AnItem) {
	case ABeing:
		all = append(all, article(which+"being")+whose(p.Aim)+costing(p.Aim))
	case AnItem:
		all = append(all, article(which+"item")+whose(p.Aim))
	case ABeing | AnItem:
		all = append(all, article(which+"being or item")+whose(p.Aim)+costing(p.Aim))
	}
	switch {
	case p.Aim&APlayer != 0 && p.Aim&Theirs != 0:
		all = append(all, "another player")
	case p.Aim&APlayer != 0:
		all = append(all, "a player")
	}
	switch p.Aim & (APast | ABeingCard | ASpellCard) {
	case APast:
		all = append(all, "a card in your past")
	case APast | ABeingCard:
		all = append(all, "a being in your past")
	case APast | ASpellCard:
		all = append(all, "a spell in your past")
	}
	switch p.Aim & (APlay | ATrigger) {
	case APlay:
		all = append(all, "a play"+costing(p.Aim))
	case ATrigger:
		all = append(all, "a trigger")
	case APlay | ATrigger:
		all = append(all, "a play or trigger")
	}
	switch p.SecondAim {
	case 0:
	case p.Aim:
		all = append(all, "another being"+whose(p.SecondAim))
	default:
		all = append(all, targetPhrases(&Power{Aim: p.SecondAim})...)
	}
	return all
}

func costing(a Aim) string {
	switch most, exactly := a.costs(); {
	case most >= 0:
		return fmt.Sprintf(" that costs at most %d", most)
	case exactly >= 0:
		return fmt.Sprintf(" that costs exactly %d", exactly)
	}
	return ""
}

func whose(a Aim) string {
	switch {
	case a&Mine != 0:
		return " of yours"
	case a&Theirs != 0:
		return " of another player"
	}
	return ""
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}
