package game_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestActorIsTheMachine checks that a game in an actor, and a replay of its log without an actor,
// end in the same bytes.
func TestActorIsTheMachine(t *testing.T) {
	games := uint64(40)
	if testing.Short() {
		games = 8 // enough for the race detector
	}
	for seed := range games {
		c := deal(t, "duel", seed)
		g, players := finish(t, c, seed)
		require.NoError(t, g.Close(t.Context()))
		r := replay(t, c)
		require.Equal(t, c.Machine.AppendState(nil), r.Machine.AppendState(nil), "game %d", seed)
		require.NotNil(t, r.End)
		require.Equal(t, table.Digest(c.Machine), r.End.Digest)
		over := last[*protocol.Over](t, &players[0].sink)
		require.Equal(t, r.End.Won, over.Won)
		require.Equal(t, protocol.ReasonEnd, over.Reason)
		require.Equal(t, r.Events, over.N)
	}
}

// TestConcurrentIsSerial checks that games end in the same position whether they are played one
// after the other or concurrently.
func TestConcurrentIsSerial(t *testing.T) {
	const games = 16
	var serial, concurrent [games]string
	for i := range games {
		c := deal(t, "duel", uint64(i))
		finish(t, c, 7)
		serial[i] = replay(t, c).End.Digest
	}
	var group sync.WaitGroup
	for i := range games {
		group.Go(func() {
			c := deal(t, "duel", uint64(i))
			finish(t, c, 7)
			concurrent[i] = replay(t, c).End.Digest
		})
	}
	group.Wait()
	assert.Equal(t, serial, concurrent)
}

// TestAppendedBeforePublished checks that the log has a record before any client receives its
// update.
func TestAppendedBeforePublished(t *testing.T) {
	c := deal(t, "duel", 3)
	g := start(t, c)
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: watcher(func(v any) {
		u, ok := v.(*protocol.Update)
		if !ok {
			return
		}
		records, err := c.Log.Read(context.Background(), "duel")
		require.NoError(t, err)
		r, err := table.Open(records, find)
		require.NoError(t, err)
		require.NoError(t, r.Run())
		require.Equal(t, u.N, r.Table.Events)
		require.JSONEq(t, string(u.View), string(r.Table.Machine.AppendView(nil, state.Watcher)))
	})}))
	playTo(t, g, 1, 40)
}

type watcher func(v any)

func (w watcher) WriteJSON(v protocol.ServerMessage) error { w(v); return nil }

func TestRefusals(t *testing.T) {
	c := deal(t, "duel", 1)
	g := start(t, c)
	ada, bob := newSink(), newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: bob}))
	open := last[*protocol.Update](t, ada).Decision
	require.NotNil(t, open)
	before := c.Machine.AppendState(nil)
	tests := []struct {
		name    string
		seat    state.Seat
		message protocol.ClientMessage
		code    protocol.Code
	}{
		{"past the list", 0, &protocol.Choose{Decision: open.ID, Option: len(open.Options)}, protocol.Illegal},
		{"before the list", 0, &protocol.Choose{Decision: open.ID, Option: -1}, protocol.Illegal},
		{"an older decision", 0, &protocol.Choose{Decision: open.ID - 1}, protocol.Stale},
		{"a decision to come", 0, &protocol.Choose{Decision: open.ID + 1}, protocol.Stale},
		{"no such seat", 5, &protocol.Choose{Decision: open.ID}, protocol.NoSeat},
		{"a spectator", state.Watcher, &protocol.Choose{Decision: open.ID}, protocol.NoSeat},
		{"a spectator leaves", state.Watcher, &protocol.Resign{}, protocol.NoSeat},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from := newSink()
			require.NoError(t, g.Submit(tt.seat, from)(tt.message))
			settle(t, g)
			assert.Equal(t, tt.code, last[*protocol.Error](t, from).Code)
			assert.Empty(t, received[*protocol.Error](bob), "other players receive no error")
		})
	}
	require.ErrorContains(t, g.Submit(0, ada)(&protocol.Hello{}), "does not handle messages")
	require.NoError(t, g.Close(t.Context()))
	assert.Equal(t, before, c.Machine.AppendState(nil))
	records, err := c.Log.Read(t.Context(), "duel")
	require.NoError(t, err)
	assert.Len(t, records, 1)
	require.ErrorIs(t, g.Submit(0, ada)(&protocol.Resign{}), game.ErrClosed)
	_, err = g.Status(t.Context())
	require.ErrorIs(t, err, game.ErrClosed)
}

