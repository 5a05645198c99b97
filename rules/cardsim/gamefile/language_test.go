package gamefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

// showExpression returns the text of the prompt ${expression}. The stats of the game are gold 7,
// half 2.5, season winter, met true, and twice, which is computed from gold.
func showExpression(t *testing.T, expression string) string {
	g := load(t, `
game: shows
stats:
  gold: {start: 7, unit: bars}
  half: {start: 2.5, round: 1}
  season: {start: winter}
  met: {start: true}
  twice: {formula: gold * 2}
cards:
  one: {title: One, options: [{text: go}]}
  two: {title: Two, options: [{text: go}], deck: false}
rules: {grow: {}}
prompt: '${`+strings.ReplaceAll(expression, "'", "''")+`}'
`)
	return player(deal(t, g, 1)).View().Prompt[0]
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ expression, shown string }{
		{"gold", "7"},
		{"half", "2.5"},
		{"season", "winter"},
		{"met", "yes"},
		{"not met", "no"},
		{"twice + half", "16.5"},
		{"gold / 2", "3.5"},
		{"gold / 3", "2.33"},
		{"-gold", "-7"},
		{"7 % 4", "3"},
		{"gold % 2 == 1", "yes"},
		{"2 ** 3", "8"},
		{"1 + 2 * 3 - 4", "3"},
		{"0.1 + 0.2", "0.3"},
		{"round(half)", "3"},
		{"floor(half) + ceil(half)", "5"},
		{"abs(-gold)", "7"},
		{"min(gold, half, 3) + max(1, 2)", "4.5"},
		{"clamp(gold, 0, 5)", "5"},
		{"gold > 5 and half < 3", "yes"},
		{"gold > 5 && !met || false", "no"},
		{`season == "winter" ? "cold" : "warm"`, "cold"},
		{`season in ["autumn", "winter"]`, "yes"},
		{`season not in ["autumn", "winter"]`, "no"},
		{"gold in [1, 7]", "yes"},
		{"gold in [1, 8]", "no"},
		{`season + "}"`, "winter}"},
		{"turn", "1"},
		{"actions_left", "1"},
		{"hand_size + deck_size", "1"},
		{`played("one")`, "0"},
		{`in_hand("one")`, "yes"},
		{`in_hand("two") or in_deck("two")`, "no"},
		{`runs("grow")`, "yes"},
		{"1 / 0 > 5", "yes"},
	} {
		assert.Equal(t, c.shown, showExpression(t, c.expression), "%s", c.expression)
	}
}

// TestChance checks the ranges of chance and dice, and that they use the game's random
// source.
func TestChance(t *testing.T) {
	g := load(t, `
game: chances
turns: 10000
stats:
  six: {start: 0}
  half: {start: 0}
  never: {start: 0}
  always: {start: 0}
  low: {start: 9}
  high: {start: 0}
  same: {start: 0}
cards:
  one:
    title: One
    cooldown: 1
    options: [{text: go, set: {six: "dice(1, 6)", same: "dice(3, 1)"}}]
rules:
  record:
    set: {low: "min(low, six)", high: "max(high, six)"}
    then:
      - {when: chance(50), add: {half: 1}}
      - {when: chance(0), add: {never: 1}}
      - {when: chance(100), add: {always: 1}}
`)
	m := deal(t, g, 5)
	for range 1000 {
		o := m.Options(0, nil)
		m.Apply(state.Request{Option: o[0]}, nil)
	}
	s := player(m).Stats
	assert.Equal(t, []float64{1, 6, 0, 1000, 3}, []float64{s.Number("low"), s.Number("high"), s.Number("never"), s.Number("always"), s.Number("same")})
	assert.InDelta(t, 500, s.Number("half"), 60)
}

