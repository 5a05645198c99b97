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
	"gamed/store"
)

// TestCalledBotIsNotStored checks that no bot plays for a person if the log refuses the record that
// calls the bot.
func TestCalledBotIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := deal(t, "duel", 1)
		memory := store.NewMemory()
		c.Log = memory
		var called []state.Seat
		c.Substitute = func(_ *game.Game, seat state.Seat) { called = append(called, seat) }
		g := start(t, c)
		away, other, seat := seats(t, g)
		require.NoError(t, g.Detach(t.Context(), away))
		time.Sleep(10 * time.Minute)
		exit := &protocol.Exit{Seat: int(seat), Way: protocol.ExitBot}

		memory.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
		require.NoError(t, g.Submit(1-seat, other)(exit))
		synctest.Wait()
		assert.Equal(t, protocol.Unavailable, last[*protocol.Error](t, other).Code)
		assert.Empty(t, called)

		memory.InjectFault(nil)
		require.NoError(t, g.Submit(1-seat, other)(exit))
		synctest.Wait()
		assert.Equal(t, []state.Seat{seat}, called)
		assert.True(t, replay(t, c).StandInsCalled.Has(seat))
	})
}
