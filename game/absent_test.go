package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// TestAbsentOverRestarts: a seat whose time runs out three times in a row is absent, whatever
// restarts there are between.
func TestAbsentOverRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentForfeit})
		g := start(t, c)
		for range 2 * 3 { // two seats
			time.Sleep(1001 * time.Millisecond)
			synctest.Wait()
			require.NoError(t, g.Close(t.Context()))
			again := replay(t, c).Config()
			if again.Ended {
				return
			}
			again.Log, again.Timers = c.Log, c.Timers
			g = start(t, again)
		}
		t.Error("nobody has forfeited the game")
	})
}
