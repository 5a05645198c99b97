package hub

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
)

// TestSpectators checks a table that refuses spectators, and a table that shows them the game and
// its end an hour late, even after a restart.
func TestSpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := store.NewMemory()
		h := open(t, log, nil)
		spec := duel("", "")
		spec.Spectators = &protocol.Spectators{None: true}
		info, err := h.Create(t.Context(), spec)
		require.NoError(t, err)
		_, err = h.Watch(t.Context(), info.ID, make(recorder, 10))
		assert.ErrorContains(t, err, "no spectators")

		spec.Spectators = &protocol.Spectators{Delay: time.Hour.Milliseconds()}
		info, err = h.Create(t.Context(), spec)
		require.NoError(t, err)
		var player *Seating
		to := make(recorder, 100)
		for range 2 {
			player, err = h.Join(t.Context(), &protocol.Join{Game: info.ID}, Player{}, to)
			require.NoError(t, err)
		}
		require.NoError(t, player.Submit(&protocol.Resign{}))
		assert.Equal(t, []int{0}, next[*protocol.Over](to).Won)
		synctest.Wait()
		for range 2 {
			got, err := h.Get(t.Context(), info.ID)
			require.NoError(t, err)
			assert.Equal(t, Live, got.Status)
			assert.Equal(t, spec.Spectators, got.Spectators)
			assert.Empty(t, got.Won)
			_, err = h.Log(t.Context(), info.ID)
			require.ErrorIs(t, err, ErrNotOver)
			require.NoError(t, h.Close(t.Context()))
			h = open(t, log, nil)
		}
		time.Sleep(time.Hour)
		got, err := h.Get(t.Context(), info.ID)
		require.NoError(t, err)
		assert.Equal(t, Over, got.Status)
		assert.Equal(t, []int{0}, got.Won)
		_, err = h.Log(t.Context(), info.ID)
		require.NoError(t, err)
		assert.Equal(t, protocol.ReasonEnd, func() string {
			late := make(recorder, 10)
			_, err := h.Watch(t.Context(), info.ID, late)
			require.NoError(t, err)
			return next[*protocol.Over](late).Reason
		}())
	})
}
