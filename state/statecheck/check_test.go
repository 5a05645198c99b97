package statecheck_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statecheck"
)

// The test TestKitCatches in package state tests most of the checks, with faulty rulesets.

func play() statecheck.GameSpec {
	return statecheck.GameSpec{Rules: elements.Rules, Setup: state.Setup{Seats: 2, Seed: 5, Decks: []string{"", ""}}, Requests: 5000}
}

// TestChecks checks that a correct game passes all checks.
func TestChecks(t *testing.T) {
	for _, c := range statecheck.Checks {
		if failure := c.Run(play()); failure != nil {
			t.Errorf("%s: %v", c.Name, failure)
		}
		assert.NotEmpty(t, c.About, c.Name)
		assert.NotEmpty(t, c.Remedy, c.Name)
	}
}

// TestFailure checks that a failure describes its position and that its requests lead there.
func TestFailure(t *testing.T) {
	seen := 0
	failure := statecheck.Each(play(), func(m state.Machine, requests []state.Request) error {
		assert.EqualValues(t, m.Seq(), len(requests))
		if seen++; seen == 8 {
			return errors.New("enough")
		}
		return nil
	})
	require.NotNil(t, failure)
	assert.Equal(t, "enough", failure.Text)
	assert.Regexp(t, `^2 seats, seed 5, decks \["" ""\]: turn \d+, after 7 requests, decision \d+ of seat \d$`, failure.Where())
	assert.Contains(t, failure.Error(), failure.Where()+"\n"+failure.Position)
	m, err := elements.Rules.Deal(failure.Setup)
	require.NoError(t, err)
	for _, q := range failure.Requests {
		require.NoError(t, m.Check(q))
		m.Apply(q, nil)
	}
	assert.Equal(t, failure.Position, m.Draw(state.Everything))
}

// TestEndless checks that an endless game and a panic are reported as failures.
func TestEndless(t *testing.T) {
	short := play()
	short.Requests = 3
	failure := statecheck.Each(short, func(state.Machine, []state.Request) error { return nil })
	require.NotNil(t, failure)
	assert.Equal(t, "the game has not ended after 3 requests", failure.Text)
	failure = statecheck.Each(play(), func(state.Machine, []state.Request) error { panic("a bug") })
	require.NotNil(t, failure)
	assert.Equal(t, "the rules panic: a bug", failure.Text)
	assert.Contains(t, failure.Stack, "check_test.go")
}
