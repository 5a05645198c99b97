package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "gamed/state"
)

func TestAbilitiesReveals(t *testing.T) {
	rules := *tinyRules
	for _, test := range []struct {
		e       Event
		reveals bool
	}{
		{Event{What: 1}, false},
		{Event{What: 1, Kind: 3}, false}, // no seat sees the card
		{Event{What: 1, Sees: Public}, false},
		{Event{What: 1, Sees: Only(0), Kind: 3}, true},
		{Event{What: 1, Sees: Public, OnKind: 3}, true},
		{Event{What: 2, Sees: Public, AlsoKind: 3}, true},
	} {
		rules.Open = nil
		assert.Equal(t, test.reveals, rules.Abilities().Reveals(test.e))
		rules.Open = func(what What) bool { return what == 1 }
		assert.Equal(t, test.reveals && test.e.What != 1, rules.Abilities().Reveals(test.e))
	}
}

func TestAbilitiesPassing(t *testing.T) {
	rules := *tinyRules
	can := rules.Abilities()
	assert.Nil(t, can.Passing)
	assert.Nil(t, can.Stage)
	assert.Nil(t, can.Concerns)

	rules.Passing = &Passing{Pass: "pass"}
	m, err := rules.Deal(Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	can = rules.Abilities()
	assert.Equal(t, rules.Passing, can.Passing)
	assert.Equal(t, rules.Passing, rules.Info().Passing)
	active, depth := can.Stage(m)
	assert.Equal(t, Seat(0), active)
	assert.Equal(t, 1, depth)
	assert.True(t, can.Concerns(m, Event{Seat: 1}, 1))
	assert.False(t, can.Concerns(m, Event{Seat: 1}, 2))
	rules.Concerns = func(_ *tiny, e Event, seat Seat) bool { return e.On == Card(seat) }
	assert.True(t, can.Concerns(m, Event{Seat: 1, On: 2}, 2))
}

func TestAbilitiesChance(t *testing.T) {
	m, err := tinyRules.Deal(Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	assert.Equal(t, m.(*Game[tiny]).Position().Rand, tinyRules.Abilities().Chance(m))
}

func TestAbilitiesLayout(t *testing.T) {
	rules := *tinyRules
	m, err := rules.Deal(Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	assert.Nil(t, rules.Abilities().Layout)
	assert.Equal(t, []float32{7}, m.AppendFeatures([]float32{7}, 1))

	rules.Layout = Layout{Version: 1, Facts: []string{"score", "seat"}}
	rules.Features = func(dst []float32, s *tiny, seat Seat) []float32 {
		return append(dst, float32(s.Score[seat]), float32(seat))
	}
	assert.Equal(t, &rules.Layout, rules.Abilities().Layout)
	assert.Equal(t, []float32{7, 0, 1}, m.AppendFeatures([]float32{7}, 1))
}

func TestLayoutNames(t *testing.T) {
	l := Layout{Facts: []string{"score"}, Planes: []string{"hand", "deck"}, Cards: []string{"", "Ant", "Bee"}}
	assert.Equal(t, []string{"score", "hand ", "hand Ant", "hand Bee", "deck ", "deck Ant", "deck Bee"}, l.Names())
	assert.Equal(t, 7, l.Len())
}

// TestAbilitiesSituation checks the depth of the stack before and after a play.
func TestAbilitiesSituation(t *testing.T) {
	m, err := tinyRules.Deal(Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	situation := tinyRules.Abilities().Situation
	for _, depth := range []int{0, 1} {
		active, phase, n := situation(m)
		assert.Equal(t, Seat(0), active)
		assert.Equal(t, "turn", phase)
		assert.Equal(t, depth, n)
		options := m.Options(0, nil)
		m.Apply(Request{Seat: 0, Option: options[len(options)-1]}, nil)
	}
}
