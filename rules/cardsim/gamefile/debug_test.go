package gamefile_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestDebugStats checks that debug mode can set a number to any value, a yes-or-no stat to yes and
// no, and a text to each text of the file.
func TestDebugStats(t *testing.T) {
	g := load(t, `
game: ship
about: x
stats:
  gold: {start: 3, round: 1}
  leak: {start: false}
  captain: {start: Ada, hidden: true}
cards:
  one:
    title: One
    cooldown: 1
    options:
      - {text: mutiny, set: {captain: Bo}}
      - {text: crown, set: {captain: "King ${captain}"}}
`)
	m, err := g.Deal(state.Setup{Seats: 1, Table: map[string]string{"debug": "1"}})
	require.NoError(t, err)
	do := func(text string) {
		t.Helper()
		options := m.Options(0, nil)
		at := slices.IndexFunc(options, func(o state.Option) bool { return m.Label(0, o).Text == "debug: "+text })
		require.GreaterOrEqual(t, at, 0, text)
		m.Apply(state.Request{Decision: m.Decision(0), Option: options[at]}, new(state.Log))
	}
	for _, step := range []string{"= 0", "+1", "times 10", "+1", "+1", "times 10", "-1", "divided by 10"} {
		do("Gold " + step)
	}
	do("Leak = true")
	do(`Captain = "Bo"`)
	s := player(m).Stats
	assert.Equal(t, 11.9, s.Number("gold"))
	assert.True(t, s.Flag("leak"))
	assert.Equal(t, "Bo", s.Text("captain"))
	do("Leak = false")
	do(`Captain = "Ada"`)
	assert.False(t, player(m).Stats.Flag("leak"))
	assert.Equal(t, "Ada", player(m).Stats.Text("captain"))
}
