package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/state/statetest"
)

// TestCopies compares the tests that GoTest generates for four games with files copied_*_test.go of
// this package.
func TestCopies(t *testing.T) {
	for _, tt := range []struct {
		file, log string
		step      int
		from      rules.Source
	}{
		{"elements", "3-elements-????????.jsonl", 23, rules.Source{Import: "gamed/rules/elements", Expression: "elements.Rules"}},
		{"from", "3-elements-from-????????.jsonl", 17, rules.Source{Import: "gamed/rules/elements", Expression: "elements.Rules"}},
		{"dominion", "3-dominion-????????.jsonl", 12, rules.Source{Import: "gamed/rules/dominion", Expression: "dominion.Rules"}},
		{"polity", "3-polity-1011b335.jsonl", 5, rules.Source{Import: "gamed/rules/polity", Expression: "polity.Game()"}},
	} {
		g := open(t, logMatching(t, tt.log))
		g.Game = "Of_" + tt.file
		text, err := g.GoTest(tt.step, tt.from, "replay_test")
		require.NoError(t, err)
		statetest.Golden(t, "copied_"+tt.file+"_test.go", text)
	}
}
