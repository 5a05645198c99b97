package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// TestAnswerOfDismissedBot checks that the game ignores the queued answer of a bot whose player has
// returned.
func TestAnswerOfDismissedBot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentBot})
		stands := make(chan state.Seat, 10)
		c.Substitute = func(_ *game.Game, seat state.Seat) { stands <- seat }
		g := start(t, c)
		seat := <-stands
		bot := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, Bot: bot}))
		time.Sleep(time.Minute) // the other seat is absent too
		synctest.Wait()
		for c.Machine.Decision(seat) == 0 {
			require.NoError(t, g.Submit(1-seat, nil)(&protocol.Choose{Decision: c.Machine.Decision(1 - seat)}))
			synctest.Wait()
		}
		back := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: back}))
		seq := c.Machine.Seq()
		require.NoError(t, g.Submit(seat, bot)(&protocol.Choose{Decision: c.Machine.Decision(seat)}))
		synctest.Wait()
		assert.Equal(t, seq, c.Machine.Seq())
		assert.Empty(t, received[*protocol.Error](bot))
	})
}
