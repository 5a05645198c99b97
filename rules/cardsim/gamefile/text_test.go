package gamefile_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// TestExpressionsInTexts checks that all texts shown during a game can contain
// expressions.
func TestExpressionsInTexts(t *testing.T) {
	g := load(t, `
game: inn
stats: {beds: {start: 3}, name: {start: Ada}}
hand: 2
cards:
  guest:
    title: Guest ${turn} for ${beds} beds
    text: ${name} asks.
    cooldown: 1
    dismiss: Not with ${beds} beds
    options:
      - {text: "Take one of ${beds} beds", add: {beds: -1}, say: "There were ${beds + 1}."}
      - {text: "${beds > 2 ? \"Sleep\" : \"Wake\"}"}
      - {text: Sleep, needs: beds > 9, reason: "There are ${beds}."}
  mouse:
    title: "${beds == 3 ? \"Mouse\" : \"\"}"
    expires: 1
    options: [{text: Well}]
actions:
  sweep: {text: "Sweep under ${beds} beds", add: {beds: 1}}
prompt: ${beds} beds
panels: {Book: "${beds} in all"}
`)
	m := deal(t, g, 1)
	labels := func() (all []string) {
		for _, o := range m.Options(0, nil) {
			all = append(all, m.Label(0, o).Text)
		}
		return all
	}
	view := func() (v cardsim.View) {
		require.NoError(t, json.Unmarshal(m.AppendView(nil, 0), &v))
		return v
	}
	assert.ElementsMatch(t, []string{
		"Guest 1 for 3 beds: Not with 3 beds", "Guest 1 for 3 beds: Take one of 3 beds", "Guest 1 for 3 beds: Sleep",
		"Mouse: Well", "Sweep under 3 beds",
	}, labels())
	told := choose(t, m, "Take one of 3 beds")
	assert.Equal(t, "Guest 1 for 3 beds: Take one of 3 beds", told[0], "as it read when it was chosen")
	assert.Contains(t, told, "There were 3.")
	assert.Contains(t, told, `${beds == 3 ? "Mouse" : ""} expired`, "an empty result is replaced by the text in the file")
	v := view()
	require.Len(t, v.Hand, 1)
	assert.Equal(t, "Guest 2 for 2 beds", v.Hand[0].Title)
	assert.Equal(t, "Not with 2 beds", v.Hand[0].Dismiss)
	assert.Equal(t, "Take one of 2 beds", v.Hand[0].Options[0].Text)
	assert.Equal(t, "Wake", v.Hand[0].Options[1].Text)
	assert.Equal(t, "Sweep under 2 beds", v.Abilities[0].Text)
	choose(t, m, "Sweep under 2 beds")
	assert.Equal(t, []string{"Sleep", "Sleep (option 3)"}, []string{view().Hand[0].Options[1].Text, view().Hand[0].Options[2].Text},
		"no two choices of a card read the same")
	assert.Equal(t, state.CardInfo{Name: "guest", Title: "Guest ${turn} for ${beds} beds", Type: "card"}, g.Info().Cards[0])
}
