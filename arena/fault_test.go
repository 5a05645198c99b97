package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/rules/elements"
	"gamed/state"
)

// bad is a bot that takes the default a few times and then does something else.
type bad struct {
	good int
	then func() state.Option
}

func (b *bad) Choose(a ai.Ask) state.Option {
	if b.good--; b.good >= 0 {
		return a.Options[0]
	}
	return b.then()
}

func badBot(then func() state.Option) arena.Player {
	return arena.Player{Name: "bad", New: func(seed uint64) ai.Bot { return &bad{int(seed % 16), then} }}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct {
		kind, text string
		then       func() state.Option
	}{
		{"panic", "out of ideas", func() state.Option { panic("out of ideas") }},
		{"illegal", "is not among its", func() state.Option { return state.Option{Do: 99} }},
	} {
		digests := map[string]bool{}
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			var out bytes.Buffer
			m := match(t, 20, "random", "random")
			m.Bots[0], m.Lane, m.Out = badBot(test.then), lane, &out
			r := run(t, m)
			digests[r.Digest] = true
			assert.Equal(t, []int{20, 0}, r.Faults)
			assert.Equal(t, []int{0, 20}, r.Wins)
			assert.Contains(t, r.String(), "faults: bad 20, random 0")
			for d := json.NewDecoder(&out); d.More(); {
				var g arena.Game
				require.NoError(t, d.Decode(&g))
				require.Len(t, g.Faults, 1)
				assert.Equal(t, "bad", g.Seats[g.Faults[0].Seat])
				assert.Equal(t, test.kind, g.Faults[0].Kind)
				assert.Contains(t, g.Faults[0].Text, test.text)
			}
		}
		assert.Len(t, digests, 1, "both lanes play the same games")
	}
}

// TestFaultAtATableOfThree lets the others play on.
func TestFaultAtATableOfThree(t *testing.T) {
	m := match(t, 12, "random", "random", "random")
	m.Bots[1] = badBot(func() state.Option { panic("at once") })
	r := run(t, m)
	assert.Equal(t, 12, r.Faults[1])
	assert.Zero(t, r.Wins[1])
	assert.NotZero(t, r.Wins[0])
	assert.NotZero(t, r.Wins[2])
}

// badRules deals games that panic after a while.
type badRules struct{ state.Dealer }

func (d badRules) Deal(setup state.Setup) (state.Machine, error) {
	m, err := d.Dealer.Deal(setup)
	return &badGame{m}, err
}

type badGame struct{ state.Machine }

func (g *badGame) Apply(q state.Request, log *state.Log) {
	if g.Turn() == 3 {
		panic("a bug in the rules")
	}
	g.Machine.Apply(q, log)
}

func TestRulesPanic(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m := match(t, 10, "random", "random")
		m.Rules, m.Lane = badRules{elements.Rules}, lane
		r, err := m.Run(context.Background())
		require.ErrorContains(t, err, "of seed 1: the rules panicked: a bug in the rules")
		assert.True(t, strings.Contains(err.Error(), "fault_test.go"), "with the stack")
		assert.Zero(t, r.Games)
	}
}
