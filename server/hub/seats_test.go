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
	log.InjectFault(func(c store.Call) store.Fault {
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

// TestReservedSeats checks which reserved seats a player gets, and the errors for other seats.
func TestReservedSeats(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	spec := duel("", "", "random", "")
	spec.Reservations = []Reservation{{Player: "a"}, {KeyHash: Hash("bea's key")}, {}, {Player: "a"}}
	info, err := h.Create(t.Context(), spec)
	require.NoError(t, err)
	join := func(seat int, who, key string) (int, error) {
		j := &protocol.Join{Game: info.ID, Claim: key}
		if seat >= 0 {
			j.Seat = &seat
		}
		seating, err := h.Join(t.Context(), j, Player{ID: who, Name: "Ada"}, make(recorder, 100))
		if err != nil {
			return 0, err
		}
		return int(seating.Seat), nil
	}
	const strange = "the seats of this game are reserved for the players of the previous game; join or create another game"
	for _, tt := range []struct {
		seat     int
		who, key string
		want     string
	}{
		{-1, "c", "", strange},
		{1, "c", "cat's key", strange},
		{1, "a", "", "seat 1 is reserved for another player; your seat is 0"},
		{2, "a", "", "there is no such open seat"},
		{4, "a", "", "there is no such open seat"},
	} {
		_, err := join(tt.seat, tt.who, tt.key)
		var refused *protocol.Error
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: tt.want}, *refused)
	}
	for _, tt := range []struct {
		seat     int
		who, key string
		want     int
	}{{-1, "a", "", 0}, {1, "b", "bea's key", 1}, {3, "a", "", 3}} {
		got, err := join(tt.seat, tt.who, tt.key)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got)
	}
}
