package game_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// timed deals a game with a clock, for tests in a synctest bubble.
func timed(t *testing.T, clock protocol.Clock) config {
	c := deal(t, "duel", 1)
	c.Header.Clock, c.Timers = &clock, game.NewTimers()
	t.Cleanup(c.Timers.Close)
	c.Substitute = func(*game.Game, state.Seat) {}
	return c
}

// seats attaches a sink to each of the two seats. first is the sink of the seat that the game
// awaits first, and seat is the number of that seat.
func seats(t *testing.T, g *game.Game) (first, other *sink, seat state.Seat) {
	first, other = newSink(), newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: first}))
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: other}))
	if u := last[*protocol.Update](t, other); u.Awaiting[0] == 1 {
		return other, first, 1
	}
	return first, other, 0
}

func TestExpiryPlaysTheDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentWait})
		g := start(t, c)
		first, _, seat := seats(t, g)
		u := last[*protocol.Update](t, first)
		require.Equal(t, int64(6000), *u.Decision.Ends)
		time.Sleep(6*time.Second - time.Millisecond)
		synctest.Wait()
		require.Equal(t, u, last[*protocol.Update](t, first), "a millisecond is left")
		time.Sleep(time.Millisecond)
		synctest.Wait()
		records, err := c.Log.Read(t.Context(), "duel")
		require.NoError(t, err)
		require.Len(t, records, 3, "both seats had open decisions, and both clocks have run out")
		require.Contains(t, string(records[1]), `"bank_ms":0,"by":"clock"`)
		require.Zero(t, last[*protocol.Update](t, first).Left[seat])
	})
}

// TestBotsAreNotTimed checks that a bot's bank does not change while the bot waits for a person who
// thinks for longer than the bot's time.
func TestBotsAreNotTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, Absent: protocol.AbsentWait})
		c.Seats[1].Kind = protocol.SeatBot
		g := start(t, c)
		person, bot := newSink(), newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: person}))
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, Bot: bot}))
		time.Sleep(5 * time.Second)
		synctest.Wait()
		left := last[*protocol.Update](t, person).Left
		assert.Equal(t, []int64{0, 5000}, left, "the clock has played the default for the person")
	})
}

// TestBank checks the bank after an answer within the time per decision, and after an answer beyond
// that time.
func TestBank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Increment: 300, Absent: protocol.AbsentWait})
		g := start(t, c)
		first, other, seat := seats(t, g)
		time.Sleep(900 * time.Millisecond)
		answer := func(seat state.Seat, s *sink) {
			require.NoError(t, g.Submit(seat, s)(&protocol.Choose{Decision: last[*protocol.Update](t, s).Decision.ID}))
			synctest.Wait()
			require.Empty(t, received[*protocol.Error](s))
		}
		answer(seat, first)
		assert.Equal(t, int64(5300), last[*protocol.Update](t, first).Left[seat])
		time.Sleep(1100 * time.Millisecond) // the other seat has used two seconds
		answer(1-seat, other)
		assert.Equal(t, int64(5000-1000+300), last[*protocol.Update](t, other).Left[1-seat])

		require.NoError(t, g.Close(t.Context()))
		again := replay(t, c).Config()
		assert.Equal(t, int64(5300), again.table.Left()[seat], "the banks are restored from the log")
		assert.Equal(t, int64(4300), again.table.Left()[1-seat])
		again.Log, again.Timers = c.Log, c.Timers
		left := again.table.Left()
		g = start(t, again)
		eve := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: eve}))
		assert.Equal(t, left, last[*protocol.Update](t, eve).Left)
	})
}

