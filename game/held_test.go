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
	"gamed/table"
)

// TestSilentLog lets an append take ten seconds. It checks that the seats receive one notice, that
// no clock runs, that the game accepts no request, and that it resumes without further input.
func TestSilentLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentWait})
		g := start(t, c)
		first, other, seat := seats(t, g)
		answer := func(seat state.Seat, s *sink) error {
			return g.Submit(seat, s)(&protocol.Choose{Decision: last[*protocol.Update](t, s).Decision.ID})
		}
		time.Sleep(3 * time.Second) // one second of the decision and two of the bank
		goOn := make(chan struct{})
		c.Log.(*store.Memory).InjectFault(func(store.Call) store.Fault {
			<-goOn
			return store.Fault{}
		})
		tables := len(received[*protocol.Table](other))
		updates := len(received[*protocol.Update](other))
		require.NoError(t, answer(seat, first))
		require.NoError(t, answer(1-seat, other), "the answer waits in the queue")
		var err error
		for range 20 {
			err = g.Submit(seat, first)(&protocol.Chat{Text: "?"})
		}
		require.ErrorIs(t, err, game.ErrBusy)
		time.Sleep(900 * time.Millisecond)
		require.Len(t, received[*protocol.Table](other), tables, "the append is not slow yet")
		time.Sleep(9100 * time.Millisecond)
		synctest.Wait()
		require.Len(t, received[*protocol.Table](other), tables+1)
		require.True(t, last[*protocol.Table](t, other).Held)
		require.Len(t, received[*protocol.Update](other), updates, "the game has published nothing")
		c.Log.(*store.Memory).InjectFault(nil)
		close(goOn)
		synctest.Wait()
		require.Len(t, received[*protocol.Table](first), tables+2+1, "two notices of the append, and one that the other player has joined")
		require.False(t, last[*protocol.Table](t, first).Held)
		assert.Equal(t, []int64{3000, 3000}, last[*protocol.Update](t, other).Left)
		require.Empty(t, received[*protocol.Error](other))
		require.Equal(t, 1, last[*protocol.Update](t, other).Turn, "the game has handled both answers")
	})
}

// TestRefusingLog uses a log that refuses appends for an hour. It checks that each request receives
// an error, and that no clock is charged until the log works again.
func TestRefusingLog(t *testing.T) {
	for name, err := range map[string]error{"full": store.ErrFull, "unavailable": store.ErrUnavailable} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentWait})
				g := start(t, c)
				first, other, seat := seats(t, g)
				time.Sleep(2 * time.Second)
				c.Log.(*store.Memory).InjectFault(func(store.Call) store.Fault { return store.Fault{Err: err} })
				answer := func() {
					require.NoError(t, g.Submit(seat, first)(&protocol.Choose{Decision: last[*protocol.Update](t, first).Decision.ID}))
					synctest.Wait()
				}
				updates := len(received[*protocol.Update](other))
				for n := range 180 {
					answer()
					require.Len(t, received[*protocol.Error](first), n+1)
					time.Sleep(20 * time.Second)
				}
				refusal := last[*protocol.Error](t, first)
				require.Equal(t, protocol.Unavailable, refusal.Code)
				require.Contains(t, refusal.Text, map[string]string{"full": "store is full", "unavailable": "send it again"}[name])
				require.Empty(t, received[*protocol.Error](other))
				require.Len(t, received[*protocol.Update](other), updates)
				c.Log.(*store.Memory).InjectFault(nil)
				answer()
				require.Len(t, received[*protocol.Error](first), 180)
				assert.Equal(t, []int64{4000, 4000}, last[*protocol.Update](t, other).Left)
				time.Sleep(time.Second)
				require.NoError(t, g.Submit(1-seat, other)(&protocol.Choose{Decision: last[*protocol.Update](t, other).Decision.ID}))
				synctest.Wait()
				left := last[*protocol.Update](t, other).Left
				assert.Equal(t, int64(3000), left[1-seat])
			})
		})
	}
}

