package gamefile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestDivisionByZero checks that a condition and the headline warn about each division by 0. A
// warning that would tell a hidden fact must appear in debug mode only.
func TestDivisionByZero(t *testing.T) {
	const game = `game: zero
stats:
  gold: {start: 1}
  gloom: {start: 0, hidden: true}
cards:
  day: {title: The Day, cooldown: 1, WHEN options: [{text: go}, {text: stay, needs: NEEDS}]}
actions:
  sing: {text: Sing, when: HIDE}
rules:
  night: {when: RULE}
endings:
  end: {when: gold > 5 or ENDING, text: The end.}
headline: HEADLINE
`
	const zero = ": the divisor is 0; use max(1, …) as the divisor, or test it first"
	for _, row := range []struct{ part, with, player, debug string }{
		{"NEEDS", "1 / (gold - 1) > 0", `card "The Day", option 2, Enabled: test.yaml:6`, `card "day", option 2, Enabled: test.yaml:6`},
		{"NEEDS", "1 / gloom > 0", "", `card "day", option 2, Enabled: test.yaml:6`},
		{"NEEDS", "gold != 1 and 1 / (gold - 1) > 0", "", ""},
		{"NEEDS", "1 / gold > 0", "", ""},
		{"WHEN", "when: 1 / (gold - 1) > 0,", "", `card "day", When: test.yaml:6`},
		{"HIDE", "7 % (gold - 1) != 9", `action "Sing", Hide: test.yaml:8`, `action "sing", Hide: test.yaml:8`},
		{"RULE", "1 / (gold - 1) < 0", `rule "night" of step 0: test.yaml:10`, `rule "night" of step 0: test.yaml:10`},
		{"ENDING", "1 / (gold - 1) < 0", `endings: test.yaml:12`, `endings: test.yaml:12`},
		{"HEADLINE", "gold / (gold - 1)", `endings: test.yaml:13`, `endings: test.yaml:13`},
		{"HEADLINE", "gold / gloom", "", `endings: test.yaml:13`},
	} {
		text := strings.Replace(game, row.part, row.with, 1)
		text = strings.NewReplacer("WHEN", "", "NEEDS", "gold > 0", "HIDE", "gold > 0", "RULE", "gold > 9", "ENDING", "gold > 9", "HEADLINE", "gold").Replace(text)
		for level, want := range map[string]string{"0": row.player, "1": row.debug} {
			m := dealDebug(t, load(t, text), level)
			told := strings.Join(append(choose(t, m, "The Day: go"), choose(t, m, "The Day: go")...), "\n")
			if want == "" {
				assert.NotContains(t, told, "divisor", "%s: %s, debug %s", row.part, row.with, level)
				continue
			}
			assert.Equal(t, 2, strings.Count(told, want+zero), "%s: %s, debug %s: %s", row.part, row.with, level, told)
		}
	}
}

// TestSecretResult checks that a warning about an effect without a finite result appears unless it
// tells a fact that players must not know.
func TestSecretResult(t *testing.T) {
	const game = `game: zero
stats:
  gold: {start: 1}
  gloom: {start: 0, hidden: true}
cards:
  day: {title: The Day, cooldown: 1, options: [{text: go, add: {EFFECT}}]}
`
	for effect, told := range map[string]bool{"gold: 1 / (gold - 1)": true, "gold: 1 / gloom": false} {
		for level, want := range map[string]bool{"0": told, "1": true} {
			m := dealDebug(t, load(t, strings.Replace(game, "EFFECT", effect, 1)), level)
			events := strings.Join(choose(t, m, "The Day: go"), "\n")
			assert.Equal(t, want, strings.Contains(events, "the result is not a number"), "%s, debug %s: %s", effect, level, events)
		}
	}
}
