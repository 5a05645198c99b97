package polity

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
)

// TestEndings checks that the rule of each row ends the game with the expected ending, or does not
// end it.
func TestEndings(t *testing.T) {
	low, high := map[*field]int{speech: 0, privacy: 0, ballots: 20}, map[*field]int{speech: 95, privacy: 95, ballots: 95}
	for _, test := range []struct {
		want string
		rule func(*player) error
		turn int
		from map[*field]int
		laws []law
	}{
		{"", endByRatings, 1, nil, nil},
		{"stormed", endByRatings, 1, low, nil},
		{"dissolved", endByRatings, 1, high, nil},
		{"pawned", endByRatings, 1, map[*field]int{industry: 0, trade: 0, treasury: 0}, nil},
		{"acquired", endByRatings, 1, map[*field]int{industry: 95, trade: 95}, nil},
		{"lawless", endByRatings, 1, map[*field]int{safety: 0, courts: 10}, nil},
		{"clockwork", endByRatings, 1, map[*field]int{safety: 99, courts: 90, resentment: 0}, nil},
		{"emptied", endByRatings, 1, map[*field]int{people: minPeople}, nil},
		{"", hiddenEnds, 1, map[*field]int{debt: 99}, nil},
		{"stormed", hiddenEnds, 1, map[*field]int{resentment: 100}, nil},
		{"receivers", hiddenEnds, 1, map[*field]int{debt: 100}, nil},
		{"exposed", hiddenEnds, 1, map[*field]int{corruption: 100}, nil},
		{"coup", hiddenEnds, 1, map[*field]int{ambition: 100}, nil},
		{"annexed", hiddenEnds, 1, map[*field]int{grudge: 100}, nil},
		{"eruption", hiddenEnds, 1, map[*field]int{rumble: 100}, nil},
		{"", endOfTerm, term - 1, nil, nil},
		{"retired", endOfTerm, term, map[*field]int{resentment: 0}, nil},
		{"shown out", endOfTerm, term, nil, nil},
		{"shown out", endOfTerm, term, map[*field]int{speech: 20}, nil},
		{"", endOfTerm, term, nil, []law{termless}},
		{"for life", endOfTerm, lifeTerm, nil, []law{termless}},
	} {
		p := setFields(evenPlayer(), test.from)
		p.Turn = test.turn
		for _, l := range test.laws {
			p.Stats.Laws[l] = true
		}
		err := test.rule(p)
		if test.want == "" {
			assert.NoError(t, err)
			assert.Nil(t, p.Ended(), "%+v", test.from)
			continue
		}
		assert.ErrorIs(t, err, cardsim.StopRules)
		if assert.NotNil(t, p.Ended(), test.want) {
			assert.Equal(t, test.want, p.Ended().Name)
		}
	}
}

// TestGoldenAge checks that the quarters of a golden age are consecutive.
func TestGoldenAge(t *testing.T) {
	golden := map[*field]int{speech: 70, privacy: 70, ballots: 70, industry: 60, trade: 60, safety: 75, courts: 60, resentment: 0}
	p := setFields(evenPlayer(), golden)
	p.Turn = goldenFrom
	assert.NoError(t, countGoldenAge(p))
	assert.Zero(t, p.Stats.Golden, "too early")
	p.Turn++
	for range goldenQuarters - 1 {
		assert.NoError(t, countGoldenAge(p))
	}
	assert.Equal(t, goldenQuarters-1, p.Stats.Golden)
	setFields(p, map[*field]int{speech: 30})
	assert.NoError(t, countGoldenAge(p))
	assert.Zero(t, p.Stats.Golden)
	setFields(p, golden)
	for range goldenQuarters {
		_ = countGoldenAge(p)
	}
	if assert.NotNil(t, p.Ended()) {
		assert.Equal(t, "golden age", p.Ended().Name)
		assert.True(t, p.Ended().Won)
	}
	assert.Equal(t, 999, value(p))
}

// TestValue checks that the value prefers moderate ratings, time served and a treasury above 0, and that
// a lost game has a low value.
func TestValue(t *testing.T) {
	poor, fair := setFields(evenPlayer(), map[*field]int{speech: 10, ballots: 10}), setFields(evenPlayer(), map[*field]int{speech: 70, ballots: 70})
	too := setFields(evenPlayer(), map[*field]int{speech: 95, ballots: 95, privacy: 90})
	assert.Less(t, value(poor), value(fair))
	assert.Less(t, value(too), value(fair))
	fair.Turn = 1
	early := value(fair)
	fair.Turn = 20
	assert.Less(t, early, value(fair))
	poor.End(endingNamed("stormed"))
	assert.Less(t, value(poor), early)
	broke := setFields(evenPlayer(), map[*field]int{treasury: -200})
	assert.Less(t, value(broke), value(evenPlayer()))
}