func TestAbsent(t *testing.T) {
	clock := protocol.Clock{PerDecision: 1000}
	t.Run("forfeit", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			clock.Absent = protocol.AbsentForfeit
			c := timed(t, clock)
			g := start(t, c)
			ada, _, _ := seats(t, g)
			<-ada.over
			assert.True(t, settle(t, g).Over)
			assert.NotNil(t, replay(t, c).End)
		})
	})
	t.Run("wait", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			clock.Absent = protocol.AbsentWait
			c := timed(t, clock)
			g := start(t, c)
			seats(t, g)
			time.Sleep(time.Hour)
			records, err := c.Log.Read(t.Context(), "duel")
			require.NoError(t, err)
			assert.LessOrEqual(t, len(records), 1+3+3, "the game waits after three expiries of each seat")
			back := newSink()
			waiting := state.Seat(0)
			if last := replay(t, c).Machine; last.Decision(0) == 0 {
				waiting = 1
			}
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: waiting, To: back}))
			assert.Equal(t, int64(1000), *last[*protocol.Update](t, back).Decision.Ends, "a returning player is timed again")
			time.Sleep(time.Second)
			synctest.Wait()
			after, err := c.Log.Read(t.Context(), "duel")
			require.NoError(t, err)
			assert.Greater(t, len(after), len(records))
		})
	})
	t.Run("bot", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			clock.Absent = protocol.AbsentBot
			c := timed(t, clock)
			bots := make(chan state.Seat, 100)
			c.Substitute = func(_ *game.Game, seat state.Seat) { bots <- seat }
			g := start(t, c)
			seats(t, g)
			seat := <-bots
			bot, person := newSink(), newSink()
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: person}))
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, Bot: bot}))
			require.Len(t, received[*protocol.Bye](bot), 1, "the player returned before the bot was attached")
			require.Empty(t, received[agent.Question](bot))
			for again := <-bots; again != seat; again = <-bots { // the player does nothing
			}
			bot = newSink()
			for range 2 {
				require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, Bot: bot}))
			}
			require.Len(t, received[*protocol.Bye](bot), 1, "one bot plays for a seat")
			time.Sleep(time.Hour)
			synctest.Wait()
			require.NotNil(t, last[agent.Question](t, bot))
			for id := replay(t, c).Machine.Decision(seat); id != 0; id = replay(t, c).Machine.Decision(seat) {
				require.NoError(t, g.Submit(seat, bot)(&protocol.Choose{Decision: id}))
				synctest.Wait()
			}
			records, err := c.Log.Read(t.Context(), "duel")
			require.NoError(t, err)
			require.Contains(t, string(bytes.Join(records, nil)), `"by":"bot"`)
			require.NoError(t, g.Submit(seat, person)(&protocol.Choose{Decision: 1}))
			synctest.Wait()
			assert.Len(t, received[*protocol.Bye](bot), 2, "a refused message shows that the player is present")
		})
	})
}

// TestExpiryIsStoredLater checks that the clock's answer is stored later if the log is unavailable
// when the clock runs out.
func TestExpiryIsStoredLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{PerDecision: 1000, Absent: protocol.AbsentWait})
		c.Log = &failOnceLog{Memory: store.NewMemory(), number: 1, err: store.ErrUnavailable}
		g := start(t, c)
		seats(t, g)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		before, err := c.Log.Read(t.Context(), "duel")
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		after, err := c.Log.Read(t.Context(), "duel")
		require.NoError(t, err)
		assert.Greater(t, len(after), len(before))
		assert.Equal(t, len(after)-1, int(replay(t, c).Machine.Seq()))
	})
}

// TestTimersServeManyGames starts several games, each with less time than the game before. It checks that
// the clock of each game runs out exactly after the time of that game.
func TestTimersServeManyGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		timers := game.NewTimers()
		t.Cleanup(timers.Close)
		var begun [8]config
		for i := range begun {
			c := deal(t, "duel", 1)
			c.Timers = timers
			c.Header.Clock = &protocol.Clock{PerDecision: int64(len(begun)-i) * 1000, Absent: protocol.AbsentForfeit}
			start(t, c)
			begun[i] = c
		}
		for i := range begun {
			time.Sleep(999 * time.Millisecond)
			synctest.Wait()
			at := len(begun) - 1 - i
			before, err := begun[at].Log.Read(t.Context(), "duel")
			require.NoError(t, err)
			assert.Len(t, before, 1, "game %d", at)
			time.Sleep(time.Millisecond)
			synctest.Wait()
			after, err := begun[at].Log.Read(t.Context(), "duel")
			require.NoError(t, err)
			assert.Greater(t, len(after), 1, "game %d", at)
		}
	})
}

// TestStandstill checks that the time for which the whole process is stopped is charged to no
// clock.
func TestStandstill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentForfeit})
		g := start(t, c)
		first, second, seat := seats(t, g)
		time.Sleep(3*time.Second + time.Millisecond) // one second of the decision and two of the bank
		c.Timers.Close()                             // no timer fires meanwhile
		time.Sleep(time.Hour)
		for seat, to := range map[state.Seat]*sink{seat: first, 1 - seat: second} {
			require.NoError(t, g.Submit(seat, to)(&protocol.Choose{Decision: last[*protocol.Update](t, to).Decision.ID}))
			synctest.Wait()
		}
		assert.Equal(t, []int64{3000, 3000}, last[*protocol.Update](t, first).Left)
		fresh := timed(t, protocol.Clock{Bank: 5000, PerDecision: 1000, Absent: protocol.AbsentForfeit})
		fresh.Timers = c.Timers
		other, _, seat := seats(t, start(t, fresh))
		assert.Equal(t, int64(5000), last[*protocol.Update](t, other).Left[seat], "the game began after the standstill")
	})
}