func TestResign(t *testing.T) {
	c := deal(t, "duel", 1)
	g := start(t, c)
	ada, bob := newSink(), newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: bob}))
	require.NoError(t, g.Submit(0, ada)(&protocol.Resign{}))
	<-bob.over
	assert.Equal(t, []int{1}, last[*protocol.Over](t, ada).Won)
	require.NoError(t, g.Submit(1, bob)(&protocol.Resign{}))
	assert.True(t, settle(t, g).Over)
	assert.Equal(t, protocol.GameOver, last[*protocol.Error](t, bob).Code)
	assert.Equal(t, []int{1}, replay(t, c).End.Won)
}

// TestSit checks that the game starts when the last open seat is taken.
func TestSit(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Seats = []table.Seat{{Kind: protocol.SeatOpen}, {Kind: protocol.SeatOpen}}
	c.Header.Seats = c.Seats
	g := start(t, c)
	ada := newSink()
	seat, err := g.Sit(t.Context(), table.Sit{Seat: 1, Who: table.Seat{Kind: protocol.SeatPerson, Name: "Ada", KeyHash: "abc"}})
	require.NoError(t, err)
	require.Equal(t, state.Seat(1), seat)
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: ada, Joined: &protocol.Joined{Seat: 1}}))
	assert.Equal(t, []protocol.Seat{{Seat: 0, Kind: "open"}, {Seat: 1, Kind: "person", Name: "Ada", Here: true}},
		last[*protocol.Joined](t, ada).Seats)
	assert.Empty(t, received[*protocol.Update](ada), "the game has not begun")
	assert.False(t, settle(t, g).Started)
	require.NoError(t, g.Submit(1, ada)(&protocol.Choose{Decision: 1}))
	settle(t, g)
	assert.Equal(t, protocol.NotAsked, last[*protocol.Error](t, ada).Code)

	var refused *protocol.Error
	_, err = g.Sit(t.Context(), table.Sit{Seat: 1, Who: table.Seat{Kind: protocol.SeatPerson}})
	require.ErrorAs(t, err, &refused)
	require.Equal(t, protocol.NoSeat, refused.Code)
	seat, err = g.Sit(t.Context(), table.Sit{Seat: -1, Who: table.Seat{Kind: protocol.SeatPerson, Name: "Bob"}})
	require.NoError(t, err)
	require.Equal(t, state.Seat(0), seat)
	assert.NotNil(t, last[*protocol.Update](t, ada).Decision, "the last seat starts the game")
	_, err = g.Sit(t.Context(), table.Sit{Seat: -1, Who: table.Seat{Kind: protocol.SeatPerson}})
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, "Ada", settle(t, g).Seats[1].Name)
	assert.Empty(t, replay(t, c).Seats[1].Name, "the log has no names")
}

func TestChat(t *testing.T) {
	g := start(t, deal(t, "duel", 1))
	ada, eve := newSink(), newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: eve}))
	require.NoError(t, g.Submit(0, ada)(&protocol.Chat{Text: "hello"}))
	require.NoError(t, g.Submit(state.Watcher, eve)(&protocol.Chat{Text: "hi"}))
	settle(t, g)
	want := []*protocol.ChatMessage{{Game: "duel", Seat: 0, Name: "Ada", Text: "hello"}, {Game: "duel", Seat: -1, Text: "hi"}}
	assert.Equal(t, want, received[*protocol.ChatMessage](ada))
	assert.Equal(t, want, received[*protocol.ChatMessage](eve))
}

// TestConfig checks that Start refuses configurations that cannot work.
func TestConfig(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Header.Clock = &protocol.Clock{Bank: 1000}
	_, err := c.start(t.Context())
	require.ErrorContains(t, err, "a clock needs Timers")
	c.Timers = game.NewTimers()
	defer c.Timers.Close()
	c.Header.Clock.Absent = protocol.AbsentBot
	_, err = c.start(t.Context())
	require.ErrorContains(t, err, "needs Substitute")
	c = deal(t, "duel", 1)
	c.Seats = c.Seats[:1]
	_, err = c.start(t.Context())
	require.ErrorContains(t, err, "the header names 1 seats, but the game has 2")
}
