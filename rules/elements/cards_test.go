package elements

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

func eachCard(t *testing.T, check func(t *testing.T, d *Def)) {
	for k := range cards[1:] {
		d := &cards[k+1]
		t.Run(strings.ReplaceAll(d.Name, " ", "_"), func(t *testing.T) { check(t, d) })
	}
}

// withCards adds rows to the card table until the test ends.
func withCards(t testing.TB, rows []Def) {
	before := cards
	use := func(all []Def) {
		cards = all
		powersOf, kindOf, statsTable, deckCards, layout = indexPowers(), indexNames(), indexStats(), indexDeckCards(), nameFeatures()
		Rules.Layout, noFeatures = layout, make([]float32, layout.Len())
	}
	use(slices.Concat(cards, rows))
	t.Cleanup(func() { use(before) })
}

// TestCardRows checks the fields of each row of the card table and the faults that lint finds.
func TestCardRows(t *testing.T) {
	require.LessOrEqual(t, len(cards), 256, "a kind is a byte")
	require.Len(t, kindOf, len(cards), "two cards have the same name")
	name := regexp.MustCompile(`^[A-Z][a-z]*'?[a-z]*( [A-Za-z][a-z]*'?[a-z]*)*$`)
	eachCard(t, func(t *testing.T, d *Def) {
		assert.Regexp(t, name, d.Name, "plain words, which JSON need not escape")
		assert.Regexp(t, `^[A-Za-z0-9 .,:;+/'-]*$`, d.Text, "plain text, which JSON need not escape")
		if d.Created {
			assert.Zero(t, d.Cost, "created cards have no cost")
		} else {
			assert.Greater(t, d.Cost.total(), d.Cost[Any], "a seat without active karma is never asked what to play, and a discount never makes a card free")
		}
		switch d.Type {
		case Being:
			assert.Positive(t, d.Health)
			assert.GreaterOrEqual(t, d.Attack, int8(0))
		case Item:
			assert.Zero(t, d.Attack)
			assert.Zero(t, d.Health)
			assert.False(t, d.Elusive || d.Piercing || d.Rooted, "an Item does not fight")
		case Spell:
			assert.Zero(t, d.Attack)
			assert.Zero(t, d.Health)
			assert.NotEmpty(t, d.Cast.Do)
			assert.False(t, d.Swift || d.Warded || d.Elusive || d.Piercing || d.Steady || d.Rooted || d.Banner != 0 || d.Cheapens != 0, "a Spell is never in play")
		default:
			t.Errorf("type %d", d.Type)
		}
		assert.Empty(t, d.lintReaction())
		for slot := range nSlots {
			p := d.powers()[slot]
			for _, mode := range p.Modes {
				assert.Contains(t, strings.ToLower(d.Text), mode, "the text has the words of the modes")
			}
			if len(p.Do) == 0 {
				assert.Zero(t, *p, "a %s power that does nothing", slotNames[slot])
				continue
			}
			assert.Equal(t, d.Type == Spell, slot == slotCast, "Spells are cast, tokens have the other powers")
			assert.Empty(t, p.Do.Lint(int(nVerbs)))
			assert.Empty(t, p.lint(slot), "%s power", slotNames[slot])
		}
		for _, st := range steps(d) {
			assert.Empty(t, st.lint(), "verb %d of the %s power", st.Verb, slotNames[st.slot])
		}
	})
}

