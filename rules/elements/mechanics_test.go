package elements

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestMechanics checks that at least two cards use each verb, slot, aim and other mechanic. A few
// mechanics need only one card.
func TestMechanics(t *testing.T) {
	n := map[string]int{}
	for k := range cards {
		d := &cards[k]
		if d.Created {
			continue
		}
		for m := range mechanics(d) {
			n[m]++
		}
	}
	for verb := state.FirstVerb; verb < nVerbs; verb++ {
		assert.GreaterOrEqual(t, n[fmt.Sprint("verb ", verb)], 2, "verb %d", verb)
	}
	for slot := range nSlots {
		assert.GreaterOrEqual(t, n[slotNames[slot]], 2, "%s powers", slotNames[slot])
	}
	for aim := ABeing; aim <= ASpellCard; aim <<= 1 {
		assert.GreaterOrEqual(t, n[fmt.Sprint("aim ", aim)], 2, "aim bit %d", bits.TrailingZeros16(uint16(aim)))
	}
	for _, m := range []string{"costs at most", "costs exactly", "cheapens", "plays", "enters", "draws", "choose", "name"} {
		assert.GreaterOrEqual(t, n[m], 1, m)
	}
	for _, m := range []string{
		"may", "if any", "each other", "pick", "cancel a play", "cancel a trigger", "two aims",
		"cost in elements", "cost of sleep", "cost of sacrifice",
		"swift", "warded", "elusive", "piercing", "steady", "rooted", "banner",
		fmt.Sprint("amount ", MyItems), fmt.Sprint("amount ", MyBeings), fmt.Sprint("amount ", MyPast),
	} {
		assert.GreaterOrEqual(t, n[m], 2, m)
	}
}

// mechanics returns the names of the mechanics that a card uses.
func mechanics(d *Def) map[string]bool {
	kernel := map[state.Verb]string{mayVerb: "may", ifVerb: "if any", eachVerb: "each other", pickVerb: "pick"}
	uses := map[string]bool{
		"swift": d.Swift, "warded": d.Warded, "elusive": d.Elusive, "piercing": d.Piercing,
		"cheapens": d.Cheapens != 0, "plays": d.ReactsTo.Action == Plays, "enters": d.ReactsTo.Action == Enters, "draws": d.ReactsTo.Action == Draws,
		"steady": d.Steady, "rooted": d.Rooted, "banner": d.Banner != 0,
		"cost in elements": d.Use.Cost.total() > 0, "cost of sleep": d.Use.Sleep, "cost of sacrifice": d.Use.Sacrifice,
	}
	for _, st := range steps(d) {
		uses[kernel[st.Verb]] = true
		uses[fmt.Sprint("verb ", st.Verb)] = true
		uses[slotNames[st.slot]] = true
		uses["two aims"] = uses["two aims"] || st.SecondAim != 0
		uses["cancel a play"] = uses["cancel a play"] || st.Verb == vCancel && st.Aim&APlay != 0
		uses["cancel a trigger"] = uses["cancel a trigger"] || st.Verb == vCancel && st.Aim&ATrigger != 0
		most, exactly := st.Aim.costs()
		uses["costs at most"] = uses["costs at most"] || most >= 0
		uses["costs exactly"] = uses["costs exactly"] || exactly >= 0
		uses["choose"] = uses["choose"] || st.Zone == Modes
		uses["name"] = uses["name"] || st.Zone == Names
		for aims := st.Aim | st.SecondAim; aims != 0; aims &= aims - 1 {
			uses[fmt.Sprint("aim ", aims&-aims)] = true
		}
		base, _ := st.N.Split()
		uses[fmt.Sprint("amount ", base)] = true
	}
	for m, on := range uses {
		if !on {
			delete(uses, m)
		}
	}
	return uses
}
