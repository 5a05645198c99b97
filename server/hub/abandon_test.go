package hub

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

// TestAbandon checks that the hub ends an open table after a week without use and a running game
// after 30 days. A restart does not delay the end, and a game in use continues.
func TestAbandon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := store.NewMemory()
		config := Config{Rules: []state.Dealer{elements.Rules}, Log: log, MaxGames: 10, MaxUnfinished: 10, KeepFinished: 10}
		h := New(config)
		create := func(spec Spec) string {
			info, err := h.Create(t.Context(), spec)
			require.NoError(t, err)
			return info.ID
		}
		status := func(id string) string {
			info, err := h.Get(t.Context(), id)
			require.NoError(t, err)
			return info.Status
		}
		restart := func(after time.Duration) {
			require.NoError(t, h.Close(t.Context()))
			time.Sleep(after)
			h = New(config)
			_, err := h.Recover(t.Context())
			require.NoError(t, err)
			<-h.Recovered()
			time.Sleep(2 * sweepTime)
		}
		leave := func(id, key string) {
			_, _, seating := join(t, h, id, key)
			seating.Leave(t.Context())
		}
		open, left := create(duel("", "")), create(duel("", "random"))
		_, key, seating := join(t, h, left, "")
		seating.Leave(t.Context())
		halfFull := create(duel("", ""))
		leave(halfFull, "")

		restart(openQuietLimit - time.Hour)
		assert.Equal(t, []string{Open, Live, Open}, []string{status(open), status(left), status(halfFull)})
		to, _, seating := join(t, h, left, key)
		require.NoError(t, seating.Submit(&protocol.Choose{Decision: next[*protocol.Update](to).Decision.ID}))
		next[*protocol.Update](to) // the seat is recorded
		seating.Leave(t.Context())
		_, _, seating = join(t, h, halfFull, "")
		time.Sleep(time.Hour) // a week after the games' creation; a player has just joined one of them
		assert.Equal(t, []string{Over, Live, Live}, []string{status(open), status(left), status(halfFull)})
		seating.Leave(t.Context())
		records, err := h.Log(t.Context(), open)
		require.NoError(t, err)
		assert.Contains(t, string(records[len(records)-2]), protocol.ReasonAbandoned)
		_, err = h.Join(t.Context(), &protocol.Join{Game: open}, Player{}, make(recorder, 10))
		require.ErrorContains(t, err, "over")

		restart(liveQuietLimit - 2*time.Hour)
		assert.Equal(t, []string{Live, Live}, []string{status(left), status(halfFull)})
		join(t, h, left, key) // the player stays connected
		time.Sleep(4 * time.Hour)
		assert.Equal(t, []string{Live, Over}, []string{status(left), status(halfFull)})
		live, err := log.Live(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{left}, live)
		require.NoError(t, h.Close(t.Context()))
	})
}
