package external_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
)

func TestStartFaults(t *testing.T) {
	for name, text := range map[string]string{
		"crash at start":   "no hello: it exited with status 3; the last line of its stderr: no weights",
		"exit at start":    "no hello: it exited with status 0",
		"garbage at start": "its first message is malformed: ",
		"other version":    "it speaks protocol version 99, the server version 1",
		"other first":      "its first message is a resign, not a hello",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := start(t, name, exits)
			requireFault(t, err, external.Startup, text)
		})
	}
	t.Run("no such program", func(t *testing.T) {
		_, err := external.Start(t.Context(), external.Command{Name: "./no-such-bot"}, limits)
		requireFault(t, err, external.Startup, "no-such-bot: no such file or directory")
	})
}

func requireFault(t *testing.T, err error, kind external.Kind, text string) {
	t.Helper()
	var fault *external.Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, kind, fault.Kind, fault.Text)
	require.Contains(t, fault.Text, text)
}

// TestFaults checks the fault of each faulty bot, that the bot leaves no process, and that a correct
// bot can play afterwards.
func TestFaults(t *testing.T) {
	quick := limits
	quick.Decision, quick.StallAfter = 200*time.Millisecond, 100*time.Millisecond
	for name, tt := range map[string]struct {
		limits external.Limits
		kind   external.Kind
		text   string
	}{
		"crash":         {exits, external.Crash, "it exited with status 3; the last line of its stderr: index out of range"},
		"killed":        {exits, external.Crash, "it was ended by signal: terminated"},
		"exit":          {exits, external.Exit, "it exited with status 0"},
		"stall":         {quick, external.Stall, "no answer 100ms past its time of 200ms"},
		"garbage":       {limits, external.Malformed, "it sent I think"},
		"half exit":     {exits, external.Exit, "it exited with status 0, after 12 bytes of an unfinished line"},
		"long":          {limits, external.Malformed, "a message of more than 16384 bytes"},
		"illegal":       {limits, external.Illegal, "it chose option 1000 of "},
		"wrong id":      {limits, external.Illegal, "it answered decision "},
		"unknown type":  {limits, external.Malformed, `unknown message type "think"; it sent {"type":"think"}`},
		"chat":          {limits, external.Malformed, "it sent a chat, which a match does not allow"},
		"hello again":   {limits, external.Malformed, "a second hello"},
		"bye":           {limits, external.Disconnect, "it said bye: tea"},
		"pings":         {limits, external.Flood, "more than 20 unexpected messages"},
		"pongs":         {limits, external.Flood, "more than 20 unexpected messages"},
		"refused forks": {limits, external.Flood, "more than 20 unexpected messages"},
		"endless line":  {limits, external.Flood, "more than 1048576 bytes in one message"},
		"releases":      {limits, external.Flood, "more than 20 unexpected messages"},
		"answers twice": {limits, external.Illegal, "it answered decision "},
		"talks unasked": {limits, external.Flood, "more than 20 unexpected messages"},
		"memory":        {memory(64 << 20), external.Memory, "it was killed for its memory: "},
		"closes stdout": {limits, external.Disconnect, "it closed its stdout but is still running"},
		"deaf":          {ready(20 * time.Millisecond), external.Stall, "not ready within 20ms: no pong"},
		"wrong pong":    {limits, external.Malformed, "its pong has t 2, the ping had t 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bad, err := start(t, name, tt.limits)
			require.NoError(t, err)
			_, err = play(t.Context(), t, bad, 1)
			requireFault(t, err, tt.kind, tt.text)
			var fault *external.Fault
			require.ErrorAs(t, err, &fault)
			if fault.Fatal() {
				_, err := play(t.Context(), t, bad, 1)
				assert.Equal(t, fault, err, "the bot has exited")
			}
			require.NoError(t, bad.Close())
			assertGone(t, name)

			good, err := start(t, "random", limits)
			require.NoError(t, err)
			_, err = play(t.Context(), t, good, 1)
			require.NoError(t, err)
		})
	}
}

func memory(most int64) external.Limits {
	l := limits
	l.Memory = most
	return l
}

func ready(d time.Duration) external.Limits {
	l := limits
	l.Ready = d
	return l
}
