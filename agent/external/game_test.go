package external_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
)

const (
	patience = 30 * time.Second
	poll     = 5 * time.Millisecond
)

// TestGames checks that two processes of a bot, each of which plays the same three games, reach the
// same positions.
func TestGames(t *testing.T) {
	for _, name := range []string{"random", "greedy"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var finals [2][]string
			for i := range finals {
				b, err := start(t, name, limits)
				require.NoError(t, err)
				assert.Equal(t, "test", b.Hello().Name)
				assert.True(t, b.Hello().Repeats)
				for seed := range uint64(3) {
					final, err := play(t.Context(), t, b, seed)
					require.NoError(t, err)
					finals[i] = append(finals[i], final)
				}
			}
			assert.Equal(t, finals[0], finals[1])
		})
	}
}

func TestResign(t *testing.T) {
	b, err := start(t, "resign", limits)
	require.NoError(t, err)
	_, err = play(t.Context(), t, b, 1)
	require.NoError(t, err)
}

// TestGoesOn checks that a bot can play another game after a nonfatal fault.
func TestGoesOn(t *testing.T) {
	b, err := start(t, "illegal", limits)
	require.NoError(t, err)
	for range 3 {
		_, err = play(t.Context(), t, b, 1)
		requireFault(t, err, external.Illegal, "it chose option 1000")
	}
}

func TestContextEndsAWait(t *testing.T) {
	b, err := start(t, "stall", limits)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = play(ctx, t, b, 1)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	_, err = external.Start(ctx, command("stall at start"), limits)
	require.ErrorIs(t, err, context.Canceled)
	assertGone(t, "stall at start")
}

func TestLimits(t *testing.T) {
	require.NoError(t, external.DefaultLimits.Check())
	require.NoError(t, memory(1<<20).Check())
	for _, change := range []func(*external.Limits){
		func(l *external.Limits) { l.Startup = 0 },
		func(l *external.Limits) { l.Ready = 0 },
		func(l *external.Limits) { l.Decision = -1 },
		func(l *external.Limits) { l.Memory = -1 },
		func(l *external.Limits) { l.MaxUnexpected = 0 },
	} {
		l := limits
		change(&l)
		require.Error(t, l.Check())
	}
	assert.Nil(t, external.DefaultLimits.Clock())
	assert.Equal(t, patience.Milliseconds(), limits.Clock().PerDecision)
}

func TestCommandString(t *testing.T) {
	c := external.Command{Name: "python3", Args: []string{"my bot.py", "", "-n", "it's", "$HOME"}}
	assert.Equal(t, `python3 'my bot.py' '' -n 'it'\''s' '$HOME'`, c.String())
}

func TestFaultIsFatal(t *testing.T) {
	var fault *external.Fault
	assert.True(t, errors.As(error(&external.Fault{Kind: external.Crash}), &fault))
	for _, kind := range []external.Kind{external.Malformed, external.Illegal, external.Timeout} {
		assert.False(t, (&external.Fault{Kind: kind}).Fatal())
	}
}
