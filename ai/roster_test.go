package ai_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/state"
)

// A first is a bot that always takes the first option.
type first struct{}

func (first) Choose(a ai.Ask) state.Option { return a.Options[0] }

var roster = ai.Roster{Bots: []ai.Entry{{
	Info: ai.Info{Name: "first", About: "Takes one.", Rules: "nim"},
	New:  func(uint64) ai.Bot { return first{} },
}, {
	Info:     ai.Info{Name: "riddle", Rules: "nim"},
	Unlisted: true,
	New:      func(uint64) ai.Bot { return first{} },
}}}

func TestRoster(t *testing.T) {
	for rules, want := range map[string][]string{
		"nim":   {"random", "greedy", "ismcts", "first"},
		"chess": {"random", "greedy", "ismcts"},
	} {
		var names []string
		for _, info := range roster.Names(rules) {
			names = append(names, info.Name)
			assert.NotEmpty(t, info.About)
			_, err := roster.New(rules, info.Name, 0)
			require.NoError(t, err)
		}
		assert.Equal(t, want, names)
	}
	assert.Len(t, roster.All(), 4)
	_, err := roster.New("nim", "riddle", 0)
	require.NoError(t, err, "an unlisted bot plays too")
	for name, want := range map[string]string{
		"":               `no bot is called "": there are random, greedy, ismcts and ismcts:N`,
		"Random":         `no bot is called "Random": there are random, greedy, ismcts and ismcts:N`,
		"greedy:3":       `no bot is called "greedy:3": there are random, greedy, ismcts and ismcts:N`,
		"ismcts:":        `bot "ismcts:": the number of iterations must be from 1 to 1000000`,
		"ismcts:0":       `bot "ismcts:0": the number of iterations must be from 1 to 1000000`,
		"ismcts:1000001": `bot "ismcts:1000001": the number of iterations must be from 1 to 1000000`,
		"ismcts:9x":      `bot "ismcts:9x": the number of iterations must be from 1 to 1000000`,
		"first":          `bot "first" plays nim only, not chess`,
	} {
		_, err := roster.New("chess", name, 0)
		assert.EqualError(t, err, want)
	}
	_, err = roster.New("chess", "first:1", 0)
	assert.EqualError(t, err, `no bot is called "first:1": there are random, greedy, ismcts and ismcts:N`)
	_, err = roster.New("nim", "last", 0)
	assert.EqualError(t, err, `no bot is called "last": there are random, greedy, ismcts, ismcts:N and first`)
}

// A taker is a bot that always takes the option at the same index, which is its value.
type taker int

func (n taker) Choose(a ai.Ask) state.Option { return a.Options[n] }

// TestRosterArguments checks that a bot reads the parameters after its name.
func TestRosterArguments(t *testing.T) {
	roster := ai.Roster{Bots: []ai.Entry{{
		Info: ai.Info{Name: "taker", About: "Takes some.", Rules: "nim"},
		New:  func(uint64) ai.Bot { return taker(0) },
		WithParameters: func(args string) (func(uint64) ai.Bot, error) {
			n, err := strconv.Atoi(args)
			return func(uint64) ai.Bot { return taker(n) }, err
		},
		Parameters: []ai.Parameter{{Name: "often"}},
	}}}
	for name, want := range map[string]ai.Bot{"taker": taker(0), "taker:2": taker(2)} {
		bot, err := roster.New("nim", name, 0)
		require.NoError(t, err)
		assert.Equal(t, want, bot)
		assert.Len(t, roster.Parameters("nim", name), 1)
	}
	_, err := roster.New("nim", "taker:x", 0)
	require.EqualError(t, err, `bot "taker:x": strconv.Atoi: parsing "x": invalid syntax`)
	_, err = roster.New("chess", "taker:2", 0)
	require.EqualError(t, err, `bot "taker:2" plays nim only, not chess`)
	assert.Nil(t, roster.Parameters("chess", "taker"))
	assert.Nil(t, roster.Parameters("nim", "greedy"))
	assert.Equal(t, ai.SearchParameters(), roster.Parameters("nim", "ismcts:5"))
}
