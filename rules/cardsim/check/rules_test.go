package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/check"
)

// TestRules checks that the report names rules without effect. A rule that only draws a random number
// has no effect. Messages, warnings and rare changes are effects.
func TestRules(t *testing.T) {
	rule := func(name string, step int, do func(p player) error) *cardsim.Rule[*village] {
		return &cardsim.Rule[*village]{Name: name, Step: step, Do: do}
	}
	r := check.Run(build(t, game{
		Cards: []*card{{Name: "day", Cooldown: 1, Options: []option{{Text: cardsim.Text("Well")}}}}, MaxTurns: 10,
		Rules: []*cardsim.Rule[*village]{
			rule("draws", 1, func(p player) error { p.Rand.N(6); return nil }),
			rule("never", 2, func(p player) error {
				if p.Stats.Grain < 0 {
					p.Stats.Mood--
				}
				return nil
			}),
			rule("seldom", 2, func(p player) error {
				if p.Rand.N(200) == 0 {
					p.Stats.Debt++
				}
				return nil
			}),
			rule("tells", 3, func(p player) error { p.Tell(cardsim.Text("news")); return nil }),
			rule("warns", 3, func(p player) error { return cardsim.Warningf("careful") }),
			rule("goes", 3, func(player) error { return cardsim.DeleteMe }),
			rule("panics", 3, func(p player) error {
				if p.Turn == 9 {
					panic("boom")
				}
				return nil
			}),
			rule("stops", 4, func(player) error { return cardsim.StopRules }),
			rule("last", 5, func(p player) error { p.Stats.Mood++; return nil }),
		},
	}), check.Config{Games: 100, Seed: 1})
	var found []string
	assert.Equal(t, check.Fault, r.Findings[0].Kind)
	assert.Equal(t, check.FrequentWarning, r.Findings[1].Kind, "in every turn")
	for _, f := range r.Findings[2:] {
		assert.Equal(t, check.Idle, f.Kind)
		found = append(found, f.Text)
	}
	assert.Equal(t, []string{
		`rule "draws" never changed anything in 100 games; check its condition and effects, or remove it`,
		`rule "never" never changed anything in 100 games; check its condition and effects, or remove it`,
		`rule "last" never ran in 100 games; a rule before it stops the others, or nothing starts it`,
	}, found)
	assert.Contains(t, r.String(), "\n  idle: rule \"draws\" never changed anything in 100 games; check its")
}

// TestLooks checks that the report has a finding for a panel that panics, although the panic does not
// end the game.
func TestLooks(t *testing.T) {
	g := game{
		Cards: []*card{{Name: "day", Cooldown: 1, Options: []option{{Text: cardsim.Text("Well")}}}}, MaxTurns: 10,
		Panels: []*cardsim.InfoPanel[*village]{{Title: "News", Show: func(p player) []cardsim.Message {
			if p.Turn == 4 {
				panic("no news")
			}
			return nil
		}}},
	}
	r := check.Run(build(t, g), check.Config{Games: 20, Seed: 1})
	assert.Len(t, r.Findings, 1)
	assert.Equal(t, check.Fault, r.Findings[0].Kind)
	assert.Equal(t, `panel "News", Show failed: panic: no news`, r.Findings[0].Text)
	assert.Len(t, r.Findings[0].Choices, 3)
}

// TestBrokenValue checks that the report has a finding for a panic of Value, during a game and at its
// end. Players and bots do not notice such a panic.
func TestBrokenValue(t *testing.T) {
	for name, c := range map[string]struct {
		breaks  func(player) bool
		choices int
	}{
		"during a game": {func(p player) bool { return p.Turn == 4 }, 3},
		"at the end":    {func(p player) bool { return p.Ended() != nil }, 10},
	} {
		g := game{
			Cards: []*card{{Name: "day", Cooldown: 1, Options: []option{{Text: cardsim.Text("Well")}}}}, MaxTurns: 10,
			Value: func(p player) int {
				if c.breaks(p) {
					panic("no value")
				}
				return p.Turn
			},
		}
		r := check.Run(build(t, g), check.Config{Games: 10, Seed: 1}) // too few to judge the headline
		require.Len(t, r.Findings, 1, name)
		assert.Equal(t, check.Fault, r.Findings[0].Kind, name)
		assert.Equal(t, "Value failed: panic: no value", r.Findings[0].Text, name)
		assert.Len(t, r.Findings[0].Choices, c.choices, name)
	}
}
