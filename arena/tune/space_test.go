package tune_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena/tune"
)

// TestParseSpace checks the values of ranges and lists, and the bot names of a point.
func TestParseSpace(t *testing.T) {
	space, err := tune.ParseSpace("c=0.1..10, worlds=1..20,keep=0..0.6,turns=1..3,final=visits|reward,urgency=0|0.25", ai.SearchParameters())
	require.NoError(t, err)
	assert.Equal(t, tune.Space{
		{Name: "c", Values: []string{"0.1", "0.22", "0.46", "1", "2.2", "4.6", "10"}},
		{Name: "worlds", Values: []string{"1", "2", "3", "4", "7", "12", "20"}},
		{Name: "keep", Values: []string{"0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"}},
		{Name: "turns", Values: []string{"1", "2", "3"}},
		{Name: "final", Values: []string{"visits", "reward"}},
		{Name: "urgency", Values: []string{"0", "0.25"}},
	}, space)
	assert.Equal(t, 7*7*7*3*2*2, space.Size())
	p := tune.Point{3, 6, 0, 1, 1, 0}
	assert.Equal(t, "ismcts:c=1,worlds=20,keep=0,turns=2,final=reward,urgency=0", space.BotName("ismcts", p))
	assert.Equal(t, "ismcts:50,leaf=now,c=1,worlds=20,keep=0,turns=2,final=reward,urgency=0", space.BotName("ismcts:50,leaf=now", p))
}

// TestParseSpaceErrors checks the errors for unknown parameters and invalid values.
func TestParseSpaceErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                        `"" must be NAME=LOW..HIGH or NAME=VALUE|VALUE`,
		"c":                       `"c" must be NAME=LOW..HIGH or NAME=VALUE|VALUE`,
		"d=1..2":                  `unknown parameter "d": use one of c, scale, urgency, final, leaf, turns, chance, keep, worlds, reuse, forced, counts`,
		"c=1..2,c=2..3":           "c is given twice",
		"c=1|2|1":                 "c: 1 is given twice",
		"c=1":                     "c: give at least two values",
		"c=2..1":                  "c: 2..1 must go from low to high",
		"c=1..":                   `c must be a number from 0 to 10, not ""`,
		"c=1..11":                 `c must be a number from 0 to 10, not "11"`,
		"worlds=0.5..2":           `worlds must be a whole number from 1 to 1000, not "0.5"`,
		"final=visits..reward":    "final is not a number: use visits|reward|lower",
		"final=visits|mean":       `final must be visits or reward or lower, not "mean"`,
		"final=visits|reward,":    `"" must be NAME=LOW..HIGH or NAME=VALUE|VALUE`,
		"final=visits|reward|now": `final must be visits or reward or lower, not "now"`,
	} {
		_, err := tune.ParseSpace(text, ai.SearchParameters())
		require.EqualError(t, err, want, text)
	}
	_, err := tune.ParseSpace("c=1..2", nil)
	assert.EqualError(t, err, "this bot has no parameters to tune")
}