// TestRefusedAndGone lets the log refuse a player's answer, which the player does not repeat. It checks that
// the player's clock runs again after half a minute.
func TestRefusedAndGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentWait})
		g := start(t, c)
		first, _, seat := seats(t, g)
		c.Log.(*store.Memory).InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrFull} })
		require.NoError(t, g.Submit(seat, first)(&protocol.Choose{Decision: last[*protocol.Update](t, first).Decision.ID}))
		synctest.Wait()
		c.Log.(*store.Memory).InjectFault(nil)
		time.Sleep(31*time.Second - time.Millisecond)
		synctest.Wait()
		require.EqualValues(t, 0, replay(t, c).Machine.Seq())
		time.Sleep(time.Millisecond)
		synctest.Wait()
		require.EqualValues(t, 2, replay(t, c).Machine.Seq())
	})
}

// TestDoubtfulLog loses the response to an append while the log cannot be read. It checks that clients
// receive neither an update nor an error until the log can be read.
func TestDoubtfulLog(t *testing.T) {
	for name, kept := range map[string]bool{"kept": true, "not kept": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := timed(t, protocol.Clock{Bank: 5000, Absent: protocol.AbsentWait})
				g := start(t, c)
				first, other, seat := seats(t, g)
				since := time.Now()
				c.Log.(*store.Memory).InjectFault(func(call store.Call) store.Fault {
					switch {
					case call.Append:
						return store.Fault{Err: store.ErrAmbiguous, TakesEffect: kept}
					case time.Since(since) < time.Minute:
						return store.Fault{Err: store.ErrUnavailable}
					}
					return store.Fault{}
				})
				updates := len(received[*protocol.Update](other))
				require.NoError(t, g.Submit(seat, first)(&protocol.Choose{Decision: last[*protocol.Update](t, first).Decision.ID}))
				time.Sleep(59 * time.Second)
				synctest.Wait()
				require.True(t, last[*protocol.Table](t, first).Held)
				require.Empty(t, received[*protocol.Error](first))
				require.Len(t, received[*protocol.Update](other), updates)
				time.Sleep(2 * time.Second)
				synctest.Wait()
				require.False(t, last[*protocol.Table](t, first).Held)
				if kept {
					require.Len(t, received[*protocol.Update](other), updates+1)
					assert.Equal(t, []int64{5000, 5000}, last[*protocol.Update](t, other).Left)
				} else {
					require.Equal(t, protocol.Unavailable, last[*protocol.Error](t, first).Code)
					again := received[*protocol.Update](other)
					require.Len(t, again, updates+1, "an update with the times, which were paused")
					require.Equal(t, again[updates-1].N, again[updates].N)
					require.Equal(t, int64(35_000), again[updates].Ends[1-seat], "the sum of outageGrace and the bank")
				}
				c.Log.(*store.Memory).InjectFault(nil)
			})
		})
	}
}

// TestCloseInDoubt checks that a game closes although its log no longer responds.
func TestCloseInDoubt(t *testing.T) {
	c := deal(t, "duel", 1)
	g := start(t, c)
	c.Log.(*store.Memory).InjectFault(func(call store.Call) store.Fault {
		if call.Append {
			return store.Fault{Err: store.ErrAmbiguous}
		}
		return store.Fault{Err: store.ErrUnavailable}
	})
	ada := newSink()
	require.NoError(t, g.Submit(0, ada)(&protocol.Resign{}))
	require.NoError(t, g.Close(t.Context()))
	assert.Empty(t, received[*protocol.Over](ada))
}