// TestLimits checks that a file beyond a limit has an error that names the limit.
func TestLimits(t *testing.T) {
	file := func(expression string) string {
		return "game: limits\nstats: {gold: {start: 1}}\ncards: {one: {title: One, options: [{text: go, add: {gold: \"" + expression + "\"}}]}}\n"
	}
	var stats []string
	for i := range 101 {
		stats = append(stats, fmt.Sprintf("  s%d: {start: 1}\n", i))
	}
	for name, c := range map[string]struct{ data, expected string }{
		"long expression":   {file("1" + strings.Repeat("+ 11", 200)), "the expression has 801 bytes; the maximum is 500"},
		"many parts":        {file("1" + strings.Repeat("+1", 200)), "the expression is too long; the maximum is 200 names, numbers and operators"},
		"deep expression":   {file(strings.Repeat("(", 400) + "1"), "is not closed"},
		"deep brackets":     {"game: " + strings.Repeat("[", 50_000), "nested too deep; the maximum is 24"},
		"deep dashes":       {"game:\n  " + strings.Repeat("- ", 50_000), "nested too deep; the maximum is 24"},
		"deep questions":    {strings.Repeat("? ", 50_000), "nested too deep; the maximum is 24"},
		"deep tags":         {"game: " + strings.Repeat("!!str ", 30_000), "nested too deep; the maximum is 24"},
		"large file":        {"game: limits\n#" + strings.Repeat("x", 300_000), "the file has 300014 bytes"},
		"large text":        {"game: limits\nabout: " + strings.Repeat("x", 5000), "the text has 5000 bytes; the maximum is 4000"},
		"many keys":         {strings.Repeat("a:\n", 50_000), "too many keys and values"},
		"many stats":        {"game: limits\nstats:\n" + strings.Join(stats, ""), "limits.yaml:103:3: stats.s100: 101 stats; the maximum is 100"},
		"long name":         {"game: limits\ncards: {" + strings.Repeat("x", 100) + ": {}}", "at most 60 bytes"},
		"aliases of itself": {"game: &a [*a, *a, *a]", "are not supported"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := gamefile.Load("limits.yaml", []byte(c.data))
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.expected)
			assert.Less(t, len(err.Error()), 2000)
		})
	}
}

// TestBoundedValues checks the limits of numbers and texts. It also checks that each
// formula is computed only once. Otherwise a chain of 40 formulas, each using the
// previous one twice, would not finish.
func TestBoundedValues(t *testing.T) {
	var formulas strings.Builder
	for i := range 40 {
		fmt.Fprintf(&formulas, "  f%d: {formula: f%d + f%d}\n", i+1, i, i)
	}
	g := load(t, `
game: bounds
stats:
  gold: {start: 2}
  cup: {start: 5, min: 0, max: 10}
  cents: {start: 0, round: 2}
  word: {start: ab}
  zero: {start: 0}
  odd: {start: 1}
  f0: {formula: 1 + 1}
`+formulas.String()+`
cards:
  one:
    title: One
    cooldown: 1
    options:
      - {text: up, set: {gold: gold * gold, word: "${word}${word}"}, add: {cup: 4, cents: 0.1}}
      - {text: down, add: {cup: -40}}
      - {text: odd, set: {odd: zero / zero}}
      - {text: none, set: {odd: -0.2}}
`)
	m := deal(t, g, 1)
	s := player(m).Stats
	for range 60 {
		choose(t, m, "up")
	}
	assert.Equal(t, []float64{1e12, 10, 6}, []float64{s.Number("gold"), s.Number("cup"), s.Number("cents")})
	assert.Len(t, s.Text("word"), 200)
	assert.Equal(t, 1e12, s.Number("f40"))
	choose(t, m, "down")
	assert.Zero(t, s.Number("cup"))
	assert.Contains(t, choose(t, m, "odd"), `card "One", option 3: test.yaml:59: the result is not a number, for example after division by 0; the stat keeps its value`)
	assert.Equal(t, 1.0, s.Number("odd"))
	choose(t, m, "none")
	assert.Contains(t, string(m.AppendState(nil)), `"odd":0}`, "not -0")
}
