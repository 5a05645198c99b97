package dominion

import (
	"fmt"
	"regexp"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

func eachCard(t *testing.T, check func(t *testing.T, k state.Kind, d *Def)) {
	for k := range cards[1:] {
		d := &cards[k+1]
		t.Run(d.Name, func(t *testing.T) { check(t, state.Kind(k+1), d) })
	}
}

// The unexported verbs of package state.
var (
	mayVerb  = state.May()[0].Verb
	eachVerb = state.EachOther()[0].Verb
	pickVerb = state.Pick(Hand, anyCard, 0, 0)[1].Verb
)

// TestCardRows checks the limits of the table and the plain fields of each row.
func TestCardRows(t *testing.T) {
	require.Len(t, kindOf, len(cards), "two cards have the same name")
	require.Less(t, int(nBasic)-1+kingdomSize, maxPiles, "pile 0 is unused")
	for k, name := range map[state.Kind]string{Copper: "Copper", Platinum: "Platinum", Potion: "Potion", Estate: "Estate", Curse: "Curse"} {
		require.Equal(t, name, cards[k].Name, "the constants match the rows")
	}
	sets := regexp.MustCompile(`^[a-z]+( ages)?( 1st edition)?$`)
	eachCard(t, func(t *testing.T, k state.Kind, d *Def) {
		assert.Regexp(t, `^[A-Z][A-Za-z' ]*$`, d.Name, "plain words, which JSON need not escape")
		assert.Regexp(t, `^[A-Za-z0-9 .,:;+$()'-]*$`, d.Text, "plain text, which JSON need not escape")
		assert.Regexp(t, sets, d.Set)
		assert.Equal(t, k < nBasic, d.Set == "basic")
		assert.LessOrEqual(t, d.Cost, uint8(11))
		assert.NotZero(t, d.Types)
		assert.LessOrEqual(t, pileSize(k, state.MaxSeats), uint8(60), "the methods of Counts need numbers up to 127")
	})
}

// TestCardTypes checks that the types of each card agree with its bonuses, points and code.
func TestCardTypes(t *testing.T) {
	eachCard(t, func(t *testing.T, _ state.Kind, d *Def) {
		has := func(types uint8) bool { return d.Types&types != 0 }
		gives := int(d.Cards) + int(d.Actions) + int(d.Buys) + int(d.Coins) + int(d.Potions)
		assert.Equal(t, has(Action|Treasure), gives+len(d.OnPlay) > 0, "playable cards have an effect")
		assert.Equal(t, has(Victory|Cursed), d.Points != 0 || d.Per != 0)
		assert.False(t, has(Action) && has(Treasure), "only Actions can be picked for a Throne Room")
		assert.False(t, has(Treasure) && d.Actions > 0, "there is no action phase after Treasures")
		assert.True(t, len(d.OnPlay) > 0 || len(d.OnPlay2011) == 0)
		reaction := len(d.OnDiscard) + len(d.OnAttack) + len(d.OnWouldGain) + len(d.OnOwnGain) + len(d.OnOthersGain)
		assert.Equal(t, has(Reaction), reaction > 0)
		assert.Equal(t, d.GainFilter != state.Filter{}, len(d.OnOthersGain) > 0)
		assert.Contains(t, kindOf, d.PerOf)
		assert.Equal(t, has(Duration), uses(d.OnPlay, vLasting))
		assert.False(t, has(Duration) && len(d.OnNext) == 0)
		harmless := uses(d.OnPlay, vPassAll) || d.Name == "Council Room"
		assert.Equal(t, has(Attack), uses(d.OnPlay, eachVerb) && !harmless)
		assert.True(t, d.Text != "" || reaction+len(d.OnPlay)+int(d.Special) == 0 || d.Special == lastPlayed, "a card with an effect has a text")
	})
}

func uses(c state.Code, verb state.Verb) bool {
	for _, op := range c {
		if op.Verb == verb {
			return true
		}
	}
	return false
}

// TestCardCode checks that the engine can run the code of each card.
func TestCardCode(t *testing.T) {
	var used [nVerbs]bool
	atDiscard := 0
	eachCard(t, func(t *testing.T, _ state.Kind, d *Def) {
		for slot := range nSlots {
			code := d.codes()[slot]
			require.Empty(t, code.Lint(int(nVerbs)), slotNames[slot])
			for pc, op := range code {
				used[op.Verb] = true
				where := fmt.Sprintf("%s, step %d", slotNames[slot], pc)
				switch op.Verb {
				case pickVerb:
					assert.Contains(t, []state.Zone{Hand, Discarded, Supply, Revealed, Looked, Names, Modes, Amounts, Places}, op.Zone, where)
					assert.NotEqual(t, op.Zone == Supply && op.Min == 0, true, "%s: a gain that may be declined", where)
				case mayVerb:
					assert.Len(t, d.Answers, 2, "%s: yes and no have no labels", where)
				case vDiscard, vTrash, vOnDeck, vOntoHaven, vOntoIsland, vPlay, vBan, vShow, vChoose, vName, vPass, vHold, vIntoDeck:
					assert.True(t, op.Picked, "%s: there is no picked card", where)
				case vPlayTop:
					assert.True(t, pc > 0 && uses(code[:pc], vDiscardTop), where)
				case vPlayRevealed:
					assert.True(t, pc > 0 && uses(code[:pc], vDig), where)
				case vLook:
					// Only the active seat can look at cards: see [Position.Looked].
					assert.False(t, slot >= slotDiscard || uses(code[:pc], eachVerb), where)
				case vIfChosen:
					assert.Less(t, int(op.N), len(d.Answers), "%s: a mode has no label", where)
				case vOverpay, vIfPaid:
					assert.Equal(t, slotBuy, slot, where)
					assert.True(t, op.Picked || op.Verb == vIfPaid, where)
				case vPlayThis:
					assert.GreaterOrEqual(t, slot, slotDiscard, where)
				case vProtect:
					assert.Equal(t, slotAttack, slot, where)
				case vTrashGained, vGainedOnDeck, vExchange:
					assert.Equal(t, slotOwnGain, slot, where)
				case vGainInstead:
					assert.Equal(t, slotWouldGain, slot, where)
				}
			}
		}
		if len(d.OnDiscard) > 0 {
			atDiscard++
		}
	})
	for verb := state.FirstVerb; verb < nVerbs; verb++ {
		assert.NotNil(t, verbs[verb], "verb %d", verb)
		assert.True(t, used[verb], "no card uses verb %d", verb)
	}
	// The discard triggers of each kind and seat share one frame. So a card that makes several
	// seats discard must finish with one seat before it begins with the next.
	assert.LessOrEqual(t, atDiscard, 1)
	assert.LessOrEqual(t, maxNesting+atDiscard, state.MaxDepth-4, "a trigger has room where nothing else may be played")
}

// TestSizes limits the size of a position, which a search copies, and the size of a row of
// cardStats, which a search reads.
func TestSizes(t *testing.T) {
	assert.LessOrEqual(t, int(unsafe.Sizeof(Position{})), 3<<10)
	assert.LessOrEqual(t, int(unsafe.Sizeof(cardStats{})), 32)
}
