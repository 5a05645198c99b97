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
		{Event{What: 1, Sees: Public, TargetKind: 3}, true},
		{Event{What: 2, Sees: Public, SecondTargetKind: 3}, true},
	} {
		rules.Open = nil
		assert.Equal(t, test.reveals, rules.Abilities().Reveals(test.e))
		rules.Open = func(what EventKind) bool { return what == 1 }
		assert.Equal(t, test.reveals && test.e.What != 1, rules.Abilities().Reveals(test.e))
	}
}

// TestAbilitiesStop checks that Stop returns the first row that matches the top frame.
func TestAbilitiesStop(t *testing.T) {
	rules := *tinyRules
	can := rules.Abilities()
	assert.Nil(t, can.Passing)
	assert.Nil(t, can.Stop)

	for _, test := range []struct {
		name  string
		stops []Stop
		want  [2]int
	}{
		{"none", nil, [2]int{-1, -1}},
		{"another phase", []Stop{{Phases: []PhaseID{bellPhase}}}, [2]int{-1, -1}},
		{"any seat", []Stop{{Phases: []PhaseID{bellPhase, turnPhase}}}, [2]int{0, 0}},
		{"the owner", []Stop{{Phases: []PhaseID{turnPhase}, Whose: OfSeat}}, [2]int{0, -1}},
		{"the others", []Stop{{Phases: []PhaseID{turnPhase}, Whose: OfOthers}}, [2]int{-1, 0}},
		{"the affected seat", []Stop{{Phases: []PhaseID{turnPhase}, Whose: AtSeat}}, [2]int{0, -1}},
		{"another slot", []Stop{{Phases: []PhaseID{turnPhase}, Slots: []Slot{1}}}, [2]int{-1, -1}},
		{"the first row", []Stop{
			{Phases: []PhaseID{turnPhase}, Whose: OfSeat}, {Phases: []PhaseID{turnPhase}, Slots: []Slot{0, 1}}, {Phases: []PhaseID{turnPhase}},
		}, [2]int{0, 1}},
	} {
		rules.Passing = &Passing{Pass: "pass", Stops: test.stops}
		m, err := rules.Deal(Setup{Seats: 3, Seed: 1})
		require.NoError(t, err)
		can = rules.Abilities()
		assert.Equal(t, rules.Passing, can.Passing)
		assert.Equal(t, rules.Passing, rules.Info().Passing)
		assert.Equal(t, test.want, [2]int{can.Stop(m, 0), can.Stop(m, 1)}, test.name)
	}
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