// TestPowerLint checks which costs and aims of a power lint reports as faults.
func TestPowerLint(t *testing.T) {
	for _, c := range []struct {
		power Power
		want  string
	}{
		{Power{Aim: ABeing, SecondAim: ABeing | AnItem | Theirs}, ""},
		{Power{Aim: ABeing | APlayer, SecondAim: ABeing}, "a power with two targets must aim at two tokens"},
		{Power{Aim: ABeing, SecondAim: ABeing | APlayer}, "a power with two targets must aim at two tokens"},
		{Power{Aim: APast, SecondAim: ABeing}, "a power with two targets must aim at two tokens"},
		{Power{SecondAim: ABeing}, "a power with two targets must aim at two tokens"},
		{Power{Aim: APast | APlayer}, "no verb distinguishes the two kinds of targets"},
		{Power{Aim: APlayer | IsHurt}, "a condition that its targets cannot meet"},
		{Power{Aim: ABeing | Mine | Theirs}, "conditions that exclude each other"},
		{Power{Aim: Mine}, "conditions without a kind of target"},
		{Power{Sleep: true}, "only activated powers have a cost"},
		{Power{Aim: ABeing | CostsAtMost(2)}, ""},
		{Power{Aim: APlayer | CostsExactly(2)}, "a limit on the cost of a target that has no cost"},
		{Power{Aim: APast, Modes: []string{"a"}}, "the frame stores the modes in the field of the second target"},
	} {
		assert.Equal(t, c.want, c.power.lint(slotCast), "%+v", c.power)
	}
}

// TestReactionLint checks which reactions lintReaction reports as faults.
func TestReactionLint(t *testing.T) {
	for _, c := range []struct {
		cause  Cause
		reacts Power
		want   string
	}{
		{Cause{Action: Draws, Whose: Others}, Power{Aim: APlayer, Do: Damage(1)}, ""},
		{Cause{Plays, Spell, Others}, Power{Aim: APlay, Do: Cancel()}, ""},
		{Cause{}, Power{Do: Gain(1)}, "a reaction without a cause, or a cause without a reaction"},
		{Cause{Action: Plays}, Power{}, "a reaction without a cause, or a cause without a reaction"},
		{Cause{Action: Plays}, Power{Aim: ABeing, Do: Damage(1)}, "the cause cannot be a target of this kind"},
		{Cause{Action: Enters}, Power{Aim: APlay, Do: Cancel()}, "the cause cannot be a target of this kind"},
		{Cause{Draws, Spell, Anyones}, Power{Do: Gain(1)}, "a drawn card is hidden, so a reaction cannot depend on its type"},
		{Cause{Action: Draws}, Power{Do: state.May(Draw(1))}, "two such cards would trigger each other forever"},
		{Cause{Action: Enters}, Power{Do: Make(1, Sprout)}, "two such cards would trigger each other forever"},
	} {
		d := Def{ReactsTo: c.cause, Reacts: c.reacts}
		assert.Equal(t, c.want, d.lintReaction(), "%+v", c)
	}
}

// TestElementsOfTheSet checks that each element has at least eight cards, and that enough cards have two
// elements.
func TestElementsOfTheSet(t *testing.T) {
	var of [nElements]int
	all, pairs, two := 0, map[string]int{}, 0
	for k := range cards[1:] {
		d := &cards[k+1]
		if d.Created {
			continue
		}
		all++
		for e := White; e < nElements; e++ {
			if d.Cost[e] > 0 {
				of[e]++
			}
		}
		if g := group(d); strings.Contains(g, " ") {
			two++
			pairs[g]++
		}
	}
	assert.GreaterOrEqual(t, all, 60)
	assert.GreaterOrEqual(t, two, 7, "cards of two elements")
	assert.GreaterOrEqual(t, len(pairs), 5, "pairs of elements")
	for e := White; e < nElements; e++ {
		assert.GreaterOrEqual(t, of[e], 8, elementNames[e])
	}
}

// TestCardScripts checks that each card has a script that begins with its name, and that each script has
// a card.
func TestCardScripts(t *testing.T) {
	scripts := map[string]bool{}
	files, err := filepath.Glob("testdata/cards/*.txt")
	require.NoError(t, err)
	for _, f := range files {
		scripts[filepath.Base(f)] = true
	}
	eachCard(t, func(t *testing.T, d *Def) {
		file := strings.ToLower(strings.NewReplacer(" ", "_", "'", "").Replace(d.Name)) + ".txt"
		require.True(t, scripts[file], "no script testdata/cards/%s", file)
		delete(scripts, file)
		text, err := os.ReadFile(filepath.Join("testdata/cards", file))
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), "# "+d.Name), "the script starts with the name of the card")
	})
	assert.Empty(t, scripts, "each script belongs to a card")
}
