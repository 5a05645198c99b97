package hub

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
)

// TestSeatedIsHere checks that a player counts as connected as soon as the seat is taken. If the
// player counted as away, the lobby would open a second game for the next player.
func TestSeatedIsHere(t *testing.T) { synctest.Test(t, testSeatedIsHere) }

func testSeatedIsHere(t *testing.T) {
	log := store.NewMemory()
	h := open(t, log, nil)
	info, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	taking, take := make(chan struct{}), make(chan struct{})
	log.Fail(func(c store.Call) store.Fault {
		if c.Append && c.Game == info.ID {
			taking <- struct{}{}
			<-take
		}
		return store.Fault{}
	})
	joined := make(chan error)
	go func() {
		_, err := h.Join(t.Context(), &protocol.Join{Game: info.ID}, Player{Name: "Ada"}, make(recorder, 100))
		joined <- err
	}()
	<-taking
	seats := make(chan []protocol.Seat)
	go func() {
		info, err := h.Get(t.Context(), info.ID)
		assert.NoError(t, err)
		seats <- info.Seats
	}()
	synctest.Wait() // the question is in the queue of the game
	close(take)
	for _, seat := range <-seats {
		assert.Equal(t, seat.Kind == protocol.SeatPerson, seat.Here, "seat %d", seat.Seat)
	}
	require.NoError(t, <-joined)
}