// TestEndIsStoredLater lets the log refuse the end record. It checks that players learn the end at once, and
// that the log gets the record when it works again.
func TestEndIsStoredLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := deal(t, "duel", 1)
		c.Timers = game.NewTimers()
		t.Cleanup(c.Timers.Close)
		ended := 0
		c.Observe = func(o game.Observation) {
			if o.Outcome == game.Ended {
				ended++
			}
		}
		g := start(t, c)
		ada, _, _ := seats(t, g)
		c.Log.(*store.Memory).InjectFault(func(call store.Call) store.Fault {
			if call.Record > 1 {
				return store.Fault{Err: store.ErrFull}
			}
			return store.Fault{}
		})
		require.NoError(t, g.Submit(0, ada)(&protocol.Resign{}))
		<-ada.over
		time.Sleep(time.Minute)
		require.Nil(t, replay(t, c).End)
		live, err := c.Log.Live(t.Context())
		require.NoError(t, err)
		require.Len(t, live, 1)
		c.Log.(*store.Memory).InjectFault(nil)
		time.Sleep(time.Second)
		synctest.Wait()
		require.NotNil(t, replay(t, c).End)
		live, err = c.Log.Live(t.Context())
		require.NoError(t, err)
		require.Empty(t, live)
		require.Len(t, received[*protocol.Over](ada), 1)
		require.Equal(t, 1, ended)
	})
}

// TestSleep checks that Sleep closes exactly the idle games.
func TestSleep(t *testing.T) {
	synctest.Test(t, testSleep)
}

func testSleep(t *testing.T) {
	sleeps := func(g *game.Game) bool {
		settle(t, g)
		synctest.Wait() // the goroutine of an idle game ends
		_, still := g.Idle()
		rest, err := g.Sleep(t.Context(), 0)
		require.NoError(t, err)
		require.Equal(t, still, rest != nil)
		return rest != nil
	}
	person := start(t, deal(t, "duel", 1))
	ada := newSink()
	require.NoError(t, person.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
	assert.False(t, sleeps(person), "a player is connected")
	require.NoError(t, person.Detach(t.Context(), ada))
	require.NoError(t, person.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: ada}))
	assert.False(t, sleeps(person), "a spectator is connected")
	require.NoError(t, person.Detach(t.Context(), ada))
	assert.True(t, sleeps(person))
	require.ErrorIs(t, person.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}), game.ErrClosed)

	bot := deal(t, "duel", 1)
	bot.Seats[1].Kind = protocol.SeatBot
	assert.False(t, sleeps(start(t, bot)), "a bot has an open decision")

	timed := deal(t, "duel", 1)
	timed.Header.Clock, timed.Timers = &protocol.Clock{Bank: 1e6, Absent: protocol.AbsentWait}, game.NewTimers()
	t.Cleanup(timed.Timers.Close)
	assert.False(t, sleeps(start(t, timed)), "a clock runs")
	var err error
	timed.Log = store.NewMemory()
	timed.table, err = table.New(&timed.Header, table.SameRules(timed.Rules))
	require.NoError(t, err)
	timed.Machine = timed.table.Machine
	for i := range timed.table.Seats {
		timed.table.Seats[i].Expired = 3
	}
	assert.True(t, sleeps(start(t, timed)), "both players are absent, and the game waits for them")
}

// TestAbsentAfterRestart checks that a seat is still absent after a restart, and that a bot plays
// for it again.
func TestAbsentAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentBot})
		bots := make(chan state.Seat, 100)
		c.Substitute = func(_ *game.Game, seat state.Seat) { bots <- seat }
		g := start(t, c)
		time.Sleep(time.Hour)
		synctest.Wait()
		require.NoError(t, g.Close(t.Context()))
		stoodIn := len(bots)
		require.NotZero(t, stoodIn)
		again := replay(t, c).Config()
		again.Log, again.Timers, again.Substitute = c.Log, c.Timers, c.Substitute
		g = start(t, again)
		synctest.Wait()
		require.Len(t, bots, 2*stoodIn)
		status := settle(t, g)
		require.False(t, status.Over)
		time.Sleep(time.Hour)
		require.Len(t, replay(t, c).Machine.AppendState(nil), len(c.Machine.AppendState(nil)))
	})
}
