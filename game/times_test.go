package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// TestTimesForAll checks that both players and a spectator see the same clocks.
func TestTimesForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentWait})
		g := start(t, c)
		first, other, seat := seats(t, g)
		eve := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: eve}))
		time.Sleep(400 * time.Millisecond)
		require.NoError(t, g.Submit(seat, first)(&protocol.Choose{Decision: last[*protocol.Update](t, first).Decision.ID}))
		synctest.Wait()
		want := []int64{-1, -1}
		want[1-seat] = 5600
		for _, s := range []*sink{first, other, eve} {
			u := last[*protocol.Update](t, s)
			assert.Equal(t, want, u.Ends, "every client sees whose time runs, and until when")
			assert.Equal(t, time.Now().UnixMilli(), u.Now)
		}
	})
}

// TestDelayedTimes checks that delayed spectators see the clock that the players saw one delay
// earlier.
func TestDelayedTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentWait})
		c.Header.Spectators, c.Header.At = &protocol.Spectators{Delay: 2000}, time.Now().UnixMilli()
		g := start(t, c)
		first, other, seat := seats(t, g)
		eve := newSink()
		time.Sleep(400 * time.Millisecond)
		require.NoError(t, g.Submit(seat, first)(&protocol.Choose{Decision: last[*protocol.Update](t, first).Decision.ID}))
		synctest.Wait()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: eve}))
		require.Equal(t, []int64{7600, 7600}, last[*protocol.Update](t, eve).Ends, "both seats were asked 400 ms ago, and spectators see the clock's answer 2 s late")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		was, late := last[*protocol.Update](t, other), last[*protocol.Update](t, eve)
		require.Equal(t, was.N, late.N)
		assert.Equal(t, was.Ends, late.Ends)
		assert.Equal(t, was.Now+2000, late.Now)
	})
}

// TestStoppedClock checks that the table shows that the clocks of absent seats have stopped. A late choice,
// although refused, restarts the clock, and every client sees this.
func TestStoppedClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentWait})
		g := start(t, c)
		first, other, _ := seats(t, g)
		eve := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: eve}))
		time.Sleep(time.Minute)
		synctest.Wait()
		u := last[*protocol.Update](t, other)
		asked := u.Awaiting[0]
		for _, s := range []*sink{first, other, eve} {
			require.Equal(t, []int64{-1, -1}, last[*protocol.Update](t, s).Ends, "no time runs")
			require.True(t, last[*protocol.Table](t, s).Seats[asked].Stopped, "the game waits for the player")
		}
		late := first
		if received[*protocol.Update](first)[0].Awaiting[0] != asked {
			late = other
		}
		require.NoError(t, g.Submit(state.Seat(asked), late)(&protocol.Choose{Decision: 1}))
		synctest.Wait()
		require.Equal(t, protocol.Stale, last[*protocol.Error](t, late).Code)
		for _, s := range []*sink{first, other, eve} {
			again := last[*protocol.Update](t, s)
			require.Equal(t, u.N, again.N)
			require.Equal(t, int64(1000), again.Ends[asked], "the time runs again")
			require.False(t, last[*protocol.Table](t, s).Seats[asked].Stopped)
		}
		require.Equal(t, int64(1000), *last[*protocol.Update](t, late).Decision.Ends)
	})
}

// TestStandInIsVisible checks that the table shows a stand-in bot until the player returns with a
// choice.
func TestStandInIsVisible(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentBot})
		bots := make(chan state.Seat, 100)
		c.Substitute = func(_ *game.Game, seat state.Seat) { bots <- seat }
		g := start(t, c)
		first, other, who := seats(t, g)
		seat := <-bots
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, Bot: newSink()}))
		for _, s := range []*sink{first, other} {
			require.True(t, last[*protocol.Table](t, s).Seats[seat].StandIn)
		}
		mine := first
		if seat != who {
			mine = other
		}
		require.NoError(t, g.Submit(seat, agent.JSONWriter(mine))(&protocol.Choose{Decision: 1}))
		synctest.Wait()
		for _, s := range []*sink{first, other} {
			require.False(t, last[*protocol.Table](t, s).Seats[seat].StandIn)
		}
	})
}

// TestStandInIsNotThePlayer checks that an absent player does not count as connected while a bot
// stands in.
func TestStandInIsNotThePlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentBot})
		bots := make(chan state.Seat, 100)
		c.Substitute = func(_ *game.Game, seat state.Seat) { bots <- seat }
		g := start(t, c)
		mine, other, asked := seats(t, g)
		seat := <-bots
		if seat != asked {
			mine, other = other, mine
		}
		check := func(here, standIn bool) {
			t.Helper()
			status, err := g.Status(t.Context())
			require.NoError(t, err)
			for _, s := range []protocol.Seat{status.Seats[seat], last[*protocol.Table](t, other).Seats[seat]} {
				require.Equal(t, []bool{here, standIn}, []bool{s.Here, s.StandIn})
			}
		}
		check(true, false)
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, Bot: newSink()}))
		check(true, true) // connected, but without an answer
		require.NoError(t, g.Detach(t.Context(), mine))
		check(false, true)
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: newSink()}))
		check(true, false)
	})
}
