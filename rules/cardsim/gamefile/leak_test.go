package gamefile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

// leaks is a game with hidden stats and secret cards. Its deck holds one of the cards judas and
// pilate.
const leaks = `
game: leaks
hand: 1
stats:
  gold: {start: 10}
  gloom: {start: GLOOM, hidden: true}
cards:
  day:
    title: Day
    cooldown: 1
    options:
      - {text: work, add: {gold: 1, gloom: 1}}
      - {text: pray, needs: 'gloom < 3 and in_deck("judas")'}
      - {text: spend, needs: gold > 99}
      - {text: fail, set: {gloom: gloom / (gold - gold)}}
  SECRET: {title: SECRET, secret: true, when: gold > 900, options: [{text: weep}]}
  judas: {title: The Kiss, secret: true, when: gold > 900, deck: KISS, options: [{text: weep}]}
  pilate: {title: The Bowl, secret: true, when: gold > 900, deck: BOWL, options: [{text: weep}]}
rules:
  brood: {step: 2, set: {gloom: gloom / (gold - gold)}}
`

// TestLeaks compares every byte that a player receives in two games. The games differ only in their
// hidden stats, the names of their secret cards and the contents of their decks.
func TestLeaks(t *testing.T) {
	start := func(gloom, secret, kiss, bowl string) state.Machine {
		return deal(t, load(t, strings.NewReplacer("GLOOM", gloom, "SECRET", secret, "KISS", kiss, "BOWL", bowl).Replace(leaks)), 7)
	}
	a, b := start("40", "masked_ball", "true", "false"), start("4711", "letter", "false", "true")
	seen := func(m state.Machine, seat state.Seat) string {
		text := string(m.AppendView(nil, seat)) + m.Draw(seat)
		for _, o := range m.Options(0, nil) {
			text += m.Label(0, o).Text + "\n"
		}
		return text
	}
	r := state.Rand(3)
	for range 25 {
		for _, seat := range []state.Seat{0, state.Watcher} {
			require.Equal(t, seen(a, seat), seen(b, seat))
			world := a.Fork()
			world.(*cardsim.Machine[*gamefile.State]).Resample(0, &r)
			assert.Equal(t, seen(a, seat), seen(world, seat), "neither deck nor chance is visible")
		}
		assert.NotContains(t, seen(a, 0), "gloom")
		assert.NotContains(t, strings.ToLower(seen(a, 0)), "kiss")
		text := []string{"work", "fail"}[r.N(2)]
		require.Equal(t, choose(t, a, text), choose(t, b, text))
	}
}
