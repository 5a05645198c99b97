package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestDrawnWorld checks that a world looks to the seat like the game. Another game that looks the same to
// the seat must give a world with the same bytes.
func TestDrawnWorld(t *testing.T) {
	c, twin := deal(t, "world", 3), deal(t, "twin", 3)
	r := state.Rand(9)
	twin.Machine.Resample(1, &r)
	twin.altered = true
	before := string(c.Machine.AppendState(nil))
	g, other := start(t, c), start(t, twin)
	to := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: to}))
	u := last[*protocol.Update](t, to)

	m, err := g.World(t.Context(), 1)
	require.NoError(t, err)
	assert.Equal(t, u.Decision.ID, m.Decision(1))
	assert.JSONEq(t, string(u.View), string(m.AppendView(nil, 1)))
	assert.NotEqual(t, before, string(m.AppendState(nil)))
	same, err := other.World(t.Context(), 1)
	require.NoError(t, err)
	assert.Equal(t, string(m.AppendState(nil)), string(same.AppendState(nil)))
	m.Apply(state.Request{Seat: 1, Option: m.Options(1, nil)[1]}, nil)
	settle(t, g)
	assert.Equal(t, before, string(c.Machine.AppendState(nil)), "a world does not affect the game")
}

func TestNoWorld(t *testing.T) {
	c := deal(t, "none", 3)
	c.Seats = []table.Seat{{Kind: protocol.SeatOpen}, {Kind: protocol.SeatPerson}}
	c.Header.Seats = c.Seats
	g := start(t, c)
	none := func(seat state.Seat) {
		t.Helper()
		m, err := g.World(t.Context(), seat)
		wrong := new(protocol.Error)
		require.ErrorAs(t, err, &wrong)
		assert.Equal(t, protocol.NotAsked, wrong.Code)
		assert.Nil(t, m)
	}
	none(1) // a seat is open
	_, err := g.Sit(t.Context(), table.Sit{Seat: 0, Who: table.Seat{Kind: protocol.SeatPerson}})
	require.NoError(t, err)
	submit := g.Submit(1, newSink())
	require.NoError(t, submit(&protocol.Choose{Decision: c.Machine.Decision(1)}))
	none(1) // the seat has answered
	none(state.Watcher)
	_, err = g.World(t.Context(), 0)
	require.NoError(t, err)
}
