package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "gamed/state"
)

// TestUndo goes back, and names no decision as one was named before.
func TestUndo(t *testing.T) {
	dealt, err := tinyRules.Deal(Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	m := dealt.(*Game[tiny])
	named := map[uint32]bool{}
	for range 20 {
		before := m.Fork()
		for range 3 {
			named[m.Decision(m.Next())] = true
			m.Apply(Request{Seat: m.Next(), Decision: m.Decision(m.Next()), Option: Option{Do: pass}, Salt: 7}, nil)
		}
		seq := m.Seq()
		m.Undo(before)
		assert.Equal(t, seq+1, m.Seq())
		for seat := range Seat(3) {
			assert.False(t, named[m.Decision(seat)])
		}
		s := *m.Position()
		then := before.(*Game[tiny]).Position()
		s.Seq, s.Window = then.Seq, then.Window
		assert.True(t, s == *then, "all else is as it was")
	}
	m.End(Only(2))
	over, won := m.Result()
	assert.True(t, over)
	assert.Equal(t, Only(2), won)
	assert.Zero(t, m.Awaiting())
	assert.Zero(t, m.Decision(0))
	m.End(0)
	_, won = m.Result()
	assert.Equal(t, Only(2), won, "it ends once")
}

// TestReveals: an event that names a card to anybody shows it, unless its kind is open.
func TestReveals(t *testing.T) {
	rules := *tinyRules
	m := rules.At(tiny{})
	for _, test := range []struct {
		e       Event
		reveals bool
	}{
		{Event{What: 1}, false},
		{Event{What: 1, Kind: 3}, false}, // to nobody
		{Event{What: 1, Sees: Public}, false},
		{Event{What: 1, Sees: Only(0), Kind: 3}, true},
		{Event{What: 1, Sees: Public, OnKind: 3}, true},
		{Event{What: 2, Sees: Public, AlsoKind: 3}, true},
	} {
		rules.Open = nil
		assert.Equal(t, test.reveals, m.Reveals(test.e))
		rules.Open = func(what What) bool { return what == 1 }
		assert.Equal(t, test.reveals && test.e.What != 1, m.Reveals(test.e))
	}
}

// TestStaged: an event is about whom it happens to, and whoever else the ruleset says.
func TestStaged(t *testing.T) {
	rules := *tinyRules
	rules.Passing = &Passing{Pass: "pass"}
	dealt, err := rules.Deal(Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	m := dealt.(Staged)
	assert.Equal(t, rules.Passing, m.Passing())
	assert.Equal(t, rules.Passing, rules.Info().Passing)
	assert.Equal(t, Seat(0), m.Active())
	assert.Equal(t, 1, m.Depth())
	assert.True(t, m.Concerns(Event{Seat: 1}, 1))
	assert.False(t, m.Concerns(Event{Seat: 1}, 2))
	rules.Concerns = func(_ *tiny, e Event, seat Seat) bool { return e.On == Card(seat) }
	assert.True(t, m.Concerns(Event{Seat: 1, On: 2}, 2))
}
