package gamefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

// FuzzLoad loads arbitrary files. A file either has an error or yields a game that
// never fails.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("testdata/wrong/*.yaml")
	require.NoError(f, err)
	for _, file := range append(files, exampleFile) {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte("game: a\nhand: 2\nstats: {a: {start: 1.5, round: 1}, b: {start: x}, c: {formula: a / 0}}\n" +
		"cards: {d: {title: D, text: \"${a} ${b}\", cooldown: 1, options: [{text: go, needs: a < 9, set: {b: \"${b}${a}\"}, add: {a: \"dice(a, 3) % 2\"}, shuffle: d, give: d}]}}\n" +
		"rules: {r: {when: chance(a), then: [{when: b == \"x\", add: {a: a ** 9}, otherwise: {stop_rule: r}}]}}\nendings: {e: {when: turn > 9, text: E}}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := gamefile.Load("fuzz.yaml", data)
		if err != nil {
			var all gamefile.Errors
			require.ErrorAs(t, err, &all)
			for _, e := range all {
				assert.Positive(t, e.Line)
				assert.Positive(t, e.Column)
				assert.NotEmpty(t, e.Text)
			}
			return
		}
		m := deal(t, g, uint64(len(data)))
		r := state.Rand(len(data))
		for range 30 {
			options := m.Options(0, nil)
			if len(options) == 0 {
				break
			}
			m.Apply(state.Request{Decision: m.Decision(0), Option: options[r.N(len(options))]}, new(state.Log))
			m.AppendView(nil, 0)
		}
		if failure := player(m).Failure(); failure != nil {
			assert.ErrorIs(t, failure, cardsim.EndOfHistory)
		}
	})
}
