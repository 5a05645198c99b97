package polity

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
)

// setFields sets the fields in the map, leaves the other fields unchanged, and returns p.
func setFields(p *player, to map[*field]int) *player {
	for _, f := range fields {
		if x, is := to[f]; is {
			p.Stats.add(f, x-*f.pointer(p.Stats))
		}
	}
	return p
}

// TestRules runs each rule once and checks one number. A field that is not in the map of a row has
// the value of evenPlayer.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name string
		rule func(*player) error
		turn int
		from map[*field]int
		of   *field
		want int
	}{
		{"the balance is paid", addBalance, 1, nil, treasury, 400 + evenPlayer().Stats.StatBalance()},
		{"a bad harvest", applyHarvest, 3, map[*field]int{farms: 5}, joy, 45},
		{"a good harvest", applyHarvest, 3, map[*field]int{farms: 95}, joy, 53},
		{"no harvest in spring", applyHarvest, 1, map[*field]int{farms: 5}, joy, 50},
		{"smoke", changeNature, 1, map[*field]int{industry: 80}, nature, 48},
		{"some smoke", changeNature, 1, map[*field]int{industry: 60}, nature, 49},
		{"clear air", changeNature, 1, map[*field]int{industry: 40}, nature, 51},
		{"a good name sells", changeTrade, 2, map[*field]int{standing: 90}, trade, 51},
		{"high taxes", applyTaxes, 1, map[*field]int{taxes: 60}, industry, 49},
		{"low taxes", applyTaxes, 1, map[*field]int{taxes: 0}, equality, 49},
		{"work follows fields", changeEmployment, 1, map[*field]int{farms: 80}, work, 51},
		{"debts press", changeDebtPressure, 1, map[*field]int{treasury: -80}, debt, 54},
		{"debts ease", changeDebtPressure, 1, nil, debt, 47},
		{"bad air", changeHealth, 1, map[*field]int{nature: 10}, health, 49},
		{"taxes level", changeEquality, 2, map[*field]int{taxes: 60}, equality, 51},
		{"no money for schools", changeLearning, 4, map[*field]int{treasury: -1}, learning, 47},
		{"time to read", changeLearning, 4, map[*field]int{arts: 70}, learning, 52},
		{"resentment spoils", changeContentment, 1, map[*field]int{resentment: 90}, joy, 49},
		{"the sick do not work", punishNeglect, 1, map[*field]int{health: 10}, work, 49},
		{"and are angry", punishNeglect, 1, map[*field]int{health: 10}, resentment, 51},
		{"people leave", changePopulation, 1, map[*field]int{joy: 10}, people, 900 + 2 - 36},
		{"crime falls", changeSafety, 2, map[*field]int{work: 80, resentment: 0}, safety, 51},
		{"crime of the angry", changeSafety, 1, map[*field]int{resentment: 70}, safety, 49},
		{"in the dark", changeCorruption, 1, map[*field]int{speech: 20, courts: 20}, corruption, 53}, // a full treasury tempts
		{"crooked courts", changeCorruption, 2, map[*field]int{corruption: 60}, courts, 49},
		{"large armies dream", changeAmbition, 1, map[*field]int{army: 80}, ambition, 53},
		{"taxes are resented", changeResentment, 1, map[*field]int{taxes: 45, resentment: 20}, resentment, 22},
		{"Ossel notices", changeGrudge, 1, map[*field]int{army: 80, standing: 20}, grudge, 52},
		{"liberties carry on", pushExtremeRatings, 1, map[*field]int{speech: 90, privacy: 70, ballots: 80}, speech, 91},
		{"files are mislaid", relaxPrivacyAndStanding, 3, map[*field]int{privacy: 10}, privacy, 11},
		{"a ripe mountain", changeRumble, 1, map[*field]int{rumble: 80}, rumble, 81},
	} {
		p := setFields(evenPlayer(), test.from)
		p.Turn = test.turn
		require.NoError(t, test.rule(p), test.name)
		assert.Equal(t, test.want, *test.of.pointer(p.Stats), test.name)
	}
}

func TestHoneymoonEnds(t *testing.T) {
	p := evenPlayer()
	require.NoError(t, lowerEarlyResentment(p))
	p.Turn = year
	assert.ErrorIs(t, lowerEarlyResentment(p), cardsim.DeleteMe)
}

func TestLawsWorkYearly(t *testing.T) {
	p := evenPlayer()
	p.Stats.Laws[lawNamed("wolves")] = true
	p.Turn = year
	require.NoError(t, applyLaws(p))
	assert.Equal(t, 53, p.Stats.Nature)
	p.Turn++
	require.NoError(t, applyLaws(p))
	assert.Equal(t, 53, p.Stats.Nature)
	without := evenPlayer().Stats.StatBalance()
	assert.Equal(t, without-1, p.Stats.StatBalance()+(evenPlayer().Stats.budget().hospitals-p.Stats.budget().hospitals))
}

// TestLoan checks that a loan costs a payment each quarter, and that the last payment removes the
// rule.
func TestLoan(t *testing.T) {
	p := setFields(evenPlayer(), map[*field]int{debt: 0})
	before := p.Stats.StatBalance()
	borrow(p)
	assert.Equal(t, before-loanPayment, p.Stats.StatBalance())
	assert.NotNil(t, p.Rules.Find(repay.Name))
	for range loanTime - 1 {
		require.NoError(t, repay.Do(p))
	}
	assert.ErrorIs(t, repay.Do(p), cardsim.DeleteMe)
	assert.Equal(t, before, p.Stats.StatBalance())
}

// TestUnattended checks that a backlog angers the country, and that a settled matter
// lowers it.
func TestUnattended(t *testing.T) {
	p := evenPlayer()
	for range harmfulBacklog - 1 {
		require.NoError(t, punishBacklog(p))
	}
	assert.Equal(t, 50, p.Stats.Resentment, "the country is patient")
	require.NoError(t, punishBacklog(p))
	assert.Equal(t, 51, p.Stats.Resentment)
	assert.Equal(t, 51, p.Stats.Corruption)
	require.NoError(t, reduceBacklog(p, nil))
	require.NoError(t, punishBacklog(p))
	assert.Equal(t, harmfulBacklog-perMatter+1, p.Stats.Backlog)
	assert.Equal(t, 51, p.Stats.Resentment)
	for _, c := range Game().Cards {
		assert.Equal(t, c.Urgent, c.Then == nil, c.Name)
	}
}

// TestClearDesk checks that a card returns to the deck when its condition no longer
// holds.
func TestClearDesk(t *testing.T) {
	p := evenPlayer()
	p.StripHand(func(*card) bool { return true })
	p.Deck.Strip(func(c *card) bool { return c.Name == "curfew" })
	setFields(p, map[*field]int{safety: 20})
	require.NoError(t, p.Give("curfew"))
	require.NoError(t, clearDesk(p))
	assert.Len(t, p.Hand(), 1)
	setFields(p, map[*field]int{safety: 80})
	require.NoError(t, clearDesk(p))
	assert.Empty(t, p.Hand())
	assert.True(t, p.Deck.Has("curfew"))
}
