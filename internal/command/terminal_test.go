package command

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

// TestResult checks the outcome texts. Solo and side-by-side games never end in a draw.
func TestResult(t *testing.T) {
	g, err := gamefile.Load("end.yaml", []byte(`
game: end
seats: 3
stats: {x: {start: 0}}
cards:
  day:
    title: Day
    options:
      - {text: Win, end: won}
      - {text: Lose, end: lost}
endings:
  won: {text: Well., won: true}
  lost: {text: Alas.}
headline: 50
`))
	require.NoError(t, err)
	for _, row := range []struct {
		name    string
		choices []int // of each seat
		want    string
	}{
		{"won", []int{1}, "You have won."},
		{"lost", []int{2}, "You have lost."},
		{"left", []int{0}, "You have lost."},
		{"all have won", []int{1, 1}, "You share the victory."},
		{"another one has won", []int{2, 1}, "You have lost."},
		{"no winner", []int{0, 0, 0}, "No player has won."},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, err := g.Deal(state.Setup{Seats: len(row.choices), Seed: 1})
			require.NoError(t, err)
			for seat, n := range row.choices {
				o := state.Option{Do: state.Resign}
				if n > 0 {
					o = state.Option{Do: cardsim.Choose, Card: 1, Target: state.Card(n)}
				}
				m.Apply(state.Request{Seat: state.Seat(seat), Option: o}, nil)
			}
			terminal := &terminal{rules: ruleset{Ruleset: rules.OfDecisions(g)}, m: m}
			assert.Equal(t, row.want, terminal.result())
		})
	}
}
