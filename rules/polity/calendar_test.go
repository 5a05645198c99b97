package polity

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// has reports whether the hand contains a card with the given name.
func has(p *player, name string) bool {
	for _, c := range p.Hand() {
		if c.Name == name {
			return true
		}
	}
	return false
}

// TestCrises checks that each crisis comes at its threshold, and again only after a
// respite.
func TestCrises(t *testing.T) {
	for _, c := range crises {
		p := setFields(evenPlayer(), map[*field]int{resentment: 0, corruption: 0, debt: 0, ambition: 0, grudge: 0, rumble: 0})
		require.NoError(t, giveCrisis(p))
		assert.False(t, has(p, c.card))
		setFields(p, map[*field]int{c.number: c.threshold})
		require.NoError(t, giveCrisis(p))
		assert.True(t, has(p, c.card), c.card)
		n := len(p.Hand())
		p.Turn += respite - 1
		require.NoError(t, giveCrisis(p))
		assert.Len(t, p.Hand(), n, "%s came again too soon", c.card)
		p.Turn++
		require.NoError(t, giveCrisis(p))
		assert.Len(t, p.Hand(), n+1, "%s did not come again", c.card)
	}
}

func TestTheWorstCrisisComes(t *testing.T) {
	p := setFields(evenPlayer(), map[*field]int{resentment: 60, corruption: 90, debt: 0})
	require.NoError(t, giveCrisis(p))
	assert.True(t, has(p, "scandal"))
	assert.False(t, has(p, "bread_riot"))
}

// TestWhispers checks that each secret card comes once, when its condition holds.
func TestWhispers(t *testing.T) {
	for _, test := range []struct {
		card string
		from map[*field]int
		do   func(p *player)
	}{
		{"even_keel", map[*field]int{treasury: 0, resentment: 24}, nil},
		{"big_fish", nil, func(p *player) { p.Stats.Fished = 5 }},
		{"last_burglar", map[*field]int{safety: 90}, nil},
		{"sleeper", map[*field]int{treasury: 700}, nil},
		{"goat_stands", map[*field]int{ballots: 80, farms: 80}, nil},
		{"ministry_thirteen", nil, func(p *player) {
			for l := range 9 {
				p.Stats.Laws[l] = true
			}
		}},
		{"other_you", map[*field]int{privacy: 10, speech: 20}, nil},
		{"quiet_collector", nil, func(p *player) { p.Turn = 30 }},
	} {
		p := evenPlayer()
		p.Turn = 25
		require.NoError(t, giveSecretCard(p))
		assert.False(t, has(p, test.card), test.card)
		if setFields(p, test.from); test.do != nil {
			test.do(p)
		}
		require.NoError(t, giveSecretCard(p))
		assert.True(t, has(p, test.card), test.card)
		n := len(p.Hand())
		require.NoError(t, giveSecretCard(p))
		assert.Len(t, p.Hand(), n, "%s came twice", test.card)
	}
}

func TestCalendar(t *testing.T) {
	p := evenPlayer()
	p.Turn = betweenElections - 1
	require.NoError(t, giveElection(p))
	assert.False(t, has(p, "election_day"))
	p.Turn++
	require.NoError(t, giveElection(p))
	assert.True(t, has(p, "election_day"))
}

func TestPoll(t *testing.T) {
	loved := setFields(evenPlayer(), map[*field]int{joy: 90, resentment: 0})
	holdElection(0)(loved)
	assert.Nil(t, loved.Ended())
	assert.Equal(t, 1, loved.Stats.Won)

	hated := setFields(evenPlayer(), map[*field]int{joy: 10, resentment: 90})
	holdElection(0)(hated)
	require.NotNil(t, hated.Ended())
	assert.Equal(t, "voted out", hated.Ended().Name)
}

func TestReferendum(t *testing.T) {
	loved := setFields(evenPlayer(), map[*field]int{joy: 99, health: 99, equality: 99, resentment: 0})
	referendum := actions[3].Enabled
	ok, reason := referendum(loved)
	assert.False(t, ok)
	assert.Contains(t, reason.String(), "eager")
	loved.Turn = 12*year + 1
	ok, _ = referendum(loved)
	assert.True(t, ok)
	askForLife(loved)
	assert.True(t, loved.Stats.Laws[termless])
	ok, _ = referendum(loved)
	assert.False(t, ok)

	hated := setFields(evenPlayer(), map[*field]int{joy: 10})
	askForLife(hated)
	assert.False(t, hated.Stats.Laws[termless])
	assert.Nil(t, hated.Ended())
}

// TestLockedActions checks that each locked action gives its reason.
func TestLockedActions(t *testing.T) {
	locked := func(p *player, name string) (reason string) {
		for _, a := range actions {
			if a.Name == name && a.Enabled != nil {
				ok, why := a.Enabled(p)
				assert.True(t, ok || why.String() != "", "%s is locked without a reason", name)
				if !ok {
					return why.String()
				}
			}
		}
		return ""
	}
	p := evenPlayer()
	for _, name := range []string{"raise taxes", "call an election", "borrow from Ossel", "build something",
		"speak to the people", "send soldiers", "ask for a report", "go fishing"} {
		assert.Empty(t, locked(p, name), name)
		for _, a := range actions {
			if a.Name == name {
				_, err := a.Choose(p)
				require.NoError(t, err)
			}
		}
		if name != "go fishing" {
			assert.NotEmpty(t, locked(p, name), "%s can be repeated at once", name)
		}
	}
	assert.Contains(t, locked(p, "lower taxes"), "last change")
	setFields(p, map[*field]int{taxes: 60, treasury: 0})
	p.Turn = 50
	p.Stats.Loan = 0
	assert.Contains(t, locked(p, "raise taxes"), "furniture")
	assert.Equal(t, noMoney, locked(p, "build something"))
	assert.Equal(t, noMoney, locked(p, "ask for a report"))
	setFields(p, map[*field]int{taxes: 0})
	assert.Contains(t, locked(p, "lower taxes"), "nothing left")
}
