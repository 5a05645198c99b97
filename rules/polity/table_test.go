package polity

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
)

// TestCards checks that every card has two to four options, each with an adviser and a result, and
// that no text occurs twice.
func TestCards(t *testing.T) {
	assert.GreaterOrEqual(t, len(readCards()["Matters"]), 48)
	seen := make(map[cardsim.Message]string)
	once := func(text cardsim.Message, at string) {
		assert.Empty(t, seen[text], "%s repeats a text: %s", at, text)
		seen[text] = at
	}
	for _, c := range Game().Cards {
		once(c.Title, c.Name)
		once(c.Text, c.Name)
		assert.True(t, len(c.Options) >= 2 && len(c.Options) <= 4, "%s has %d options", c.Name, len(c.Options))
		for i := range c.Options {
			o := &c.Options[i]
			who, words, found := strings.Cut(o.Text.String(), ": “")
			assert.True(t, found && who != "" && strings.HasSuffix(words, "”"), "%s: the option has no adviser: %s", c.Name, o.Text)
			once(o.Text, c.Name)
			comes, err := o.Choose(evenPlayer())
			assert.NoError(t, err)
			assert.True(t, strings.HasSuffix(comes.String(), "."), "%s: the result is not a sentence: %s", c.Name, comes)
			once(comes, c.Name)
		}
	}
}

// TestFollowUps checks that every follow-up card that a card names exists, and that a card names
// every follow-up card.
func TestFollowUps(t *testing.T) {
	led := make(map[string]bool)
	for _, theme := range themes {
		for _, found := range regexp.MustCompile(`leads (\w+) \d`).FindAllStringSubmatch(readFile(theme), -1) {
			assert.Contains(t, followUps, found[1])
			led[found[1]] = true
		}
	}
	assert.Len(t, led, len(followUps), "some follow-up cards follow nothing")
}

// TestWrongCards checks that a mistake in a file of cards names the card.
func TestWrongCards(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"x: X\n\n*often*\n\nText.\n\n- A\n", `card "x": unknown term "often"`},
		{"x: X\n\n*lacks maps*\n\nText.\n\n- A\n", `card "x": unknown law "maps"`},
		{"x: X\n\n*cooldown long*\n\nText.\n\n- A\n", `card "x": "long" is not a whole number`},
		{"x: X\n\nText.\n\n- A\n  - B.\n  - hope +3\n", `card "x": unknown field "hope"`},
	} {
		assert.PanicsWithValue(t, "polity: "+test.want, func() { readCard(test.source) })
	}
}

// direction is 1 for a field that is better when higher, -1 for one that is better when
// lower, and 0 for neither.
func (f *field) direction() int {
	switch f {
	case taxes, golden:
		return 0
	case resentment, corruption, debt, ambition, grudge, rumble:
		return -1
	}
	return 1
}

// TestTradeOffs checks that no option is at least as good as another in every field.
// The cards bread_riot and election_day, which can lead to an election, are exempt.
func TestTradeOffs(t *testing.T) {
	does := func(o *option) (moves [len(fields)]int) {
		p := evenPlayer()
		was := *p.Stats
		_, err := o.Choose(p)
		assert.NoError(t, err)
		for i, f := range fields {
			moves[i] = (*f.pointer(p.Stats) - *f.pointer(&was)) * f.direction()
		}
		return moves
	}
	for _, c := range Game().Cards {
		if c.Name == "bread_riot" || c.Name == "election_day" {
			continue
		}
		for i := range c.Options {
			for j := range c.Options {
				if i == j {
					continue
				}
				one, other := does(&c.Options[i]), does(&c.Options[j])
				better := false
				for f := range other {
					better = better || other[f] > one[f]
				}
				assert.True(t, better, "%s: option %d is never better: option %d is as good in every field", c.Name, j+1, i+1)
			}
		}
	}
}

func TestLaws(t *testing.T) {
	for l, s := range laws {
		assert.NotEmpty(t, s.text, "law %d", l)
		assert.True(t, s.income != 0 || len(s.yearly) > 0, "the law does nothing: %s", s.text)
	}
}

func TestNations(t *testing.T) {
	p := Game().Start(1, 0)
	visible, hidden := 0, 0
	for _, s := range p.Stats.Stats() {
		if s.Visible() {
			visible++
		} else {
			hidden++
		}
	}
	assert.Equal(t, 27, visible)
	assert.Equal(t, 7, hidden)

	at := make(map[*int]bool)
	for i, f := range fields {
		assert.False(t, at[f.pointer(p.Stats)], "field %d shares its place with another", i)
		at[f.pointer(p.Stats)] = true
		p.Stats.add(f, -9999)
		assert.Equal(t, f.least, *f.pointer(p.Stats))
		p.Stats.add(f, 9999)
		assert.Equal(t, f.most, *f.pointer(p.Stats))
	}
}

func TestToward(t *testing.T) {
	for _, test := range []struct{ from, to, want int }{
		{50, 60, 51}, {50, 51, 51}, {50, 40, 49}, {50, 50, 50}, {99, 140, 100}, {100, 140, 100},
	} {
		p := evenPlayer()
		p.Stats.add(health, test.from-50)
		p.Stats.moveToward(health, test.to)
		assert.Equal(t, test.want, p.Stats.Health, "%+v", test)
	}
}

func TestRatings(t *testing.T) {
	n := evenPlayer().Stats
	assert.Equal(t, 50, n.StatLiberties())
	assert.Equal(t, 62, n.StatProsperity(), "a full treasury helps")
	assert.Equal(t, 44, n.StatOrder(), "resentment lowers order")
	n.add(treasury, -400)
	n.add(taxes, 8-(n.Taxes-30))
	assert.Equal(t, 47, n.StatProsperity(), "high taxes lower prosperity")
	n.add(resentment, -50)
	assert.Equal(t, 56, n.StatOrder())
	assert.Equal(t, "patient", n.StatMood())
	n.add(debt, 40)
	assert.Equal(t, "cash only, in advance", n.StatCredit())
	b := n.budget()
	assert.Equal(t, n.StatBalance(), b.tax+b.tariffs+b.laws+b.loan+b.schools+b.hospitals+b.watch+b.army+b.court)
}
